"""Model: the types everybody speaks. Frozen values and one rule (`assemble`); no I/O, no database, no network.

In: nothing but plain values. Out: claims with their evidence, the papers assembled from them, pages and visits, the closed
list of outcomes (`Status`), the tree of errors, and the `Clock` that is passed in wherever time matters.
"""

from harvestman.model.assembly import assemble, value_key, winning_claims
from harvestman.model.claims import (
    MAX_QUOTE,
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    Mention,
    Value,
)
from harvestman.model.clock import Clock, SetClock, SystemClock
from harvestman.model.documents import (
    PARTS,
    Category,
    Extraction,
    Header,
    Reference,
    Section,
    Sighting,
)
from harvestman.model.documents_plain import extraction_to_plain, reference_to_plain
from harvestman.model.errors import (
    BlobError,
    EngineError,
    HarvestmanError,
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
from harvestman.model.pages import Document, Link, Page, PageReading
from harvestman.model.papers import Candidate, Kind, Organisation, Paper, Person
from harvestman.model.plain import (
    Plain,
    author_from_plain,
    author_to_plain,
    claim_to_plain,
    paper_from_plain,
    paper_to_plain,
    value_from_plain,
    value_to_plain,
)
from harvestman.model.status import Status
from harvestman.model.venues import Event, Series
from harvestman.model.visits import Harvest, HarvestRequest, LinkedMention, Visit, VisitOutcome

__all__ = [
    "MAX_QUOTE",
    "PARTS",
    "Author",
    "Authority",
    "BlobError",
    "Candidate",
    "Category",
    "Claim",
    "Clock",
    "Document",
    "EngineError",
    "Event",
    "Evidence",
    "Extraction",
    "Field",
    "Harvest",
    "HarvestRequest",
    "HarvestmanError",
    "Header",
    "Kind",
    "LibraryFull",
    "LibraryLocked",
    "LibraryReadOnly",
    "LibraryTooNew",
    "LibraryUnreachable",
    "Link",
    "LinkedMention",
    "Mention",
    "NotALibrary",
    "Organisation",
    "Page",
    "PageReading",
    "Paper",
    "Person",
    "Plain",
    "PluginError",
    "Reference",
    "Section",
    "Series",
    "SetClock",
    "SettingsError",
    "Sighting",
    "Status",
    "StoreError",
    "SystemClock",
    "UsageError",
    "Value",
    "Visit",
    "VisitOutcome",
    "assemble",
    "author_from_plain",
    "author_to_plain",
    "claim_to_plain",
    "extraction_to_plain",
    "paper_from_plain",
    "paper_to_plain",
    "reference_to_plain",
    "value_from_plain",
    "value_key",
    "value_to_plain",
    "winning_claims",
]
