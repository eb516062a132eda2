"""Pages: a saved web page in; its papers, its event's dates, its links and text, or a scholar's publications out.

In: the bytes of a page, its address, its headers (`SavedPage`), and what is wanted of it (`Want`). Out: a `PageReading` whose
mentions are claims with their evidence. `read` parses a page once, whatever is wanted of it. Readers do the reading: small classes with `match` and `read`, found by the entry point `harvestman.readers`, our
own like anybody's. It never opens a connection, never keeps anything, and never fails on a page: a reader that breaks costs
a line in `problems`, a page that cannot be read safely gets a status.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
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
    from harvestman.pages.reading import read
    from harvestman.pages.registry import BrokenReader, load_readers
    from harvestman.pages.source import Meta, PagePart, SavedPage, Source, text_of
    from harvestman.pages.worker import HARVESTED, read_saved_page
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "findings": "Finding Found NoPaper Notes PaperFound PublicationsFound Raw Reader",
            "listing": "ListRecord entry_file read_records",
            "reading": "read",
            "registry": "BrokenReader load_readers",
            "source": "Meta PagePart SavedPage Source text_of",
            "worker": "HARVESTED read_saved_page",
        },
    )
