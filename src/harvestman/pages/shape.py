"""Whether a page can be parsed safely, told from its markup before parsing it.

The HTML standard lets a small page make a huge tree, and the parser (lexbor, measured on one core) takes 20 s for 100,000
nested `div`s, more than a minute for 100,000 `option`s, 9 s for one tag with 60,000 attributes, and 730 MB for 57 KB of
`<div><font color=1>x</div><font color=2>…`, whose open fonts it must re-open in every following block. So sizes are
counted, and for pages with many tags the nesting is followed (`nesting.py`), which costs two or three microseconds a tag.
Most pages are too small to do harm and skip that.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from harvestman.model import Status
from harvestman.pages.nesting import FORMATTING, follow

MAX_CHARACTERS: Final = 32 * 1024 * 1024
MAX_DEPTH: Final = 12_000  # 0.3 s in the parser; it grows with the square
MAX_OPTIONS: Final = 10_000  # 0.5 s in the parser; it grows with the square
MAX_ATTRIBUTES_OF_TAG: Final = 10_000  # 0.2 s; it grows with the square
MAX_TREE_BYTES: Final = 180 * 1024 * 1024
MAX_REOPENED: Final = 200_000

# Measured with selectolax 1.0: an element with a text behind it, and an attribute, in the parsed tree.
_ELEMENT_BYTES: Final = 330
_ATTRIBUTE_BYTES: Final = 230

_TAG_NAME: Final = re.compile(r"<([a-zA-Z][^\s/>]{0,20})")
_TAG: Final = re.compile(r"<[a-zA-Z][^\s/>]*+([^>]*+)")
_LONG_TAG: Final = re.compile(r"<[a-zA-Z][^>]{20000,}")
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_GAP: Final = re.compile(r"[\s/]+")
# Elements that end without an end tag wherever the next of them begins; most old pages have thousands of them open.
_ENDING: Final = ("p", "li", "dd", "dt", "td", "th", "tr", "a")


def refuse(html: str) -> Status | None:
    """The status of a page that must not be parsed, or None for one that may."""
    angles = html.count("<")
    if angles < 2_500 and len(html) < 200_000:
        return None  # whatever it holds, its tree stays below a million nodes
    if len(html) > MAX_CHARACTERS or angles > 2 * MAX_TREE_BYTES // _ELEMENT_BYTES:
        return Status.TOO_LARGE  # counted with the end tags: there may be half as many elements
    names = Counter(match.group(1).lower() for match in _TAG_NAME.finditer(html))
    elements = names.total()
    size_bytes = elements * _ELEMENT_BYTES + _attributes(html) * _ATTRIBUTE_BYTES
    if size_bytes > MAX_TREE_BYTES or names["option"] > MAX_OPTIONS or _has_monster_tag(html):
        return Status.TOO_LARGE
    formatting = sum(names[name] for name in FORMATTING)
    nesting = elements - sum(names[name] for name in _ENDING)
    if nesting <= MAX_DEPTH and formatting * elements <= MAX_REOPENED:
        return None
    seen = follow(html, max_depth=MAX_DEPTH, max_reopened=MAX_REOPENED)
    if seen.depth > MAX_DEPTH:
        return Status.TOO_DEEP
    return Status.TOO_LARGE if seen.reopened > MAX_REOPENED else None


def _has_monster_tag(html: str) -> bool:
    return any(
        len(_GAP.findall(_QUOTED.sub("", match.group()))) > MAX_ATTRIBUTES_OF_TAG
        for match in _LONG_TAG.finditer(html)
    )


def _attributes(html: str) -> int:
    """About how many attributes the page has; counted only where they can matter."""
    if len(html) < 500_000:
        return 0
    return sum(
        len(_GAP.findall(_QUOTED.sub("", match.group(1))))
        for match in _TAG.finditer(html)
        if match.group(1)
    )
