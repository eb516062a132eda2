"""Pages: a saved web page in; its papers, links, title and text out.

In: the bytes of a page, its address, its headers (`SavedPage`). Out: a `PageReading` whose mentions are claims with their
evidence. Readers do the reading: small classes with `match` and `read`, found by the entry point `harvestman.readers`, our
own like anybody's. It never opens a connection, never keeps anything, and never fails on a page: a reader that breaks costs
a line in `problems`, a page that cannot be read safely gets a status.
"""

from harvestman.pages.findings import Finding, Found, NoPaper, Notes, PaperFound, Raw, Reader
from harvestman.pages.reading import read_page, read_saved_page
from harvestman.pages.registry import BrokenReader, load_readers
from harvestman.pages.source import Meta, SavedPage, Source, text_of

__all__ = [
    "BrokenReader",
    "Finding",
    "Found",
    "Meta",
    "NoPaper",
    "Notes",
    "PaperFound",
    "Raw",
    "Reader",
    "SavedPage",
    "Source",
    "load_readers",
    "read_page",
    "read_saved_page",
    "text_of",
]
