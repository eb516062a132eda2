"""Recognises a file by its contents: one that holds every page, font and picture of a known file, byte by byte, and not much else.

That is what a repository makes by adding a cover page, a publisher by a stamp, and any program by saving a file anew. It is told
without reading a word, so it is asked before the texts are. Asked in one direction only: a file answers for others if all that it
shows is in them, so nobody can have somebody else's paper answered by hiding a copy of it in a file of his own.
"""

from __future__ import annotations

from collections.abc import Callable

from harvestman.store import Content, Contents

SAME_PAGES = "the same pages in another file"
"""Why such a document is called a duplicate."""

# Of its streams: a cover page has up to ten (fonts, pictures), a paper thirty. Of 361 real PDFs none has all that is in another.
_LEAST_SHARE = 0.6
_MOST_ADDED = 2  # pages; with more, the known file may be a part that was cut out of this one


def find_inside(
    contents: Contents, content: Content, *, count_pages: Callable[[], int] | None = None
) -> str | None:
    """The digest of a known file that is wholly in this one, which has hardly more; None when there is none.

    `count_pages` tells the file's pages where `content` does not; it is asked only when a known file is wholly inside.
    """
    held = frozenset(content.streams)
    inside = [
        known
        for known in (contents.maybe_inside(content.streams) if held else ())
        if len(known.streams) >= _LEAST_SHARE * len(held) and held.issuperset(known.streams)
    ]
    if not inside:
        return None
    pages = count_pages() if count_pages else content.pages
    return next((one.digest for one in inside if pages - one.pages <= _MOST_ADDED), None)
