"""Store: the library. The database, its migrations, full-text search and the blobs; the only room that knows SQL.

In: harvests that begin, and the outcomes of their visits (page, links, mentions of papers with their claims), each kept
whole in one transaction; decisions about papers that may be one; imports of conference series for the plan; events, and looks
at their sites, for the watch; documents, jobs and keys of the service. Out: what is to be visited next, papers assembled from
all their mentions, pages, searches and counts, the plan's rows, the appointments that are due, documents with what was read
from them. It never fetches, reads a page, or decides which keys a mention has, which link is better than another (those who crawl
give it their rules) or when to look at a site.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.store.blobs import MAX_BLOB_BYTES, Blobs, FolderBlobs, digest_of
    from harvestman.store.changes import (
        DOCUMENT,
        Change,
        ChangeKind,
        ChangePage,
        change_to_plain,
    )
    from harvestman.store.correcting import correct, undo_correction
    from harvestman.store.crawl.captures import Captures
    from harvestman.store.crawl.ending import end_state
    from harvestman.store.crawl.frontier import Seen
    from harvestman.store.crawl.harvests import HarvestCounts, Harvests, VisitRecord
    from harvestman.store.crawl.ignoring import site_named
    from harvestman.store.crawl.keeping import Ended, Kept
    from harvestman.store.crawl.pages import Pages
    from harvestman.store.crawl.recent import Span, recent_visits
    from harvestman.store.crawl.repositories import RepositoryPlace
    from harvestman.store.crawl.rules import AS_GIVEN, Rival, Rules, Standing, Turn
    from harvestman.store.crawl.turns import Taken
    from harvestman.store.documents.contents import Content, Contents
    from harvestman.store.documents.fingerprints import FingerprintRow, Fingerprints
    from harvestman.store.documents.kept import Also, Documents
    from harvestman.store.documents.linked import LinkedFiles, WantedFile
    from harvestman.store.documents.records import (
        ARCHIVED,
        GIVEN,
        LINKED,
        SENT,
        Duplicate,
        Findings,
        KeptDocument,
        KeptPart,
        KnownBytes,
        NewDocument,
        Reading,
        Removed,
        source_of,
    )
    from harvestman.store.find.engines import EngineAnswers
    from harvestman.store.find.own_index import OwnHit, OwnIndex, UnindexedPage
    from harvestman.store.find.questions import KeptQuestion, Questions
    from harvestman.store.gather.candidates import CandidateFound, CandidateQuery, Candidates
    from harvestman.store.gather.deposits import Deposit, Deposits
    from harvestman.store.gather.editing import edit_candidate
    from harvestman.store.gather.entities import Entities
    from harvestman.store.gather.graph import Edge, LinkGraph, Node
    from harvestman.store.ids import random_id
    from harvestman.store.leases import Leases
    from harvestman.store.library import LEAST_SPACE, Library, open_library
    from harvestman.store.moments import parse_moment
    from harvestman.store.owners import is_dead, new_owner
    from harvestman.store.page_bytes import LibraryBlobs
    from harvestman.store.papers.corrections import corrected_fields
    from harvestman.store.papers.decided import Decider, Decision, Decisions
    from harvestman.store.papers.finding import PaperQuery
    from harvestman.store.papers.forgetting import Forgetting, ForgottenPaper
    from harvestman.store.papers.lacking import LACKABLE, lackable
    from harvestman.store.papers.merges import (
        MOST_IN_A_BLOCK,
        Compare,
        Merges,
        UncomparedPaper,
    )
    from harvestman.store.papers.questions import PaperFacets, PaperPage, Papers, parse_years
    from harvestman.store.papers.records import (
        PaperRecord,
        PaperRecords,
        PaperSet,
        RecordPlace,
        RecordQuery,
        SetKind,
        sets_of,
    )
    from harvestman.store.papers.volumes import Volume
    from harvestman.store.plan.questions import Plan
    from harvestman.store.plan.rows import (
        CitationRecord,
        ImportRecord,
        KnownPapers,
        Observation,
        PlanImport,
        ProminenceRecord,
        RatingRecord,
        SeriesRecord,
        UsageRecord,
        VolumeLine,
        VolumeRecord,
    )
    from harvestman.store.s3_blobs import S3Blobs
    from harvestman.store.service.api_keys import FEED, SCOPES, ApiKey, ApiKeys
    from harvestman.store.service.job_records import JobRecords
    from harvestman.store.service.jobs import Jobs
    from harvestman.store.service.sessions import SessionInUse, Sessions
    from harvestman.store.summary import FailedVisit, Summary
    from harvestman.store.watch.agenda import Agenda
    from harvestman.store.watch.appointments import Appointments, WatchedEvent
    from harvestman.store.watch.events import Events, Judge, KeptEvent
    from harvestman.store.watch.saying import replaced
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "blobs": "MAX_BLOB_BYTES Blobs FolderBlobs digest_of",
            "changes": "DOCUMENT Change ChangeKind ChangePage change_to_plain",
            "correcting": "correct undo_correction",
            "crawl.captures": "Captures",
            "crawl.ending": "end_state",
            "crawl.frontier": "Seen",
            "crawl.harvests": "HarvestCounts Harvests VisitRecord",
            "crawl.ignoring": "site_named",
            "crawl.keeping": "Ended Kept",
            "crawl.pages": "Pages",
            "crawl.recent": "Span recent_visits",
            "crawl.repositories": "RepositoryPlace",
            "crawl.rules": "AS_GIVEN Rival Rules Standing Turn",
            "crawl.turns": "Taken",
            "documents.contents": "Content Contents",
            "documents.fingerprints": "FingerprintRow Fingerprints",
            "documents.kept": "Also Documents",
            "documents.linked": "LinkedFiles WantedFile",
            "documents.records": "ARCHIVED GIVEN LINKED SENT Duplicate Findings KeptDocument KeptPart KnownBytes NewDocument Reading Removed source_of",
            "find.engines": "EngineAnswers",
            "find.own_index": "OwnHit OwnIndex UnindexedPage",
            "find.questions": "KeptQuestion Questions",
            "gather.candidates": "CandidateFound CandidateQuery Candidates",
            "gather.deposits": "Deposit Deposits",
            "gather.editing": "edit_candidate",
            "gather.entities": "Entities",
            "gather.graph": "Edge LinkGraph Node",
            "ids": "random_id",
            "leases": "Leases",
            "library": "LEAST_SPACE Library open_library",
            "moments": "parse_moment",
            "owners": "is_dead new_owner",
            "page_bytes": "LibraryBlobs",
            "papers.corrections": "corrected_fields",
            "papers.decided": "Decider Decision Decisions",
            "papers.forgetting": "Forgetting ForgottenPaper",
            "papers.lacking": "LACKABLE lackable",
            "papers.merges": "MOST_IN_A_BLOCK Compare Merges UncomparedPaper",
            "papers.finding": "PaperQuery",
            "papers.questions": "PaperFacets PaperPage Papers parse_years",
            "papers.records": "PaperRecord PaperRecords PaperSet RecordPlace RecordQuery SetKind sets_of",
            "papers.volumes": "Volume",
            "plan.questions": "Plan",
            "plan.rows": "CitationRecord ImportRecord KnownPapers Observation PlanImport ProminenceRecord RatingRecord SeriesRecord UsageRecord VolumeLine VolumeRecord",
            "s3_blobs": "S3Blobs",
            "service.api_keys": "FEED SCOPES ApiKey ApiKeys",
            "service.job_records": "JobRecords",
            "service.jobs": "Jobs",
            "service.sessions": "SessionInUse Sessions",
            "summary": "FailedVisit Summary",
            "watch.agenda": "Agenda",
            "watch.appointments": "Appointments WatchedEvent",
            "watch.events": "Events Judge KeptEvent",
            "watch.saying": "replaced",
        },
    )
