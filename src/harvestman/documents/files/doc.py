"""Word's older files (DOC) by way of antiword, which writes DocBook with bold, raised and footnotes marked."""

from __future__ import annotations

from harvestman.documents.files.programs import (
    ProgramFailed,
    ProgramLimits,
    is_installed,
    run_program,
)
from harvestman.documents.files.text import read_text
from harvestman.documents.files.writing import Style, Writer
from harvestman.documents.files.xml_events import read_xml
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Properties
from harvestman.documents.layout.setting import set_pages
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_WORD = b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"
_ENCRYPTED = 0x0100


def read_doc(data: bytes, *, limits: ReadingLimits) -> Layout:
    """The layout of a compound file that holds a Word document."""
    if _WORD not in data:
        raise Unreadable(Status.UNKNOWN_FORMAT, "an office file of another kind than Word")
    if _is_encrypted(data):
        raise Unreadable(Status.ENCRYPTED, "the Word file can only be opened with a password")
    if not (is_installed("antiword") or is_installed("catdoc")):
        raise Unreadable(Status.UNKNOWN_FORMAT, "needs antiword, which is not installed")
    allowed = ProgramLimits(time_s=30, output_bytes=64 * 1024 * 1024)
    try:
        docbook = run_program(
            ["antiword", "-x", "db", "file.doc"], {"file.doc": data}, limits=allowed
        )
    except ProgramFailed:
        docbook = b""
    body = _DocBook(limit=limits.characters)
    read_xml(docbook, body)
    if body.writer.paragraphs:
        pages = set_pages(body.writer.paragraphs, limits=limits)
        return Layout(tuple(pages), len(pages), "doc", body.properties())
    try:
        plain = run_program(
            ["catdoc", "-w", "-d", "utf-8", "file.doc"], {"file.doc": data}, limits=allowed
        )
    except ProgramFailed as error:
        raise Unreadable(Status.BAD_FILE, f"the Word file is damaged: {error}") from error
    if not plain.strip():
        raise Unreadable(Status.BAD_FILE, "no text could be read from the Word file")
    return read_text(plain, limits=limits, format="doc")


def _is_encrypted(data: bytes) -> bool:
    """Bit 8 of the flags in the file information block, which begins the stream that is mostly the first sector."""
    block = data[512:524]
    return block[:2] == b"\xec\xa5" and bool(int.from_bytes(block[10:12], "little") & _ENCRYPTED)


class _DocBook:
    """What antiword writes."""

    def __init__(self, *, limit: int) -> None:
        self.writer = Writer(limit=limit)
        self._info: dict[str, str] = {}
        self._path: list[str] = []
        self._roles: list[str] = []
        self._notes: list[list[tuple[str, Style]]] = []
        self._in_notes = 0

    def properties(self) -> Properties:
        """What the book's own information says."""
        info = self._info
        return Properties(
            title=info.get("title", ""),
            author=info.get("surname", ""),
            created=info.get("date", ""),
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name)
        if name == "emphasis":
            self._roles.append(attributes.get("role", "italic"))
        elif name == "footnote":
            self._in_notes += 1
            self._notes.append([])
        elif name == "para" and self._in_notes and self._notes[-1]:
            self._notes[-1].append(("\n", Style()))

    def end(self, name: str) -> None:
        if self._path:
            self._path.pop()
        if name == "emphasis" and self._roles:
            self._roles.pop()
        elif name == "footnote" and self._in_notes:
            self._in_notes -= 1
        elif name in ("para", "title", "entry") and not self._in_notes:
            self.writer.end(Style())
            self._write_notes()

    def text(self, text: str) -> None:
        where = self._path[-1] if self._path else ""
        if self._path == ["book", "title"] or text.strip() == "[pic]":
            return
        if "bookinfo" in self._path:
            known = self._info.get(where, "")
            self._info[where] = " ".join(f"{known} {text}".split())[:2000]
            return
        shown = text.replace("\n", " ") if text.strip() else ""
        is_heading = "title" in self._path
        style = Style(
            size=14.0 if is_heading else 11.0,
            bold=is_heading or "bold" in self._roles,
            italic="italic" in self._roles,
            raised="superscript" in self._path,
        )
        if self._in_notes:
            self._notes[-1].append((shown, Style(size=9.0)))
        else:
            self.writer.write(shown if text.strip() else " ", style)

    def _write_notes(self) -> None:
        """Footnotes stand below the paragraph that has their marks."""
        notes, self._notes = self._notes, []
        for note in notes:
            for text, style in note:
                if text == "\n":
                    self.writer.end(Style())
                else:
                    self.writer.write(text, style)
            self.writer.end(Style())
