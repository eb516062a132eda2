"""Word's newer files (DOCX): a zip of XML. Styles are resolved, so that a heading's size and weight are seen."""

from __future__ import annotations

from harvestman.documents.files.unpacking import Archive
from harvestman.documents.files.writing import Style, Writer, resolve
from harvestman.documents.files.xml_events import read_xml
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Properties
from harvestman.documents.layout.setting import set_pages
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_ALIGN = {"center": "center", "right": "right", "end": "right", "left": "left", "both": "left"}
_SKIPPED = frozenset(("Fallback", "instrText", "delText", "del", "moveFrom"))
_SIGNS = {"tab": "\t", "noBreakHyphen": "-"}
_DEFAULT = Style(size=11.0)


def read_docx(archive: Archive, *, limits: ReadingLimits) -> Layout:
    """The layout of an opened DOCX file."""
    styles = _Styles()
    read_xml(archive.read("word/styles.xml"), styles)
    body = _Body(styles, limit=limits.characters)
    read_xml(archive.read("word/document.xml"), body)
    if "word/footnotes.xml" in archive:
        read_xml(archive.read("word/footnotes.xml"), body)
    if not body.writer.paragraphs:
        raise Unreadable(Status.EMPTY, "the Word file has no text")
    pages = set_pages(body.writer.paragraphs, limits=limits)
    return Layout(
        tuple(pages), len(pages), "docx", core_properties(archive.read("docProps/core.xml"))
    )


def _is_on(value: str) -> bool:
    return (value or "true").lower() not in ("0", "false", "off", "none")


def _changed(style: Style, name: str, attributes: dict[str, str]) -> Style:
    """A style after one property's element."""
    value = attributes.get("val") or ""
    said = Style()
    if name == "sz" and value.isdigit():
        said = Style(size=min(max(int(value) / 2, 1.0), 200.0))
    elif name == "b":
        said = Style(bold=_is_on(value))
    elif name == "i":
        said = Style(italic=_is_on(value))
    elif name == "vertAlign":
        said = Style(raised=value == "superscript")
    elif name == "jc":
        said = Style(align=_ALIGN.get(value, "left"))
    elif name == "pageBreakBefore":
        said = Style(starts_page=_is_on(value))
    elif name == "ind":
        left = attributes.get("left") or attributes.get("start") or ""
        said = Style(indent=min(int(left) / 20, 400.0) if left.isdigit() else None)
    return said.over(style)


class _Styles:
    """word/styles.xml: the named styles and the defaults."""

    def __init__(self) -> None:
        self.named: dict[str, Style] = {}
        self.default = _DEFAULT
        self.usual = ""
        self._name = ""
        self._parent = ""
        self._style = Style()
        self._in_defaults = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "style":
            self._name, self._parent, self._style = attributes.get("styleId", ""), "", Style()
            if attributes.get("default") == "1" and attributes.get("type") == "paragraph":
                self.usual = self._name
        elif name == "docDefaults":
            self._in_defaults, self._style = True, Style()
        elif name == "basedOn":
            self._parent = attributes.get("val", "")
        elif name == "name" and attributes.get("val", "").casefold() == "title":
            self._style = Style(is_title=True).over(self._style)
        else:
            self._style = _changed(self._style, name, attributes)

    def end(self, name: str) -> None:
        if name == "style" and self._name:
            self.named[self._name] = Style(parent=self._parent).over(self._style)
            self._name = ""
        elif name == "docDefaults":
            self.default = self._style.over(_DEFAULT)

    def text(self, text: str) -> None:
        """Styles have no text."""

    def paragraph(self, name: str) -> Style:
        """The whole style of a paragraph."""
        return resolve(self.named, name or self.usual, self.default)


class _Body:
    """word/document.xml: paragraphs of runs."""

    def __init__(self, styles: _Styles, *, limit: int) -> None:
        self.writer = Writer(limit=limit)
        self._styles = styles
        self._paragraph = styles.paragraph("")
        self._run = Style()
        self._in_run_properties = self._in_text = self._in_mark = False
        self._skipping = 0
        self._starts_page = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipping or name in _SKIPPED:
            self._skipping += 1
        elif name == "p":
            self._end_paragraph()
            self._paragraph = self._styles.paragraph("")
        elif name == "pStyle":
            self._paragraph = self._styles.paragraph(attributes.get("val", ""))
        elif name == "pPr":
            self._in_mark = True
        elif name == "r":
            self._run = Style()
        elif name == "rPr":
            self._in_run_properties = not self._in_mark
        elif name == "rStyle":
            self._run = resolve(self._styles.named, attributes.get("val", ""), Style()).over(
                self._run
            )
        elif self._in_run_properties:
            self._run = _changed(self._run, name, attributes)
        elif self._in_mark:
            if name in ("jc", "ind", "pageBreakBefore"):
                self._paragraph = _changed(self._paragraph, name, attributes)
        else:
            self._start_text(name, attributes)

    def _start_text(self, name: str, attributes: dict[str, str]) -> None:
        if name == "t":
            self._in_text = True
        elif name in ("br", "cr"):
            self._break(attributes.get("type", ""))
        elif name in _SIGNS:
            self._write(_SIGNS[name])

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name == "p":
            self._end_paragraph()
        elif name == "pPr":
            self._in_mark = False
        elif name == "rPr":
            self._in_run_properties = False
        elif name == "t":
            self._in_text = False

    def text(self, text: str) -> None:
        if self._in_text and not self._skipping:
            self._write(text)

    def _break(self, kind: str) -> None:
        if kind == "page":
            self._end_paragraph()
            self._starts_page = True
        else:
            self._write("\n")

    def _write(self, text: str) -> None:
        self.writer.write(text, self._run.over(self._paragraph))

    def _end_paragraph(self) -> None:
        before = len(self.writer.paragraphs)
        self.writer.end(self._paragraph, starts_page=self._starts_page)
        if len(self.writer.paragraphs) > before:
            self._starts_page = False


class _Core:
    """docProps/core.xml, also OpenDocument's meta.xml: one element for each property."""

    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self._name = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._name = name

    def end(self, name: str) -> None:
        self._name = ""

    def text(self, text: str) -> None:
        if self._name and text.strip():
            self.values.setdefault(self._name, []).append(" ".join(text.split())[:2000])

    def value(self, *names: str) -> str:
        """The first of these properties that is there."""
        return next((", ".join(self.values[name]) for name in names if name in self.values), "")


def core_properties(data: bytes) -> Properties:
    """The properties of an office file."""
    core = _Core()
    read_xml(data, core)
    return Properties(
        title=core.value("title"),
        author=core.value("initial-creator", "creator"),
        subject=core.value("subject", "description"),
        keywords=core.value("keywords", "keyword"),
        creator=core.value("generator"),
        created=core.value("creation-date", "created", "date"),
        language=core.value("language"),
    )
