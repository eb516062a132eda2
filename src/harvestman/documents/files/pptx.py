"""PowerPoint's newer files (PPTX): a zip of XML, one member a slide. Each becomes a landscape page, its title set larger.

Sizes that a slide leaves to its master are set by the kind of place that the text stands in.
"""

from __future__ import annotations

import posixpath
import re

from harvestman.documents.files.docx import core_properties
from harvestman.documents.files.unpacking import Archive
from harvestman.documents.files.writing import Style, Writer
from harvestman.documents.files.xml_events import Enough, read_xml
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout
from harvestman.documents.layout.setting import SLIDE, Paragraph, set_pages
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

PRESENTATION = "ppt/presentation.xml"
_OTHER = Style(size=18.0)
_PLACES = {
    "ctrTitle": Style(size=40.0, align="center"),
    "title": Style(size=40.0, align="center"),
    "subTitle": Style(size=28.0, align="center"),
    "body": Style(size=24.0),
    "": Style(size=24.0),
}
_LEFT_OUT = frozenset(("dt", "ftr", "sldNum", "hdr"))
_ALIGN = {"ctr": "center", "r": "right", "l": "left", "just": "left"}
_LAST = 10**12
_DIGITS = 6
_SLIDE = re.compile(r"ppt/slides/slide\d{1,6}\.xml")


def read_pptx(archive: Archive, *, limits: ReadingLimits) -> Layout:
    """The layout of an opened PPTX file."""
    order = _Order()
    read_xml(archive.read("ppt/_rels/presentation.xml.rels"), order)
    read_xml(archive.read(PRESENTATION), order)
    left = limits.characters
    paragraphs: list[Paragraph] = []
    for member in order.slides()[: limits.pages]:
        slide = _Slide(limit=left)
        read_xml(archive.read(member), slide)
        paragraphs += slide.paragraphs()
        left -= slide.written
        if left <= 0:
            break
    if not paragraphs:
        raise Unreadable(Status.EMPTY, "the presentation has no text")
    pages = set_pages(paragraphs, limits=limits, paper=SLIDE)
    return Layout(
        tuple(pages), len(pages), "pptx", core_properties(archive.read("docProps/core.xml"))
    )


class _Order:
    """Which members are slides, in the order in which they are shown."""

    def __init__(self) -> None:
        self._targets: dict[str, str] = {}
        self._shown: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A relation or a slide."""
        if name == "Relationship":
            path = posixpath.normpath(posixpath.join("ppt", attributes.get("Target", "")))
            self._targets[attributes.get("Id", "")] = path.lstrip("/")
        elif name == "sldId":
            self._shown.append(attributes.get("id", ""))

    def end(self, name: str) -> None:
        """Nothing is left to do."""

    def text(self, text: str) -> None:
        """There is none."""

    def slides(self) -> list[str]:
        """The members, each once."""
        found = [self._targets.get(one, "") for one in self._shown]
        return list(dict.fromkeys(one for one in found if _SLIDE.fullmatch(one)))


class _Slide:
    """One slide: shapes with paragraphs of runs, put in the order in which they stand from top to bottom."""

    def __init__(self, *, limit: int) -> None:
        self.written = 0
        self._limit = limit
        self._shapes: list[tuple[int, list[Paragraph]]] = []
        self._place: Style | None = _OTHER
        self._y = _LAST
        self._writer = Writer(limit=limit)
        self._paragraph = _OTHER
        self._run = Style()
        self._in_text = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A shape, its place, a paragraph, a run."""
        if name in ("sp", "graphicFrame"):
            self._place, self._y, self._writer = _OTHER, _LAST, Writer(limit=self._limit)
        elif name == "ph":
            kind = attributes.get("type", "")
            self._place = None if kind in _LEFT_OUT else _PLACES.get(kind, _OTHER)
            if kind in ("ctrTitle", "title"):
                self._y = -1
        elif name == "off" and self._y == _LAST:
            y = attributes.get("y", "")
            self._y = int(y) if y.isdigit() and len(y) <= 2 * _DIGITS else _LAST
        elif name == "p":
            self._paragraph = self._place or _OTHER
        elif name == "pPr" and "algn" in attributes:
            self._paragraph = Style(align=_ALIGN.get(attributes["algn"])).over(self._paragraph)
        elif name == "r":
            self._run = Style()
        elif name == "rPr":
            self._run = _run_style(attributes)
        elif name == "t":
            self._in_text = True
        elif name == "br":
            self._write("\n")

    def end(self, name: str) -> None:
        """What was begun ends."""
        if name == "t":
            self._in_text = False
        elif name == "p":
            self._writer.end(self._paragraph)
        elif name in ("sp", "graphicFrame"):
            self._shapes.append((self._y, self._writer.paragraphs))
            self._writer = Writer(limit=self._limit)

    def text(self, text: str) -> None:
        """Characters count inside runs only."""
        if self._in_text:
            self._write(text)

    def _write(self, text: str) -> None:
        if self._place is None:
            return
        self.written += len(text)
        if self.written > self._limit:
            raise Enough
        self._writer.write(text, self._run.over(self._paragraph))

    def paragraphs(self) -> list[Paragraph]:
        """The paragraphs of the slide; the first one begins a page."""
        shapes = sorted(self._shapes, key=lambda shape: shape[0])
        found = [paragraph for _, shape in shapes for paragraph in shape]
        if found:
            first = found[0]
            found[0] = Paragraph(first.runs, first.align, first.indent, first.space, True)
        return found


def _run_style(attributes: dict[str, str]) -> Style:
    size = attributes.get("sz", "")
    bold, italic = attributes.get("b"), attributes.get("i")
    return Style(
        size=min(max(int(size) / 100, 1.0), 200.0)
        if size.isdigit() and len(size) <= _DIGITS
        else None,
        bold=None if bold is None else bold in ("1", "true"),
        italic=None if italic is None else italic in ("1", "true"),
    )
