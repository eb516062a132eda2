"""Web pages: blocks become paragraphs, headings are large and bold. Scripts, menus and forms are left out.

Tags are read one after the other and no tree is built: a document needs none, and the tree of a hostile page grows with the
square of its size (see the pages room, which needs one).
"""

from __future__ import annotations

import html
import re
from contextlib import suppress

from harvestman.documents.files.writing import Style, Writer
from harvestman.documents.files.xml_events import Enough
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Properties
from harvestman.documents.layout.setting import set_pages
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status
from harvestman.text import decode_html

_SIZES = {"h1": 20.0, "h2": 16.0, "h3": 14.0, "h4": 12.0, "h5": 11.0, "h6": 11.0}
_BLOCKS = frozenset(
    "p div h1 h2 h3 h4 h5 h6 li ul ol dl dt dd tr td th table blockquote pre article section header"
    " footer main aside center address figure figcaption hr body form fieldset title".split()
)
_SKIPPED = frozenset(
    "script style noscript template nav select button textarea svg iframe object title".split()
)
_EMPTY = frozenset("br hr img input meta link base col area embed source track wbr".split())
_LOOKS = {
    "b": Style(bold=True), "strong": Style(bold=True), "th": Style(bold=True),
    "i": Style(italic=True), "em": Style(italic=True), "cite": Style(italic=True),
    "sup": Style(raised=True), "center": Style(align="center"), "small": Style(size=9.0),
}  # fmt: skip
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(/?)([a-zA-Z][^\s/>]*+)([^>]*+)>?|<[!?/][^>]*+>?|[^<]++|<", re.DOTALL
)
_CENTRED = re.compile(r"align\s*[=:]\s*[\"']?center", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""([a-zA-Z-]{1,30})\s*=\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))"""
)
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,2000})", re.IGNORECASE)
_ROOT = re.compile(r"<html([^>]{0,2000})>", re.IGNORECASE)
_META = re.compile(r"<meta\s([^>]{1,4000})>", re.IGNORECASE)
_HEAD_CHARACTERS = 100_000
_DEEPEST = 300
_PLAIN = Style(size=11.0)


def read_html(data: bytes, *, limits: ReadingLimits) -> Layout:
    """The layout of a web page."""
    text, _ = decode_html(data)
    reading = _Reading(limit=limits.characters)
    with suppress(Enough):
        reading.read(text)
    if not reading.writer.paragraphs:
        raise Unreadable(Status.EMPTY, "the page has no text")
    pages = set_pages(reading.writer.paragraphs, limits=limits)
    return Layout(tuple(pages), len(pages), "html", _properties(text[:_HEAD_CHARACTERS]))


class _Reading:
    """One page while it is read."""

    def __init__(self, *, limit: int) -> None:
        self.writer = Writer(limit=limit)
        self._open: list[tuple[str, Style]] = []
        self._style = _PLAIN
        self._skipping = ""

    def read(self, text: str) -> None:
        """Read all of it."""
        for match in _TOKEN.finditer(text):
            closing, name, attributes = match.groups()
            if name:
                self._tag(name.lower(), attributes, is_end=bool(closing))
            elif not self._skipping and (match.group()[0] != "<" or match.group() == "<"):
                shown = html.unescape(match.group())
                self.writer.write(re.sub(r"\s+", " ", shown), self._style)
        self.writer.end(self._style)

    def _tag(self, name: str, attributes: str, *, is_end: bool) -> None:
        if self._skipping:
            if is_end and name == self._skipping:
                self._skipping = ""
        elif name == "br":
            self.writer.write("\n", self._style)
        elif is_end:
            self._end(name)
        elif name in _SKIPPED:
            self._skipping = name
        else:
            self._start(name, attributes)

    def _start(self, name: str, attributes: str) -> None:
        if name in _BLOCKS:
            self.writer.end(self._style)
        if name in _EMPTY or attributes.endswith("/") or len(self._open) >= _DEEPEST:
            return
        self._open.append((name, self._style))
        if name in _SIZES:
            self._style = Style(size=_SIZES[name], bold=True).over(self._style)
        elif name in _LOOKS:
            self._style = _LOOKS[name].over(self._style)
        if attributes and _CENTRED.search(attributes[:1000]):
            self._style = Style(align="center").over(self._style)

    def _end(self, name: str) -> None:
        if name in _BLOCKS:
            self.writer.end(self._style)
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] == name:
                self._style = self._open[index][1]
                del self._open[index:]
                return


def _properties(head: str) -> Properties:
    title, root = _TITLE.search(head), _ROOT.search(head)
    meta: dict[str, str] = {}
    for match in _META.finditer(head):
        said = _attributes(match.group(1))
        if "name" in said and "content" in said:
            meta.setdefault(said["name"].lower(), said["content"])
    return Properties(
        title=_clean(title.group(1)) if title else "",
        author=meta.get("author", ""),
        subject=meta.get("description", ""),
        keywords=meta.get("keywords", ""),
        creator=meta.get("generator", ""),
        created=meta.get("date", ""),
        language=_attributes(root.group(1)).get("lang", "")[:20] if root else "",
    )


def _attributes(text: str) -> dict[str, str]:
    return {
        match.group(1).lower(): _clean(match.group(2) or match.group(3) or match.group(4) or "")
        for match in _ATTRIBUTE.finditer(text)
    }


def _clean(value: str) -> str:
    return " ".join(html.unescape(value).split())[:2000]
