"""Files by what is inside them: one that holds every page, font and picture of a known one, byte by byte, and not much else.

That is what a repository makes by adding a cover page, a publisher by a stamp, and any program by saving a file anew. It is told
without reading a word, so it is asked before the texts are. Asked in one direction only: a file answers for others if all that it
shows is in them, so nobody can have somebody else's paper answered by hiding a copy of it in a file of his own.
"""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.store import Contents

SAME_PAGES = "the same pages in another file"
"""Why such a document is called a duplicate."""

# Of its streams: a cover page has up to ten (fonts, pictures), a paper thirty. Of 361 real PDFs none has all that is in another.
_LEAST_SHARE = 0.6


def find_inside(contents: Contents, streams: Sequence[int]) -> str | None:
    """The digest of a known file all of whose streams are among these, which are hardly more; None when there is none."""
    if not streams:
        return None
    held = frozenset(streams)
    for known in contents.maybe_inside(streams):
        if len(known.streams) >= _LEAST_SHARE * len(held) and held.issuperset(known.streams):
            return known.digest
    return None
