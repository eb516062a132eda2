"""Whether what a known document says of itself stands in another file too, which is nearly the same.

Near-duplicates share nearly all their words, and a title or an author is a few of them. So whoever prints a paper's words below
a title of his own has made its near-duplicate. A known document therefore answers for a file only where its title and every word of
its authors, addresses, identifiers and abstract are printed in that file as well; where they are not, the file is read itself. Of 92
real papers the words of 91 have all that their own headers say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from harvestman.holdings.parts import unpack_json
from harvestman.text import fold, words

_REWRITTEN = frozenset({"date", "year", "pages", "language"})
"""What a header tells in another way than it is printed."""

_PIECE = 2_000  # letters, a third of a page


def stands_in(header: bytes, pages: Iterable[str]) -> bool:
    """Whether a kept header is printed on these pages, letter by letter: the title in one piece, all else word by word.

    They are looked at one after the other, and none behind the last that it takes.
    """
    told: dict[str, Any] = json.loads(unpack_json(header))
    missing = {fold(told.get("title") or ""), *(one.replace("_", "") for one in set(_words(told)))}
    longest = max(map(len, missing))
    before = ""
    for piece in _pieces(pages):
        printed = before + fold(piece)
        missing = {wanted for wanted in missing if wanted not in printed}
        if not missing:
            return True
        before = printed[-longest:]  # what is missing may begin in one piece and end in the next
    return missing <= {""}


def _pieces(pages: Iterable[str]) -> Iterator[str]:
    """The pages in pieces of some thousand letters, cut where lines end: most headers stand in the first one, and folding takes time."""
    for page in pages:
        start = 0
        while start < len(page):
            end = page.find("\n", start + _PIECE) + 1 or len(page)
            yield page[start:end]
            start = end


def _words(told: Any) -> Iterator[str]:
    """The words of everything that is told, however deep."""
    if isinstance(told, str):
        yield from words(told)
    elif isinstance(told, list):
        for one in told:
            yield from _words(one)
    elif isinstance(told, dict):
        for name, one in told.items():
            if name not in _REWRITTEN:
                yield from _words(one)
