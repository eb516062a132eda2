"""Holdings: a file in; known, near-duplicate, or else read once. Its bytes, fingerprint, parts and claims are kept together.

In: a path, bytes, or a file that lies on the disk already, with where it comes from and why. Out: a `Held`: the document with its
status, by what it was recognised, what was read of it, and the papers that it is. The service, `extract --keep`, `replay` and the
crawler call `Holdings.hold`, so nothing is read twice, whoever brought it. Calls block; a server makes them in threads. It never
fetches anything, never parses a file outside the guarded children, and never keeps half a document.
"""

from harvestman.holdings.files import (
    HEAD_BYTES,
    SourceFile,
    media_type_of,
    shown_name,
    source_file,
)
from harvestman.holdings.held import SAME_BYTES, Duplicates, Held, KnownBy
from harvestman.holdings.holding import Holdings
from harvestman.holdings.papers import is_paper
from harvestman.holdings.parts import (
    PARTS_OF_EXTRACTION,
    About,
    unpack_about,
    unpack_extraction,
    unpack_json,
)

__all__ = [
    "HEAD_BYTES",
    "PARTS_OF_EXTRACTION",
    "SAME_BYTES",
    "About",
    "Duplicates",
    "Held",
    "Holdings",
    "KnownBy",
    "SourceFile",
    "is_paper",
    "media_type_of",
    "shown_name",
    "source_file",
    "unpack_about",
    "unpack_extraction",
    "unpack_json",
]
