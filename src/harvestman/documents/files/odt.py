"""OpenDocument texts and presentations (ODT, ODP): a zip of XML with named and automatic styles."""

from __future__ import annotations

import re

from harvestman.documents.files.docx import core_properties
from harvestman.documents.files.unpacking import Archive
from harvestman.documents.files.writing import Style, Writer, resolve
from harvestman.documents.files.xml_events import read_xml
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout
from harvestman.documents.layout.setting import A4, SLIDE, set_pages
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_LENGTH = re.compile(r"(-?[\d.]{1,10})\s*(pt|cm|mm|in|%)?$")
_POINTS = {"pt": 1.0, "cm": 28.35, "mm": 2.835, "in": 72.0}
_SKIPPED = frozenset(("tracked-changes", "annotation", "note-citation", "forms", "notes"))
_ALIGN = {"center": "center", "end": "right", "right": "right"}
_DEFAULT = Style(size=12.0)
_ON_SLIDES = {"title": Style(size=40.0, align="center"), "subtitle": Style(size=28.0)}
_OTHER_ON_SLIDES = Style(size=20.0)


def read_odt(archive: Archive, *, limits: ReadingLimits) -> Layout:
    """The layout of an opened ODT or ODP file."""
    if b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise Unreadable(Status.ENCRYPTED, "the OpenDocument file is encrypted")
    body = _Body(limit=limits.characters)
    read_xml(archive.read("styles.xml"), body)
    body.in_content = True
    read_xml(archive.read("content.xml"), body)
    body.writer.end(body.style)
    if not body.writer.paragraphs:
        raise Unreadable(Status.EMPTY, "the OpenDocument file has no text")
    kind = "odp" if body.has_slides else "odt"
    paper = SLIDE if body.has_slides else A4
    pages = set_pages(body.writer.paragraphs, limits=limits, paper=paper)
    return Layout(tuple(pages), len(pages), kind, core_properties(archive.read("meta.xml")))


def _points(value: str) -> float | None:
    match = _LENGTH.match(value)
    if not match or match.group(2) not in _POINTS:
        return None
    try:
        return float(match.group(1)) * _POINTS[match.group(2)]
    except ValueError:
        return None


def _text_style(attributes: dict[str, str]) -> Style:
    size = _points(attributes.get("font-size", ""))
    weight, slant = attributes.get("font-weight"), attributes.get("font-style")
    position = attributes.get("text-position")
    return Style(
        size=min(max(size, 1.0), 200.0) if size else None,
        bold=None if weight is None else weight == "bold" or weight in ("600", "700", "800", "900"),
        italic=None if slant is None else slant in ("italic", "oblique"),
        raised=None if position is None else position.startswith(("super", "3", "5")),
    )


def _paragraph_style(attributes: dict[str, str]) -> Style:
    align, indent = attributes.get("text-align"), _points(attributes.get("margin-left", ""))
    breaks = attributes.get("break-before")
    return Style(
        align=None if align is None else _ALIGN.get(align, "left"),
        indent=min(max(indent, 0.0), 400.0) if indent is not None else None,
        starts_page=None if breaks is None else breaks == "page",
    )


class _Body:
    """styles.xml, then content.xml."""

    def __init__(self, *, limit: int) -> None:
        self.writer = Writer(limit=limit)
        self.in_content = False
        self.has_slides = False
        self.style = _DEFAULT
        self._frame: Style | None = None
        self._begins_slide = False
        self._styles: dict[str, Style] = {}
        self._default = _DEFAULT
        self._name = ""
        self._current = Style()
        self._spans: list[Style] = []
        self._depth = 0
        self._skipping = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipping or name in _SKIPPED:
            self._skipping += 1
        elif name in ("style", "default-style"):
            self._name = attributes.get("name", "") if name == "style" else ""
            is_title = True if self._name == "Title" else None
            self._current = Style(parent=attributes.get("parent-style-name", ""), is_title=is_title)
        elif name == "text-properties":
            self._current = _text_style(attributes).over(self._current)
        elif name == "paragraph-properties":
            self._current = _paragraph_style(attributes).over(self._current)
        elif self.in_content:
            self._start_text(name, attributes)

    def _start_text(self, name: str, attributes: dict[str, str]) -> None:
        if name == "page":
            self._end_paragraph()
            self.has_slides = self._begins_slide = True
        elif name == "frame" and self.has_slides:
            self._frame = _ON_SLIDES.get(attributes.get("class", ""), _OTHER_ON_SLIDES)
        elif name in ("p", "h"):
            self._end_paragraph()
            self.style = resolve(
                self._styles, attributes.get("style-name", ""), self._frame or self._default
            )
            self._depth += 1
        elif name == "span":
            span = resolve(self._styles, attributes.get("style-name", ""), Style())
            self._spans.append(span.over(self._spans[-1] if self._spans else Style()))
        elif name == "s":
            count = attributes.get("c", "1")
            self._write(" " * min(int(count) if count.isdigit() else 1, 20))
        elif name == "tab":
            self._write("\t")
        elif name == "line-break":
            self._write("\n")

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name == "style":
            self._styles[self._name] = self._current
        elif name == "default-style":
            self._default = self._current.over(self._default)
        elif self.in_content and name in ("p", "h"):
            self._depth -= 1
            self._end_paragraph()
        elif self.in_content and name == "span" and self._spans:
            self._spans.pop()

    def text(self, text: str) -> None:
        if self.in_content and self._depth > 0 and not self._skipping:
            self._write(re.sub(r"\s+", " ", text))

    def _end_paragraph(self) -> None:
        before = len(self.writer.paragraphs)
        self.writer.end(self.style, starts_page=self._begins_slide)
        if len(self.writer.paragraphs) > before:
            self._begins_slide = False

    def _write(self, text: str) -> None:
        style = self._spans[-1].over(self.style) if self._spans else self.style
        self.writer.write(text, style)
