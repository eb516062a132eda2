"""Archive: WARC files, written while a harvest runs and read again whenever the readers have improved.

In: exchanges as they passed over the wire, or anybody's archive. Out: a file of whole records; or pages and papers in the
library, with the dates of the archive. It never makes a request, and never trusts what a file says of itself.
"""

from harvestman.crawl.archive.reading import ArchiveRecord, Broken, WarcReader
from harvestman.crawl.archive.replaying import Replay, Replayed
from harvestman.crawl.archive.writing import WarcWriter

__all__ = ["ArchiveRecord", "Broken", "Replay", "Replayed", "WarcReader", "WarcWriter"]
