"""Whether a page can be parsed safely, told from its markup before parsing it.

The HTML standard lets a small page make a huge tree, and the parser (lexbor, measured on one core) takes 20 s for 100,000
nested `div`s, more than a minute for 100,000 `option`s, 9 s for one tag with 60,000 attributes, and 730 MB for 57 KB of
`<div><font color=1>x</div><font color=2>…`, whose open fonts it must re-open in every following block. So sizes are
counted, and for pages with many tags the standard's stack of open elements is followed, which costs about a
microsecond a tag. Most pages are too small to do harm and skip that.
"""

from __future__ import annotations

import re
from collections import Counter

from harvestman.model import Status

MAX_CHARACTERS = 32 * 1024 * 1024
MAX_DEPTH = 12_000  # 0.3 s in the parser; it grows with the square
MAX_OPTIONS = 10_000  # 0.5 s in the parser; it grows with the square
MAX_ATTRIBUTES_OF_TAG = 10_000  # 0.2 s; it grows with the square
MAX_TREE_BYTES = 180 * 1024 * 1024
MAX_REOPENED = 200_000

# Measured with selectolax 1.0: an element with a text behind it, and an attribute, in the parsed tree.
_ELEMENT_BYTES = 330
_ATTRIBUTE_BYTES = 230

_TAG_NAME = re.compile(r"<([a-zA-Z][^\s/>]{0,20})")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]{0,20})([^>]*)>?|<!--(?:.*?-->|.*\Z)", re.DOTALL)
_RAW = re.compile(
    r"<(script|style|textarea|title|xmp)\b[^>]*>.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE
)
_LONG_TAG = re.compile(r"<[a-zA-Z][^>]{20000,}")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_GAP = re.compile(r"[\s/]+")
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
_FORMATTING = frozenset("b big code em font i nobr s small strike strong tt u".split())
# Elements that end when one of their kind, or a sibling kind, begins.
_ENDS = {
    "p": {"p"},
    "li": {"li"},
    "dd": {"dd", "dt"},
    "dt": {"dd", "dt"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"tr", "td", "th"},
    "a": {"a"},
}
_CELLS = frozenset({"td", "th", "caption"})


def refuse(html: str) -> Status | None:
    """The status of a page that must not be parsed, or None for one that may."""
    if len(html) > MAX_CHARACTERS:
        return Status.TOO_LARGE
    if html.count("<") < 2_500 and len(html) < 200_000:
        return None  # whatever it holds, its tree stays below a million nodes
    if html.count("<") > 2 * MAX_TREE_BYTES // _ELEMENT_BYTES:  # every tag with its end tag
        return Status.TOO_LARGE
    names = Counter(match.group(1).lower() for match in _TAG_NAME.finditer(html))
    elements = names.total()
    size_bytes = elements * _ELEMENT_BYTES + _attributes(html) * _ATTRIBUTE_BYTES
    if size_bytes > MAX_TREE_BYTES or names["option"] > MAX_OPTIONS or _has_monster_tag(html):
        return Status.TOO_LARGE
    formatting = sum(names[name] for name in _FORMATTING)
    nesting = elements - sum(names[name] for name in (*_VOID, *_ENDS))
    if nesting <= MAX_DEPTH and formatting * elements <= MAX_REOPENED:
        return None
    return _follow(_RAW.sub("", html))


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
        len(_GAP.findall(_QUOTED.sub("", match.group(3))))
        for match in _TAG.finditer(html)
        if match.group(3)
    )


def _follow(html: str) -> Status | None:
    """Follow the stack of open elements and the list of formatting elements, as far as they decide the tree's size."""
    stack: list[str] = []
    open_count: Counter[str] = Counter()
    formats = _Formats()
    for match in _TAG.finditer(html):
        end, name, attributes = match.groups()
        if name is None:
            continue
        name = name.lower()
        if end:
            if open_count[name]:
                _pop_until({name}, stack, open_count, formats, own=name)
            formats.close(name)
            continue
        if name in _VOID:
            continue
        if name in _ENDS and stack and stack[-1] in _ENDS[name]:
            _pop_until(_ENDS[name], stack, open_count, formats)
        if name in _CELLS and open_count["table"]:
            formats.enter()
        # Lost elements are opened again before the next text or inline element: before this one, or within it.
        opened = [*formats.reopen(), name] if name in _FORMATTING else [name, *formats.reopen()]
        stack += opened
        open_count.update(opened)
        if name in _FORMATTING:
            formats.open(name, attributes)
        if len(stack) > MAX_DEPTH:
            return Status.TOO_DEEP
        if formats.reopened > MAX_REOPENED:
            return Status.TOO_LARGE
    return None


def _pop_until(
    names: set[str], stack: list[str], open_count: Counter[str], formats: _Formats, *, own: str = ""
) -> None:
    while stack:
        name = stack.pop()
        open_count[name] -= 1
        if name in _CELLS and formats.levels > 1:
            formats.leave()
        elif name in _FORMATTING and name != own:
            formats.lose(name)
        if name in names:
            return


class _Formats:
    """The list of active formatting elements: those that were opened and not closed by their own end tag.

    Of elements alike in name and attributes the standard keeps three ("Noah's Ark"). Those that another element's end
    has closed are lost, and are opened again before the next content. A table cell begins a list of its own.
    """

    def __init__(self) -> None:
        self.reopened = 0
        self._levels: list[tuple[dict[str, list[str]], Counter[tuple[str, str]], Counter[str]]] = []
        self.enter()

    @property
    def levels(self) -> int:
        return len(self._levels)

    def enter(self) -> None:
        self._levels.append(({}, Counter(), Counter()))

    def leave(self) -> None:
        self._levels.pop()

    def open(self, name: str, attributes: str) -> None:
        active, alike, _ = self._levels[-1]
        if alike[name, attributes] < 3:
            alike[name, attributes] += 1
            active.setdefault(name, []).append(attributes)

    def close(self, name: str) -> None:
        active, alike, lost = self._levels[-1]
        if active.get(name):
            alike[name, active[name].pop()] -= 1
            lost[name] = min(lost[name], len(active[name]))

    def lose(self, name: str) -> None:
        active, _, lost = self._levels[-1]
        lost[name] = min(lost[name] + 1, len(active.get(name, ())))

    def reopen(self) -> list[str]:
        *_, lost = self._levels[-1]
        again = list(lost.elements())
        lost.clear()
        self.reopened += len(again)
        return again
