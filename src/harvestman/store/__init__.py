"""Store: the library. The database, its migrations, full-text search and the blobs; the only room that knows SQL.

In: harvests that begin, and the outcomes of their visits (page, links, mentions of papers with their claims), each kept
whole in one transaction; decisions about papers that may be one; imports of conference series for the plan; events, and looks
at their sites, for the watch; documents, jobs and keys of the service. Out: what is to be visited next, papers assembled from
all their mentions, pages, searches and counts, the plan's rows, the appointments that are due, documents with what was read
from them. It never fetches, reads a page, or decides which keys a mention has, which link is better than another (those who crawl
give it their rules) or when to look at a site.
"""

from harvestman.store.blobs import MAX_BLOB_BYTES, Blobs, FolderBlobs, digest_of
from harvestman.store.changes import (
    DOCUMENT,
    Change,
    ChangeKind,
    ChangePage,
    change_to_plain,
    parse_moment,
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
from harvestman.store.owners import is_dead, new_owner
from harvestman.store.papers.corrections import corrected_fields
from harvestman.store.papers.decided import Decision
from harvestman.store.papers.decisions import Decider
from harvestman.store.papers.forgetting import Forgetting, ForgottenPaper
from harvestman.store.papers.lacking import LACKABLE, lackable
from harvestman.store.papers.merges import (
    MOST_IN_A_BLOCK,
    Compare,
    Merges,
    UncomparedPaper,
)
from harvestman.store.papers.questions import (
    PaperFacets,
    PaperPage,
    PaperQuery,
    Papers,
    parse_years,
)
from harvestman.store.papers.records import (
    PaperRecord,
    PaperRecords,
    PaperSet,
    RecordPlace,
    RecordQuery,
    SetKind,
    sets_of,
)
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
from harvestman.store.service.jobs import Jobs
from harvestman.store.service.sessions import SessionInUse, Sessions
from harvestman.store.summary import FailedVisit, Summary
from harvestman.store.watch.agenda import Agenda, WatchedEvent
from harvestman.store.watch.events import Events, Judge, KeptEvent, Volume
from harvestman.store.watch.saying import replaced

__all__ = [
    "ARCHIVED",
    "AS_GIVEN",
    "DOCUMENT",
    "FEED",
    "GIVEN",
    "LACKABLE",
    "LEAST_SPACE",
    "LINKED",
    "MAX_BLOB_BYTES",
    "MOST_IN_A_BLOCK",
    "SCOPES",
    "SENT",
    "Agenda",
    "Also",
    "ApiKey",
    "ApiKeys",
    "Blobs",
    "CandidateFound",
    "CandidateQuery",
    "Candidates",
    "Captures",
    "Change",
    "ChangeKind",
    "ChangePage",
    "CitationRecord",
    "Compare",
    "Content",
    "Contents",
    "Decider",
    "Decision",
    "Deposit",
    "Deposits",
    "Documents",
    "Duplicate",
    "Edge",
    "Ended",
    "EngineAnswers",
    "Entities",
    "Events",
    "FailedVisit",
    "Findings",
    "FingerprintRow",
    "Fingerprints",
    "FolderBlobs",
    "Forgetting",
    "ForgottenPaper",
    "HarvestCounts",
    "Harvests",
    "ImportRecord",
    "Jobs",
    "Judge",
    "Kept",
    "KeptDocument",
    "KeptEvent",
    "KeptPart",
    "KeptQuestion",
    "KnownBytes",
    "KnownPapers",
    "Leases",
    "Library",
    "LinkGraph",
    "LinkedFiles",
    "Merges",
    "NewDocument",
    "Node",
    "Observation",
    "OwnHit",
    "OwnIndex",
    "Pages",
    "PaperFacets",
    "PaperPage",
    "PaperQuery",
    "PaperRecord",
    "PaperRecords",
    "PaperSet",
    "Papers",
    "Plan",
    "PlanImport",
    "ProminenceRecord",
    "Questions",
    "RatingRecord",
    "Reading",
    "RecordPlace",
    "RecordQuery",
    "Removed",
    "RepositoryPlace",
    "Rival",
    "Rules",
    "S3Blobs",
    "Seen",
    "SeriesRecord",
    "SessionInUse",
    "Sessions",
    "SetKind",
    "Span",
    "Standing",
    "Summary",
    "Taken",
    "Turn",
    "UncomparedPaper",
    "UnindexedPage",
    "UsageRecord",
    "VisitRecord",
    "Volume",
    "VolumeLine",
    "VolumeRecord",
    "WantedFile",
    "WatchedEvent",
    "change_to_plain",
    "correct",
    "corrected_fields",
    "digest_of",
    "edit_candidate",
    "end_state",
    "is_dead",
    "lackable",
    "new_owner",
    "open_library",
    "parse_moment",
    "parse_years",
    "random_id",
    "recent_visits",
    "replaced",
    "sets_of",
    "site_named",
    "source_of",
    "undo_correction",
]
