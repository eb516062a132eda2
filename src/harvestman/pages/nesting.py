"""How deep a page nests, and how much of it the parser will repeat: the HTML standard's stack of open elements, followed
over the tags alone.

It need not be exact, but it must not be fooled: where it cannot tell cheaply, it counts an element as still open. What the
standard does with tables, paragraphs, lists, scopes, misnested formatting ("adoption agency") and foreign content is
followed as far as it can make an open element look closed.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

# A tag as the standard's tokenizer sees it; possessive (*+), so that no text is tried in several ways.
_TOKEN: Final = re.compile(
    r"<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?P<attributes>(?:[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|(?![\"'])[^\s>]*+))?+)*+[\s/]*+)>?"
    r"|<!--(?:-?>|.*?(?:--!?>|\Z))",
    re.DOTALL,
)
_VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
FORMATTING: Final = frozenset("b big code em font i nobr s small strike strong tt u".split())
# Elements of HTML that are more than a span of text; end tags of others do not reach over them.
_SPECIAL: Final = frozenset(
    "address applet article aside blockquote body button caption center colgroup dd details dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe li listing main marquee menu "
    "nav noembed noframes noscript object ol p plaintext pre script search section select style summary table tbody td "
    "template textarea tfoot th thead title tr ul xmp".split()
)
# Elements whose inside no end tag of another element reaches out of.
_SCOPES: Final = frozenset(
    "annotation-xml applet button caption desc foreignobject html marquee mi mn mo ms mtext object select table td template "
    "th title".split()
)
_TABLE_PARTS: Final = frozenset("caption table tbody td tfoot th thead tr".split())
# Special elements that stand in a line of text all the same.
_TEXT_LIKE: Final = frozenset("applet button marquee object select xmp".split())
_CELLS: Final = frozenset({"td", "th", "caption"})
_MARKERS: Final = _CELLS | {"applet", "marquee", "object", "template"}
_CLOSES_PARAGRAPH: Final = _SPECIAL - frozenset(
    "applet body button caption colgroup frameset head html iframe marquee noscript object script select style tbody td "
    "template textarea tfoot th thead title tr".split()
)
_ITEMS: Final = {"li": {"li"}, "dd": {"dd", "dt"}, "dt": {"dd", "dt"}}
# Elements of HTML that end foreign content, although they are spans of text.
_BREAK_OUT: Final = FORMATTING | {"span", "sub", "sup", "var", "ruby", "center", "font"}
_RAW: Final = frozenset({"script", "style", "textarea", "title", "xmp"})
# In these the standard does not take what follows for raw text, or drops tags.
_FOREIGN: Final = ("svg", "math", "select", "frameset")
_OUT_OF_REACH: Final = _SPECIAL | _BREAK_OUT | _SCOPES | {"svg", "math", "option"}
_IMPLIED: Final = frozenset("dd dt li optgroup option p rb rp rt rtc".split())
_LOOK_UP: Final = 50


@dataclass(slots=True)
class Nesting:
    """What following the tags brought."""

    depth: int = 0
    """The most elements that were open at once."""
    reopened: int = 0
    """How many formatting elements the parser makes again, because a block was closed over them."""


def follow(html: str, *, max_depth: int, max_reopened: int) -> Nesting:
    """The nesting of a page; stops as soon as it is over one of the limits."""
    stack = _Stack()
    position = 0
    while match := _TOKEN.search(html, position):
        if match.start() > position:
            stack.text()
        position = match.end()
        if match["name"] is None:
            continue
        name = match["name"].lower()
        if match["end"]:
            stack.end(name)
        elif name in _VOID:
            stack.text()
        else:
            stack.start(name, match["attributes"])
            if name in _RAW and not any(stack.open[foreign] for foreign in _FOREIGN):
                position = _raw_end(html, name, position)
        if stack.seen.depth > max_depth or stack.seen.reopened > max_reopened:
            break
    return stack.seen


def _raw_end(html: str, name: str, position: int) -> int:
    match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(html, position)
    return match.start() if match else len(html)


@dataclass(slots=True)
class _Level:
    """What is open since the last element that makes a scope of its own."""

    name: str
    start: int
    open: Counter[str] = field(default_factory=Counter)


class _Stack:
    """The open elements, with the formatting elements that are to be opened again."""

    def __init__(self) -> None:
        self.seen = Nesting()
        self.open: Counter[str] = Counter()
        self._names: list[str] = []
        self._levels = [_Level("", 0)]
        self._formats = _Formats()

    @property
    def _is_foreign(self) -> bool:
        return bool(self.open["svg"] or self.open["math"])

    def start(self, name: str, attributes: str) -> None:
        """A start tag."""
        if self._is_foreign:
            # Whether HTML's rules hold in there depends on what stands around; without them all stays open.
            if not attributes.endswith("/") or name in _SPECIAL or name in _BREAK_OUT:
                self._push(name)
            return
        if name in _TABLE_PARTS and name != "table" and not self.open["table"]:
            return  # dropped by the parser
        if name in _CLOSES_PARAGRAPH and self._levels[-1].open["p"]:
            self._pop_until({"p"})
        if name in _ITEMS:
            self._end_item(_ITEMS[name])
        elif name in _TABLE_PARTS and name != "table":
            self._end_table_parts(name)
        elif name == "a":
            self._remove("a")
        if name not in _SPECIAL or name in _TEXT_LIKE:
            self.text()
        self._push(name)
        if name in FORMATTING:
            self._formats.open(name, attributes)

    def text(self) -> None:
        """Text, or an inline element: the formatting elements that were lost are opened again."""
        again = self._formats.reopen()
        self.seen.reopened += len(again)
        for name in again:
            self._push(name)

    def end(self, name: str) -> None:
        """An end tag, which closes nothing where nothing of its name is open in reach."""
        if (name in FORMATTING or name == "a") and not self._is_foreign:
            self._remove(name)
            self._formats.close(name)
        elif (
            name == "form" and not self._is_foreign
        ):  # only the form itself ends; what was opened within it stays open
            if self._place_of({name}, stop=_SCOPES) is not None:
                while self._names[-1] in _IMPLIED:
                    self._pop_until({self._names[-1]})
                self._remove(name, alone=True)
        elif name == "br":
            self.text()
        elif self._is_foreign or (name not in _SPECIAL and name not in _TABLE_PARTS):
            if self._place_of({name}, stop=_OUT_OF_REACH) is not None:
                self._pop_until({name})
        elif name in _TABLE_PARTS:
            if self._is_in_table(name):
                self._pop_until({name})
        elif name == "li":
            if self._place_of({name}, stop=_SCOPES | {"ul", "ol"}) is not None:
                self._pop_until({name})
        elif self._levels[-1].name == name or self._levels[-1].open[name]:
            self._pop_until({name})

    def _is_in_table(self, name: str) -> bool:
        """Whether a part of a table is open in the innermost table."""
        for level in reversed(self._levels[-_LOOK_UP:]):
            if level.name == name or (level.name == "table" and level.open[name]):
                return True
            if level.name in ("table", "template"):
                return False
        return False

    def _end_item(self, names: set[str]) -> None:
        if (
            self._place_of(names, stop=(_SPECIAL | _SCOPES) - {"address", "div", "p"} - names)
            is not None
        ):
            self._pop_until(names)

    def _end_table_parts(self, name: str) -> None:
        """A cell or row ends the cell before it, a row the row, a body the body; none reaches out of its table."""
        if self._levels[-1].name in _CELLS:
            self._pop_until({self._levels[-1].name})
        parts = set() if name in _CELLS else {"tr"} if name == "tr" else _TABLE_PARTS - {"table"}
        while self._levels[-1].name == "table" and any(self._levels[-1].open[p] for p in parts):
            self._pop_until(parts)

    def _remove(self, name: str, *, alone: bool = False) -> None:
        """Close one element and leave the blocks that were opened within it open, as the standard does."""
        place = self._place_of({name}, stop=_SCOPES)
        if place is None:
            return
        if alone or any(other in _SPECIAL for other in self._names[place + 1 :]):
            del self._names[place]
            self._count(name, -1)
        else:
            self._pop_until({name})

    def _place_of(self, names: set[str], *, stop: frozenset[str] | set[str]) -> int | None:
        """Where the nearest of these is open; None when it is out of reach, or too far to look for."""
        for place in range(len(self._names) - 1, max(-1, len(self._names) - 1 - _LOOK_UP), -1):
            if self._names[place] in names:
                return place
            if self._names[place] in stop:
                return None
        return None

    def _push(self, name: str) -> None:
        self._names.append(name)
        self.seen.depth = max(self.seen.depth, len(self._names))
        self._count(name, 1)
        if name in _SCOPES:
            self._levels.append(_Level(name, len(self._names) - 1))
        if name in _MARKERS:
            self._formats.enter()

    def _pop_until(self, names: set[str] | frozenset[str]) -> None:
        while self._names:
            name = self._names.pop()
            if self._levels[-1].start == len(self._names) and self._levels[-1].name == name:
                self._levels.pop()
            self._count(name, -1)
            if name in _MARKERS:
                self._formats.leave()
            elif name in FORMATTING and name not in names:
                self._formats.lose(name)
            if name in names:
                return

    def _count(self, name: str, step: int) -> None:
        self.open[name] += step
        level = self._levels[-1]
        if level.open[name] + step >= 0:
            level.open[name] += step


class _Formats:
    """The list of active formatting elements: those that were opened and not closed by their own end tag.

    Of elements alike in name and attributes the standard keeps three ("Noah's Ark"). Those that another element's end
    has closed are lost, and are opened again before the next content. A table cell begins a list of its own.
    """

    def __init__(self) -> None:
        self._levels: list[tuple[dict[str, list[str]], Counter[tuple[str, str]], Counter[str]]] = []
        self.enter()

    def enter(self) -> None:
        self._levels.append(({}, Counter(), Counter()))

    def leave(self) -> None:
        if len(self._levels) > 1:
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
        return again
