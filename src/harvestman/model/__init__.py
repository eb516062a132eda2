"""Model: the types everybody speaks. Frozen values and one rule (`assemble`); no I/O, no database, no network.

In: nothing but plain values. Out: claims with their evidence, the papers assembled from them, pages and visits, the closed
list of outcomes (`Status`), the tree of errors, and the `Clock` that is passed in wherever time matters.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.model.assembly import (
        assemble,
        assemble_event,
        event_claims_in_order,
        value_key,
        winning_claims,
    )
    from harvestman.model.candidates import (
        INFERRED,
        Candidate,
        CandidateAuthor,
        CandidateState,
        RejectReason,
        ReviewStep,
        assemble_candidate,
        candidate_from_plain,
        candidate_to_plain,
        is_same_person,
        is_shorter_name,
    )
    from harvestman.model.claims import (
        CANDIDATE_FIELDS,
        DATE_FIELDS,
        EVENT_FIELDS,
        MAX_QUOTE,
        OF_EVENT,
        PAPER_FIELDS,
        PERSON,
        REVIEWER,
        Author,
        Authority,
        Claim,
        EventSighting,
        Evidence,
        Field,
        Mention,
        Value,
        persons_claim,
    )
    from harvestman.model.clock import Clock, SetClock, SystemClock
    from harvestman.model.document_kinds import is_meeting, kind_of_document
    from harvestman.model.documents import (
        PARTS,
        Box,
        Call,
        Category,
        Extraction,
        Header,
        Place,
        Places,
        Reference,
        Section,
        Sighting,
        Translation,
    )
    from harvestman.model.documents_plain import (
        extraction_from_plain,
        extraction_to_plain,
        reference_from_plain,
        reference_to_plain,
    )
    from harvestman.model.errors import (
        BlobError,
        GuardError,
        HarvestmanError,
        LeaseLost,
        LibraryFull,
        LibraryLocked,
        LibraryReadOnly,
        LibraryTooNew,
        LibraryUnreachable,
        NotALibrary,
        PluginError,
        SettingsError,
        StoreError,
        UsageError,
    )
    from harvestman.model.event_dates import EventDates, Told
    from harvestman.model.event_signs import EventSign, SignedPage, SignPlace
    from harvestman.model.full_names import has_abbreviated, with_full_names
    from harvestman.model.jobs import (
        ENDED_STATES,
        GIVEN_UP_STATES,
        JOB_STATES,
        JobRecord,
        Lease,
        LeaseKind,
    )
    from harvestman.model.keys_of_events import (
        NAMES_ALIKE,
        distinctive_words,
        event_keys,
        identity_keys,
        name_keys,
        series_keys,
        site_key,
    )
    from harvestman.model.linkage import Likeness, Verdict
    from harvestman.model.pages import Document, Link, Page, PageReading, PublicationList, Want
    from harvestman.model.papers import Kind, Paper, PaperEvent
    from harvestman.model.people import (
        EntityKind,
        EntitySighting,
        Organisation,
        Person,
        Role,
        assemble_entity,
    )
    from harvestman.model.plain import (
        Plain,
        author_from_plain,
        author_to_plain,
        claim_from_plain,
        claim_to_plain,
        claims_to_plain,
        paper_event_to_plain,
        paper_from_plain,
        paper_to_plain,
        value_from_plain,
        value_to_plain,
    )
    from harvestman.model.saying import field_named, person_named, said_value
    from harvestman.model.status import Status
    from harvestman.model.venues import (
        Appointment,
        Event,
        Look,
        Series,
        Waiting,
    )
    from harvestman.model.venues_plain import (
        appointment_to_plain,
        event_claims_to_plain,
        event_to_plain,
        look_to_plain,
    )
    from harvestman.model.visits import (
        CrawlState,
        Harvest,
        HarvestRequest,
        Lead,
        LinkedMention,
        Order,
        Visit,
        VisitOutcome,
    )
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "assembly": "assemble assemble_event event_claims_in_order value_key winning_claims",
            "candidates": "INFERRED Candidate CandidateAuthor CandidateState RejectReason ReviewStep assemble_candidate candidate_from_plain candidate_to_plain is_same_person is_shorter_name",
            "claims": "CANDIDATE_FIELDS DATE_FIELDS EVENT_FIELDS MAX_QUOTE OF_EVENT PAPER_FIELDS PERSON REVIEWER Author Authority Claim EventSighting Evidence Field Mention Value persons_claim",
            "clock": "Clock SetClock SystemClock",
            "document_kinds": "is_meeting kind_of_document",
            "documents": "PARTS Box Call Category Extraction Header Place Places Reference Section Sighting Translation",
            "documents_plain": "extraction_from_plain extraction_to_plain reference_from_plain reference_to_plain",
            "errors": "BlobError GuardError HarvestmanError LeaseLost LibraryFull LibraryLocked LibraryReadOnly LibraryTooNew LibraryUnreachable NotALibrary PluginError SettingsError StoreError UsageError",
            "event_dates": "EventDates Told",
            "keys_of_events": "NAMES_ALIKE distinctive_words event_keys identity_keys name_keys series_keys site_key",
            "event_signs": "EventSign SignedPage SignPlace",
            "full_names": "has_abbreviated with_full_names",
            "jobs": "ENDED_STATES GIVEN_UP_STATES JOB_STATES JobRecord Lease LeaseKind",
            "linkage": "Likeness Verdict",
            "pages": "Document Link Page PageReading PublicationList Want",
            "papers": "Kind Paper PaperEvent",
            "people": "EntityKind EntitySighting Organisation Person Role assemble_entity",
            "plain": "Plain author_from_plain author_to_plain claim_from_plain claim_to_plain claims_to_plain paper_event_to_plain paper_from_plain paper_to_plain value_from_plain value_to_plain",
            "saying": "field_named person_named said_value",
            "status": "Status",
            "venues": "Appointment Event Look Series Waiting",
            "venues_plain": "appointment_to_plain event_claims_to_plain event_to_plain look_to_plain",
            "visits": "CrawlState Harvest HarvestRequest Lead LinkedMention Order Visit VisitOutcome",
        },
    )
