"""The abstracts that a list prints below its entries.

What is called an abstract is one. Where nothing is called so, a long text in the same place of most entries is: one entry with a long
text may be a remark, ten with one each are a book of abstracts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.name_lists import name_list
from harvestman.pages.wording import alternatives, words_for

_MIN_WORDS: Final = 35  # of a text that nothing calls an abstract
_MIN_CALLED: Final = 12  # of one that is called so
_FEWEST: Final = 3
_MOST: Final = 0.5
_MAX_REGIONS: Final = 60
_MAX_ABSTRACT: Final = 10_000  # characters
_SENTENCE: Final = re.compile(r"[.!?][\"”»)]?(?:\s|$)")


def add_abstracts(
    bundles: Sequence[Bundle], bounds: Sequence[tuple[int, int]], sketches: Sequence[Sketch]
) -> None:
    """Give each paper the abstract of its entry; `bounds` tells from where to where each goes."""
    is_told = False
    for one, (_, end) in zip(bundles, bounds, strict=True):
        one.abstract = _called(one.region + 1, min(end, one.region + _MAX_REGIONS), sketches)
        is_told = is_told or bool(one.abstract)
    if is_told:
        return
    unsure: list[tuple[Bundle, int]] = []
    for one, (_, end) in zip(bundles, bounds, strict=True):
        at = _longest(one.region + 1, min(end, one.region + _MAX_REGIONS), sketches)
        if at >= 0 and _is_prose(sketches[at].region.text):
            unsure.append((one, at))
    if not unsure:
        return
    (path, times), *_ = Counter([sketches[at].region.path for _, at in unsure]).most_common(1)
    if times < max(_FEWEST, _MOST * len(bundles)):
        return
    for one, at in unsure:
        if sketches[at].region.path == path:
            one.abstract = sketches[at].region.text[:_MAX_ABSTRACT]


def _called(begin: int, end: int, sketches: Sequence[Sketch]) -> str:
    """What stands behind the word "Abstract", to the end of the entry or to what is called something else."""
    label = _label()
    for at in range(begin, end):
        found = label.match(sketches[at].region.text)
        if found is None:
            continue
        texts = [sketches[at].region.text[found.end() :]]
        for following in range(at + 1, end):
            region = sketches[following].region
            if region.flags & HEADING or _ends(region.text):
                break
            texts.append(region.text)
        text = " ".join(filter(None, texts))
        return text[:_MAX_ABSTRACT] if len(text.split()) >= _MIN_CALLED else ""
    return ""


def _longest(begin: int, end: int, sketches: Sequence[Sketch]) -> int:
    """Where the longest text stands, the first of these; -1 where there is none."""
    longest, most = -1, -1
    for at in range(begin, end):
        length = len(sketches[at].region.text)
        if length > most:
            longest, most = at, length
    return longest


def _is_prose(text: str) -> bool:
    """Whether a text is long enough and has sentences; a long list of names has none."""
    return (
        len(text) >= 2 * _MIN_WORDS - 1
        and len(text.split()) >= _MIN_WORDS
        and _SENTENCE.search(text) is not None
        and not _other().match(text)
        and name_list(text) is None
    )


def _ends(text: str) -> bool:
    """Whether an abstract is over: keywords, a biography, a button or a label follows."""
    return _other().match(text) is not None or (
        len(text.split()) <= 4 and _SENTENCE.search(text) is None
    )


@cache
def _label() -> re.Pattern[str]:
    words = alternatives(words_for("articles", "abstract"))
    return re.compile(rf"\W{{0,3}}(?:{words})(?:\s*[:.—–-]+\s*|\s*$)", re.IGNORECASE)


@cache
def _other() -> re.Pattern[str]:
    words = alternatives((*words_for("articles", "keywords"), *words_for("entries", "biography")))
    return re.compile(rf"\W{{0,3}}(?:{words})(?!\w)", re.IGNORECASE)
