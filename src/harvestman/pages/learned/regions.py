"""A page's markup in, its regions out: the smallest texts that tags set apart, in the order of the page.

The markup is scanned, not parsed into a tree: one pass, linear in its size, however deep or broken the nesting is. A region
ends at every block tag and wherever the style changes (bold, italic, link, colour, class); superscripts do not end it, but
are remembered, since they join authors to affiliations. A region knows its line, its container, the path of its tags, what
lay between it and the region before it, and its link.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

MAX_REGIONS = 20_000  # the longest programmes have some 10,000
MAX_TEXT = 3_000  # characters of one region that are kept
_MAX_OPEN = 200

_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(/?)([a-zA-Z][a-zA-Z0-9]*)(?::\w+)?((?:[^<>\"']++|\"[^\"]{0,3000}+\"|'[^']{0,3000}+')*+)>"
    r"|<(/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]{0,3000})>"
    r"|<[!?][^>]{0,3000}>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(
    r"\b(href|class|id|style|color|size|src|alt)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")

_BLOCK = frozenset(
    "p li ul ol tr td th table tbody thead tfoot br hr div h1 h2 h3 h4 h5 h6 dl dt dd pre center blockquote section article "
    "header footer nav aside main form fieldset address caption figure figcaption details summary option select button body "
    "html iframe label legend menu input textarea".split()
)
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
_RAW = frozenset("script style template svg textarea noframes xml select math".split())
_ENDED_BY = {
    "li": ("li", ("ul", "ol", "menu", "table")),
    "tr": ("tr", ("table",)),
    "td": ("td", ("tr", "table")),
    "th": ("th", ("tr", "table")),
    "p": ("p", ("td", "th", "li", "dd", "div", "table")),
    "dd": ("dd", ("dl", "table")),
    "dt": ("dt", ("dl", "table")),
}
_CONTAINERS = frozenset(
    "p li td th div dd dt h1 h2 h3 h4 h5 h6 pre section article blockquote center".split()
)
_RECORDS = frozenset("li tr dd article".split())

(
    BOLD,
    ITALIC,
    UNDERLINE,
    LINK,
    HEADING,
    CELL,
    HEAD_CELL,
    ITEM,
    PRE,
    SUPER,
    QUOTED,
    SMALL,
    NAVIGATION,
) = (1 << bit for bit in range(13))
STYLES = {
    "b": BOLD, "strong": BOLD, "i": ITALIC, "em": ITALIC, "cite": ITALIC, "var": ITALIC, "dfn": ITALIC,
    "u": UNDERLINE, "td": CELL, "th": HEAD_CELL, "li": ITEM, "dd": ITEM, "dt": ITEM, "pre": PRE,
    "sup": SUPER, "sub": SUPER, "q": QUOTED, "small": SMALL, "nav": NAVIGATION, "footer": NAVIGATION,
    "h1": HEADING, "h2": HEADING, "h3": HEADING, "h4": HEADING, "h5": HEADING, "h6": HEADING,
}  # fmt: skip
# Classes that word processors put around misspelt words and stretches of blanks.
_WORD_PROCESSOR = re.compile(r"spelle|grame|apple-|mso-?spacerun")
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_ITALIC_STYLE = re.compile(r"font-style\s*:\s*italic", re.IGNORECASE)
_COLOUR_STYLE = re.compile(r"(?<![-\w])color\s*:\s*([#\w]+)", re.IGNORECASE)


@dataclass(slots=True)
class Anchor:
    """A link of the page and the regions that it spans."""

    href: str
    first: int
    """The number of the region that follows the opening tag."""
    text: str = ""


@dataclass(slots=True)
class Region:
    """A text that tags set apart."""

    text: str
    flags: int
    path: str
    """The last tags around it, with their classes: alike for the same field of two records."""
    names: str
    """Classes and ids of the nearest element that has any, lower-cased."""
    colour: str
    line: int
    """Regions of one line have only inline tags between them."""
    container: int
    record: int
    """The number of the list item or table row it stands in; 0 outside of any."""
    outer: int
    """The number of the entry that this entry is nested in."""
    separator: str
    """The last block tags between the region before and this one."""
    anchor: Anchor | None
    supers: list[tuple[int, int]] = field(default_factory=list)
    """Where superscripts begin and end in the text."""
    glued: bool = False
    """No white space lay between the region before and this one."""


@dataclass(slots=True)
class Regions:
    """All regions of a page, its links, and what it calls itself."""

    regions: list[Region]
    anchors: list[Anchor]
    title: str


class _State:
    """What the open tags amount to; made when a tag opens, shared by everything in it."""

    __slots__ = (
        "anchor",
        "colour",
        "container",
        "flags",
        "names",
        "outer",
        "path",
        "record",
        "tag",
    )

    def __init__(self, tag: str, parent: _State | None) -> None:
        self.tag = tag
        if parent is None:
            self.flags, self.path, self.names, self.colour = 0, "", "", ""
            self.container, self.record, self.outer = 0, 0, 0
            self.anchor: Anchor | None = None
        else:
            self.flags, self.path, self.names = parent.flags, parent.path, parent.names
            self.colour, self.anchor = parent.colour, parent.anchor
            self.container, self.record, self.outer = parent.container, parent.record, parent.outer


def cut(markup: str) -> Regions:
    """The regions of a page."""
    scan = _Scan(markup)
    scan.run()
    return Regions(scan.regions, scan.anchors, scan.title)


class _Scan:
    """One pass over the markup."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.regions: list[Region] = []
        self.anchors: list[Anchor] = []
        self.title = ""
        self.stack: list[_State] = [_State("", None)]
        self.state = self.stack[0]
        self.line = 0
        self.serial = 0
        self.separators: list[str] = []
        self.spaced = True
        self.unclosed: set[str] = set()

    def run(self) -> None:
        markup = self.markup
        position = 0
        matcher = _MARKUP.search
        while True:
            match = matcher(markup, position)
            if match is None:
                self.text(markup[position:])
                break
            start = match.start()
            if start > position:
                self.text(markup[position:start])
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
                end = markup.find("<", position)
                self.title = (
                    self.title or _clean(markup[position : end if end > 0 else position])[:300]
                )
                position = end if end > 0 else position
            elif name in _RAW:
                position = self.skip(name, position)
            else:
                self.open(name, attributes)
            if len(self.regions) >= MAX_REGIONS:
                break

    def skip(self, name: str, position: int) -> int:
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
                values = _attributes(attributes)
                words = values.get("alt") or values.get("src", "").rpartition("/")[2]
                self.state.anchor.text = f"{self.state.anchor.text} {words}"[:200]
            return
        if len(self.stack) >= _MAX_OPEN:
            return
        state = _State(name, self.state)
        state.flags |= STYLES.get(name, 0)
        values = _attributes(attributes) if attributes and not attributes.isspace() else {}
        if name == "a":
            self.open_link(state, values.get("href"))
        if values:
            _restyle(state, name, values)
        names = values.get("class", "")
        if name not in ("sup", "sub", "font") and (name != "span" or names or "id" in values):
            kind = names.partition(" ")[0].lower()
            state.path = (
                f"{state.path[-60:]} {name}.{kind}" if kind else f"{state.path[-60:]} {name}"
            )
        if name in _CONTAINERS or name in _RECORDS:
            self.serial += 1
            if name in _CONTAINERS:
                state.container = self.serial
            if name in _RECORDS:
                state.outer, state.record = state.record, self.serial
        self.stack.append(state)
        self.state = state

    def open_link(self, state: _State, href: str | None) -> None:
        state.anchor = None
        state.flags &= ~LINK
        if href is not None:
            state.anchor = Anchor(html.unescape(href).strip(), len(self.regions))
            self.anchors.append(state.anchor)
            state.flags |= LINK

    def end_implied(self, name: str, walls: tuple[str, ...]) -> None:
        """A list item ends the one before it, a cell the cell before it, unless a table or list lies between."""
        for depth in range(len(self.stack) - 1, max(0, len(self.stack) - 12), -1):
            tag = self.stack[depth].tag
            if (
                tag == name
                or (name in ("td", "th") and tag in ("td", "th"))
                or (name in ("dd", "dt") and tag in ("dd", "dt"))
            ):
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
        if len(self.separators) < 8 or tag in ("hr", "br"):
            self.separators.append(tag)
        self.spaced = True

    def text(self, raw: str) -> None:
        if raw.isspace():
            self.spaced = True
            return
        if self.state.flags & PRE and "\n" in raw:
            for number, part in enumerate(raw.split("\n")):
                if number:
                    self.break_line("nl" if part.strip() else "br")
                if part and not part.isspace():
                    self.add(part)
            return
        self.add(raw)

    def add(self, raw: str) -> None:
        if "&" in raw:
            raw = html.unescape(raw)
        text = " ".join(raw.split())
        if not text:
            self.spaced = True
            return
        state = self.state
        space = self.spaced or raw[0].isspace()
        self.spaced = raw[-1].isspace()
        if state.anchor is not None and len(state.anchor.text) < 200:
            state.anchor.text = f"{state.anchor.text} {text}"[:200].strip()
        last = self.regions[-1] if self.regions else None
        if last is not None and not self.separators and self.joins(last, state, text):
            if len(last.text) < MAX_TEXT:
                start = len(last.text) + space
                last.text = f"{last.text} {text}" if space else last.text + text
                if state.flags & SUPER:
                    last.supers.append((start, len(last.text)))
            return
        separators = self.separators
        region = Region(
            text[:MAX_TEXT],
            state.flags & ~SUPER,
            state.path,
            state.names,
            state.colour,
            self.line,
            state.container,
            state.record,
            state.outer,
            " ".join(separators[-3:]) if separators else "",
            state.anchor,
            glued=not space,
        )
        if state.flags & SUPER:
            region.supers.append((0, len(text)))
        self.regions.append(region)
        if separators:
            self.separators = []

    def joins(self, last: Region, state: _State, text: str) -> bool:
        """Whether a text goes on in the region before it: of the same style, or nothing but punctuation."""
        if state.anchor is last.anchor and (
            state.flags & SUPER
            or (
                state.flags & ~SUPER == last.flags
                and state.names == last.names
                and state.colour == last.colour
            )
        ):
            return True
        return len(text) <= 3 and not any(map(str.isalnum, text)) and text[-1] not in '“"‘«'


def _restyle(state: _State, name: str, values: dict[str, str]) -> None:
    """What the attributes of a tag change: classes, and style by other means than tags."""
    names = f"{values.get('class', '')} {values.get('id', '')}".strip().lower()
    if names and not _WORD_PROCESSOR.match(names):
        state.names = names[:80]
    if style := values.get("style"):
        if _BOLD_STYLE.search(style):
            state.flags |= BOLD
        if _ITALIC_STYLE.search(style):
            state.flags |= ITALIC
        if colour := _COLOUR_STYLE.search(style):
            state.colour = colour.group(1).lower()
    if name == "font":
        state.colour = (values.get("color", "") + values.get("size", "")).lower() or state.colour


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): double or single or bare
        for name, double, single, bare in _ATTRIBUTE.findall(text[:4000])
    }


def _clean(text: str) -> str:
    return _SPACE.sub(" ", html.unescape(text)).strip()
