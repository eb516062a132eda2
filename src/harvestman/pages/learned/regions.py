"""A page's markup in, its regions out: the smallest texts that tags set apart, in the order of the page.

The markup is scanned, not parsed into a tree: one pass, linear in its size, however deep or broken the nesting is. A region
ends at every block tag and wherever the style changes (bold, italic, link, colour, class); superscripts do not end it, but
are remembered, since they join authors to affiliations. A region knows its line, its container, the path of its tags, what
lay between it and the region before it, and its link.

A long page is handed on in windows that overlap, so that what is made of its regions never has to fit into memory at once.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from harvestman.pages.learned.looks import PRE, STYLES, SUPER, TagLook, attributes_of, restyled
from harvestman.text.native import mypyc_attr

try:
    from harvestman.pages.learned import _scanning
except ImportError:  # built without a compiler
    _scanning = None  # type: ignore[assignment]

WINDOW: Final = 4_000  # regions; the longest page of the data has 1,225
OVERLAP: Final = 200  # an entry that the end of a window cuts is whole in the next one
MAX_TEXT: Final = 3_000  # characters of one region that are kept
_MAX_RAW: Final = 20_000  # characters of one text that are looked at
_MAX_ANCHORS: Final = 50_000  # links of one window
_MAX_LOOKS: Final = 10_000
_MAX_OPEN: Final = 200

_MARKUP: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(/?)([a-zA-Z][a-zA-Z0-9]*+)(?::\w++)?+((?:[^<>\"']++|\"[^\"]{0,3000}+\"|'[^']{0,3000}+')*+)>"
    r"|<(/?)([a-zA-Z][a-zA-Z0-9]*+)([^<>]{0,3000}+)>"
    r"|<[!?][^>]{0,3000}>",
    re.DOTALL,
)
_SPACE: Final = re.compile(r"\s+")

_BLOCK: Final = frozenset(
    "p li ul ol tr td th table tbody thead tfoot br hr div h1 h2 h3 h4 h5 h6 dl dt dd pre center blockquote section article "
    "header footer nav aside main form fieldset address caption figure figcaption details summary option select button body "
    "html iframe label legend menu input textarea".split()
)
_VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
_RAW: Final = frozenset("script style template svg textarea noframes xml select math".split())
_ENDED_BY: Final = {
    "li": ("li", ("ul", "ol", "menu", "table")),
    "tr": ("tr", ("table",)),
    "td": ("td", ("tr", "table")),
    "th": ("th", ("tr", "table")),
    "p": ("p", ("td", "th", "li", "dd", "div", "table")),
    "dd": ("dd", ("dl", "table")),
    "dt": ("dt", ("dl", "table")),
}
_CONTAINERS: Final = frozenset(
    "p li td th div dd dt h1 h2 h3 h4 h5 h6 pre section article blockquote center".split()
)
_RECORDS: Final = frozenset("li tr dd article".split())

_MARK: Final = re.compile(r"(?:\d{1,2}|[*†‡§¶])(?:,(?:\d{1,2}|[*†‡§¶])){0,3}")


def _kind(name: str) -> tuple[str, str, int, tuple[str, ...], tuple[str, ...]]:
    """What `_scanning.c` is told of a tag: what it is in bits, which open tags it ends, and between which others it does not."""
    sets = (_BLOCK, _VOID, _RAW, _CONTAINERS, _RECORDS, {"td", "th", "table"}, {"a"}, {"title"}, {"img"})  # fmt: skip
    bits = sum((name in some) << bit for bit, some in enumerate(sets))
    ends, walls = _ENDED_BY.get(name, ("", ()))
    alike = next((pair for pair in _ALIKE if ends in pair), (ends,) if ends else ())
    return name, f"/{name}", bits, alike, walls


_ALIKE: Final = (("td", "th"), ("dd", "dt"))
_KINDS: Final = {
    name: _kind(name)
    for name in (
        *_BLOCK,
        *_VOID,
        *_RAW,
        *_CONTAINERS,
        *_RECORDS,
        *STYLES,
        "a",
        "title",
        "span",
        "font",
    )
}


@mypyc_attr(acyclic=True)
class Anchor:
    """A link of the page and the regions that it spans."""

    __slots__ = ("first", "href", "text")

    def __init__(self, href: str, first: int, text: str = "") -> None:
        self.href = href
        self.first = first
        """The number of the region that follows the opening tag."""
        self.text = text


@mypyc_attr(acyclic=True)
class Region:
    """A text that tags set apart."""

    __slots__ = (
        "anchor",
        "colour",
        "container",
        "flags",
        "glued",
        "line",
        "look",
        "names",
        "outer",
        "path",
        "record",
        "separator",
        "supers",
        "text",
    )

    def __init__(
        self,
        text: str,
        look: TagLook,
        anchor: Anchor | None,
        line: int,
        container: int,
        record: int,
        outer: int,
        separator: str,
        *,
        glued: bool = False,
    ) -> None:
        self.text, self.look, self.anchor = text, look, anchor
        self.flags: int = look.flags & ~SUPER
        self.path: str = look.path
        """The last tags around it, with their classes: alike for the same field of two records."""
        self.names: str = look.names
        """Classes and ids of the nearest element that has any, lower-cased."""
        self.colour: str = look.colour
        self.line = line
        """Regions of one line have only inline tags between them."""
        self.container = container
        self.record = record
        """The number of the list item or table row it stands in; 0 outside of any."""
        self.outer = outer
        """The number of the entry that this entry is nested in."""
        self.separator = separator
        """The last block tags between the region before and this one."""
        self.supers: list[tuple[int, int]] = []
        """Where superscripts begin and end in the text."""
        self.glued = glued
        """No white space lay between the region before and this one."""


@dataclass(slots=True)
class Regions:
    """The regions of a page, or of one window of it, its links, and what the page calls itself."""

    regions: list[Region]
    anchors: list[Anchor]
    title: str
    offset: int = 0
    """How many regions of the page lie before this window."""
    first: int = 0
    last: int | None = None
    """What begins before `first` or from `last` on belongs to another window."""


_Key = tuple[TagLook, str, str | tuple[str | None, ...]]


class _State:
    """An open tag, with what it and those around it amount to."""

    __slots__ = ("anchor", "container", "look", "outer", "record", "tag")

    def __init__(self, tag: str, look: TagLook, parent: _State | None) -> None:
        self.tag, self.look = tag, look
        if parent is None:
            self.container = self.record = self.outer = 0
            self.anchor: Anchor | None = None
        else:
            self.container, self.record = parent.container, parent.record
            self.outer, self.anchor = parent.outer, parent.anchor


def windows(markup: str) -> Iterator[Regions]:
    """The regions of a page, in windows: all but the longest pages are one. Each must be done with before the next is asked for."""
    if _scanning is not None:
        scan = _Scan(markup)
        if scan.run_compiled():
            return iter((scan.window(is_last=True),))
    return windows_plainly(markup)


def windows_plainly(markup: str) -> Iterator[Regions]:
    """The same in plain Python: for pages of several windows, and where nothing was compiled."""
    return _Scan(markup).run()


def cut(markup: str) -> Regions:
    """The regions of a page, of a very long one those of its first window."""
    return next(windows(markup))


class _Scan:
    """One pass over the markup."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.regions: list[Region] = []
        self.anchors: list[Anchor] = []
        self.title = ""
        self.looks: dict[_Key, TagLook] = {}
        self.stack: list[_State] = [_State("", TagLook(0, "", "", ""), None)]
        self.state = self.stack[0]
        self.line = 0
        self.serial = 0
        self.passed = 0
        self.separators: list[str] = []
        self.spaced = True
        self.unclosed: set[str] = set()

    def run_compiled(self) -> bool:
        """Read the whole page (`_scanning.c`); False, with nothing worth keeping, where it is longer than a window."""
        return _scanning.run(
            self, self.markup, self.state.look, _KINDS, WINDOW, PRE, SUPER, "nl", "br"
        )

    def run(self) -> Iterator[Regions]:
        markup = self.markup
        position = 0
        matcher = _MARKUP.search
        while True:
            match = matcher(markup, position)
            start = len(markup) if match is None else match.start()
            if start > position:
                for text in self.texts(position, start):
                    self.add(text)
                    if len(self.regions) >= WINDOW:
                        yield self.window(is_last=False)
                        self.move_on()
            if match is None:
                break
            position = match.end()
            closing, name, attributes = match.group(1, 2, 3)
            if name is None:
                closing, name, attributes = match.group(4, 5, 6)
                if name is None:
                    continue
            name = name.lower()
            if closing:
                self.close(name)
            elif name == "title":
                position = self.behind_title(name, position)
            elif name in _RAW:
                position = self.behind_raw(name, position)
            else:
                self.open(name, attributes)
        yield self.window(is_last=True)

    def window(self, *, is_last: bool) -> Regions:
        half = OVERLAP // 2
        return Regions(
            self.regions,
            self.anchors,
            self.title,
            offset=self.passed,
            first=half if self.passed else 0,
            last=None if is_last else len(self.regions) - half,
        )

    def move_on(self) -> None:
        """Keep only the end of the window that was handed on."""
        gone = len(self.regions) - OVERLAP
        self.regions = self.regions[gone:]
        self.passed += gone
        for anchor in self.anchors:
            anchor.first -= gone
        self.anchors = [anchor for anchor in self.anchors if anchor.first >= 0]

    def behind_title(self, _name: str, position: int) -> int:
        """Keep what the page calls itself."""
        end = max(self.markup.find("<", position), position)
        self.title = self.title or _clean(self.markup[position : min(end, position + 2_000)])
        return end

    def behind_raw(self, name: str, position: int) -> int:
        """Where a script or the like ends."""
        if name in self.unclosed:
            return position
        found = re.compile(rf"</{name}\b[^>]*>", re.IGNORECASE).search(self.markup, position)
        if found is None:
            self.unclosed.add(name)
            return position
        return found.end()

    def open(self, name: str, attributes: str) -> None:
        if name in _BLOCK:
            self.break_line(name)
            if name in _ENDED_BY:
                self.end_implied(*_ENDED_BY[name])
        if name in _VOID:
            if name == "img" and self.state.anchor is not None and attributes:
                self.name_by_image(self.state.anchor, attributes)
            return
        if len(self.stack) >= _MAX_OPEN:
            return
        if name == "a":
            look, anchor = self.open_link(self.state.look, attributes or "")
            state = _State(name, look, self.state)
            state.anchor = anchor
        else:
            state = _State(name, self.look(self.state.look, name, attributes or ""), self.state)
        if name in _CONTAINERS or name in _RECORDS:
            self.serial += 1
            if name in _CONTAINERS:
                state.container = self.serial
            if name in _RECORDS:
                state.outer, state.record = state.record, self.serial
        self.stack.append(state)
        self.state = state

    def open_link(self, around: TagLook, attributes: str) -> tuple[TagLook, Anchor | None]:
        """The look inside a link, and the link itself; None for one that leads nowhere."""
        values = attributes_of(attributes[:4000]) if attributes else {}
        look, href = self.look_of_link(around, values), values.get("href")
        if href is None:
            return look, None
        href = html.unescape(href) if "&" in href else href
        anchor = Anchor(href.strip(), len(self.regions))
        if len(self.anchors) < _MAX_ANCHORS:
            self.anchors.append(anchor)
        return look, anchor

    @staticmethod
    def name_link(anchor: Anchor, text: str) -> None:
        """A text that stands in a link."""
        if len(anchor.text) < 200:
            anchor.text = f"{anchor.text} {text}"[:200].strip()

    @staticmethod
    def name_by_image(anchor: Anchor, attributes: str) -> None:
        """A picture that stands in a link: by the words for it, or by its file."""
        values = attributes_of(attributes[:4000])
        words = values.get("alt") or values.get("src", "").rpartition("/")[2]
        anchor.text = f"{anchor.text} {words}"[:200]

    def look(self, around: TagLook, name: str, attributes: str) -> TagLook:
        """What a tag makes of the look around it."""
        key = (around, name, attributes)
        known = self.looks.get(key)
        if known is None:
            known = self.keep(key, restyled(around, name, attributes_of(attributes[:4000])))
        return known

    def look_of_link(self, around: TagLook, values: dict[str, str]) -> TagLook:
        """The same for a link; its target, by which most differ, does not count here."""
        style = values.get("class"), values.get("id"), values.get("style")
        key = (around, "a" if "href" in values else "", style)
        known = self.looks.get(key)
        if known is None:
            known = self.keep(key, restyled(around, "a", values))
        return known

    def keep(self, key: _Key, look: TagLook) -> TagLook:
        if len(self.looks) > _MAX_LOOKS:
            self.looks.clear()
        self.looks[key] = look
        return look

    def end_implied(self, name: str, walls: tuple[str, ...]) -> None:
        """A list item ends the one before it, a cell the cell before it, unless a table or list lies between."""
        for depth in range(len(self.stack) - 1, max(0, len(self.stack) - 12), -1):
            tag = self.stack[depth].tag
            if tag == name or any(name in pair and tag in pair for pair in _ALIKE):
                del self.stack[depth:]
                self.state = self.stack[-1]
                return
            if tag in walls:
                return

    def close(self, name: str) -> None:
        if name in _BLOCK:
            self.break_line("/" + name)
        stack = self.stack
        if stack[-1].tag == name:
            stack.pop()
        else:
            for depth in range(len(stack) - 1, max(0, len(stack) - 40), -1):
                if stack[depth].tag == name:
                    # An inline end tag does not reach beyond its cell or item.
                    if name not in _BLOCK and any(
                        s.tag in ("td", "th", "table") for s in stack[depth + 1 :]
                    ):
                        return
                    del stack[depth:]
                    break
            else:
                return
        self.state = stack[-1]

    def break_line(self, tag: str) -> None:
        if not self.separators:
            self.line += 1
        if len(self.separators) < 8:
            self.separators.append(tag)
        else:  # only the last three are told
            self.separators[5:] = [*self.separators[-2:], tag]
        self.spaced = True

    def texts(self, start: int, end: int) -> Iterable[str]:
        """A stretch of the page without tags; in preformatted text line by line."""
        if self.state.look.flags & PRE:
            return self.lines(start, end)
        return (self.markup[start : min(end, start + _MAX_RAW)],)

    def lines(self, start: int, end: int) -> Iterator[str]:
        """A stretch of preformatted text without tags, line by line."""
        markup = self.markup
        while start < end:
            stop = markup.find("\n", start, end)
            part = markup[start : min(end if stop < 0 else stop, start + _MAX_RAW)]
            if part and not part.isspace():
                yield part
            if stop < 0:
                break
            start = stop + 1
            following = markup[start : start + 200].partition("\n")[0]
            self.break_line("nl" if following.strip() else "br")

    def add(self, raw: str) -> None:
        if raw.isspace():
            self.spaced = True
            return
        if "&" in raw:
            raw = self.unescape(raw)
        text = " ".join(raw.split())
        if not text:
            self.spaced = True
            return
        state, look = self.state, self.state.look
        space = self.spaced or raw[0].isspace()
        self.spaced = raw[-1].isspace()
        if state.anchor is not None:
            self.name_link(state.anchor, text)
        last = self.regions[-1] if self.regions else None
        if last is not None and not self.separators:
            is_mark = not space and self.is_mark(last, text)
            if is_mark or self.joins(last, state, text):
                self.join_last(last, text, space, is_mark or bool(look.flags & SUPER))
                return
        separator = " ".join(self.separators[-3:])
        self.add_region(
            text,
            look,
            state.anchor,
            self.line,
            state.container,
            state.record,
            state.outer,
            separator,
            not space,
        )
        self.separators = []

    def add_region(
        self,
        text: str,
        look: TagLook,
        anchor: Anchor | None,
        line: int,
        container: int,
        record: int,
        outer: int,
        separator: str,
        is_glued: bool,
    ) -> Region:
        """A text that no other region takes."""
        region = Region(
            text if len(text) <= MAX_TEXT else text[:MAX_TEXT],
            look,
            anchor,
            line,
            container,
            record,
            outer,
            separator,
            glued=is_glued,
        )
        if look.flags & SUPER:
            region.supers.append((0, len(text)))
        self.regions.append(region)
        return region

    @staticmethod
    def unescape(raw: str) -> str:
        """A text with its entities read."""
        return html.unescape(raw)

    @staticmethod
    def join_last(last: Region, text: str, space: bool, is_raised: bool) -> None:
        """A text that goes on in the last region."""
        if len(last.text) < MAX_TEXT:
            start = len(last.text) + space
            last.text = f"{last.text} {text}" if space else last.text + text
            if is_raised:
                last.supers.append((start, len(last.text)))

    @staticmethod
    def is_mark(last: Region, text: str) -> bool:
        """Whether a text of another style is a superscript without its tag: "1" right behind a name, as page builders print it."""
        return last.text[-1].isalpha() and _MARK.fullmatch(text) is not None

    def joins(self, last: Region, state: _State, text: str) -> bool:
        """Whether a text goes on in the region before it: of the same style, or nothing but punctuation."""
        look = state.look
        if state.anchor is last.anchor and (
            look.flags & SUPER
            or (
                look.flags & ~SUPER == last.flags
                and look.names == last.names
                and look.colour == last.colour
            )
        ):
            return True
        return len(text) <= 3 and not any(map(str.isalnum, text)) and text[-1] not in '“"‘«'


def _clean(text: str) -> str:
    return _SPACE.sub(" ", html.unescape(text)).strip()[:300]
