"""RTF read word by word: groups, the looks that titles have, and characters in their code pages. Of the table of styles only the
one for titles is looked for; pictures and the tables of fonts and colours are passed over."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from harvestman.documents.files.writing import Style, Writer
from harvestman.documents.files.xml_events import Enough
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Properties
from harvestman.documents.layout.setting import set_pages
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+"
)
_SKIPPED = frozenset(
    "fonttbl colortbl pict object header footer headerl headerr headerf footerl footerr"
    " footerf listtable listoverridetable rsidtbl generator themedata datastore xmlnstbl latentstyles"
    " fldinst bkmkstart bkmkend filetbl revtbl".split()
)
_INFO = {"title": "title", "author": "author", "subject": "subject", "keywords": "keywords"}
_CHARSETS = {
    204: "cp1251",
    0: "cp1252",
    238: "cp1250",
    161: "cp1253",
    162: "cp1254",
    128: "cp932",
    134: "gb18030",
}
_SIGNS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ",
}  # fmt: skip
_DEEPEST = 1000
_PLAIN = Style(size=12.0)


@dataclass(frozen=True, slots=True)
class _State:
    """What a group inherits and may change."""

    style: Style = _PLAIN
    font: int = 0
    skips: int = 1
    """Characters that follow each Unicode one for readers that know none."""
    target: str = "text"


def read_rtf(data: bytes, *, limits: ReadingLimits) -> Layout:
    """The layout of an RTF file."""
    reading = _Reading(limit=limits.characters)
    with suppress(Enough):
        reading.read(data)
    if not reading.writer.paragraphs:
        raise Unreadable(Status.EMPTY, "the RTF file has no text")
    pages = set_pages(reading.writer.paragraphs, limits=limits)
    info = {key: " ".join("".join(parts).split())[:2000] for key, parts in reading.info.items()}
    return Layout(tuple(pages), len(pages), "rtf", Properties(**info))


class _Reading:
    """One file while it is read."""

    def __init__(self, *, limit: int) -> None:
        self.writer = Writer(limit=limit)
        self.info: dict[str, list[str]] = {}
        self._state = _State()
        self._stack: list[_State] = []
        self._code_page = "cp1252"
        self._fonts: dict[int, str] = {}
        self._default_font = 0
        self._bytes = bytearray()
        self._to_skip = 0
        self._starts_page = False
        self._is_destination = False
        self._style_number = 0
        self._title_styles: set[int] = set()

    def read(self, data: bytes) -> None:
        """Read all of it."""
        for match in _TOKEN.finditer(data):
            word, number, code, sign, brace, text = match.groups()
            if word:
                self._word(word.decode("ascii"), int(number) if number else None)
            elif code:
                if self._to_skip:
                    self._to_skip -= 1
                else:
                    self._bytes.append(int(code, 16))
            elif sign:
                self._sign(sign.decode("latin-1"))
            elif brace == b"{":
                self._flush()
                if len(self._stack) >= _DEEPEST:
                    raise Unreadable(Status.TOO_DEEP, "groups are nested too deeply")
                self._stack.append(self._state)
            elif brace:
                self._flush()
                self._state = self._stack.pop() if self._stack else self._state
            elif text:
                dropped = min(self._to_skip, len(text))
                self._to_skip -= dropped
                self._bytes.extend(text[dropped:])
        self._flush()
        self.writer.end(self._state.style)

    def _flush(self) -> None:
        """Write the characters that were collected in the code page of their font."""
        self._is_destination = False
        if self._bytes:
            encoding = self._fonts.get(self._state.font, self._code_page)
            self._put(self._bytes.decode(encoding, "replace"))
            self._bytes.clear()

    def _put(self, text: str) -> None:
        target = self._state.target
        if target == "text":
            self.writer.write(text, self._state.style)
        elif target == "stylesheet":
            if text.strip(" ;").casefold() == "title":
                self._title_styles.add(self._style_number)
        elif target != "skip":
            self.info.setdefault(target, []).append(text)

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._flush()
            self._is_destination = True
        elif sign in "\\{}":
            self._bytes.extend(sign.encode())
        elif sign in "~_-":
            self._flush()
            self._put({"~": " ", "_": "-", "-": ""}[sign])

    def _word(self, word: str, number: int | None) -> None:
        unknown = self._is_destination
        self._flush()
        state = self._state
        if self._font_word(word, number):
            return
        if word in _SKIPPED or unknown:
            self._set(target="skip")
        elif word in _INFO and state.target == "info":
            self._set(target=_INFO[word])
        elif word in ("info", "stylesheet"):
            self._set(target=word)
        elif word == "u" and number is not None:
            code = number % 65536
            self._put("" if 0xD800 <= code < 0xE000 else chr(code))
            self._to_skip = state.skips
        elif word == "uc":
            self._set(skips=min(max(number or 0, 0), 16))
        elif word in ("par", "sect", "cell", "row", "page"):
            if state.target == "text":
                self.writer.end(state.style, starts_page=self._starts_page)
                self._starts_page = word == "page"
        elif word in _SIGNS:
            self._put(_SIGNS[word])
        else:
            self._look(word, number)

    def _font_word(self, word: str, number: int | None) -> bool:
        """Fonts and code pages; whether the word was about them."""
        if word == "ansicpg" and number:
            self._code_page = _known(f"cp{number}")
        elif word == "deff" and number is not None:
            self._default_font = number
        elif word == "f" and number is not None:
            self._set(font=number)
        elif word == "fcharset" and number is not None:
            if number in _CHARSETS and len(self._fonts) < 10_000:
                self._fonts[self._state.font] = _CHARSETS[number] if number else self._code_page
        else:
            return False
        return True

    def _look(self, word: str, number: int | None) -> None:
        """Words that change how text looks."""
        style, is_on = self._state.style, number != 0
        if word == "b":
            style = Style(bold=is_on).over(style)
        elif word == "i":
            style = Style(italic=is_on).over(style)
        elif word == "fs" and number:
            style = Style(size=min(max(number / 2, 1.0), 200.0)).over(style)
        elif word in ("super", "nosupersub"):
            style = Style(raised=word == "super").over(style)
        elif word in ("qc", "qr", "ql", "qj"):
            align = {"qc": "center", "qr": "right"}.get(word, "left")
            style = Style(align=align).over(style)
        elif word == "s" and number is not None:
            self._style_number = number
            style = Style(is_title=number in self._title_styles).over(style)
        elif word == "plain":
            style = Style(size=12.0, align=style.align, is_title=style.is_title)
        elif word == "pard":
            style = Style(align="left", is_title=False).over(style)
        if style is not self._state.style:
            self._set(style=style)

    def _set(
        self,
        *,
        style: Style | None = None,
        font: int | None = None,
        skips: int | None = None,
        target: str | None = None,
    ) -> None:
        old = self._state
        self._state = _State(
            style or old.style,
            old.font if font is None else font,
            old.skips if skips is None else skips,
            target or old.target,
        )


def _known(encoding: str) -> str:
    try:
        "".encode(encoding)
    except LookupError:
        return "cp1252"
    return encoding
