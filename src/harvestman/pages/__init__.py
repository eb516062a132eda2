"""Pages: a saved web page in; its papers, its event's dates, its links and text, or a scholar's publications out.

In: the bytes of a page, its address, its headers (`SavedPage`), and what is wanted of it (`Want`). Out: a `PageReading` whose
mentions are claims with their evidence. `read` parses a page once, whatever is wanted of it. Readers do the reading: small classes with `match` and `read`, found by the entry point `harvestman.readers`, our
own like anybody's. It never opens a connection, never keeps anything, and never fails on a page: a reader that breaks costs
a line in `problems`, a page that cannot be read safely gets a status.
"""

from harvestman.pages.findings import (
    Finding,
    Found,
    NoPaper,
    Notes,
    PaperFound,
    PublicationsFound,
    Raw,
    Reader,
)
from harvestman.pages.listing import ListRecord, entry_file, read_records
from harvestman.pages.reading import HARVESTED, read, read_saved_page
from harvestman.pages.registry import BrokenReader, load_readers
from harvestman.pages.source import Meta, PagePart, SavedPage, Source, text_of

__all__ = [
    "HARVESTED",
    "BrokenReader",
    "Finding",
    "Found",
    "ListRecord",
    "Meta",
    "NoPaper",
    "Notes",
    "PagePart",
    "PaperFound",
    "PublicationsFound",
    "Raw",
    "Reader",
    "SavedPage",
    "Source",
    "entry_file",
    "load_readers",
    "read",
    "read_records",
    "read_saved_page",
    "text_of",
]
