"""The fonts of a PDF: their names, weights and the widths of their letters, asked for once a document."""

from __future__ import annotations

import ctypes
import re
from array import array

from harvestman.documents.files import pdfium
from harvestman.documents.layout.words import Look, Looks

_BOLD = re.compile(
    r"bold|black|heavy|demi|[-,]bd|cmbx|cmssbx|sfbx|sfsx|sfrb|ecbx|larmbx|cmb\d|ptmb|phvb|[-_]b$|medi$",
    re.IGNORECASE,
)
_ITALIC = re.compile(
    r"ital|obli|slant|cmti|cmsl|cmmi|cmbxti|sfti|sfsl|ecti|ecsl|larmti|[-,]it\b|ptmri|[-_]i$",
    re.IGNORECASE,
)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_FORCED_BOLD, _ITALIC_FLAG = 1 << 18, 1 << 6
_SPACE, _UNKNOWN = 0.3, 0.55
"""Widths in ems where the font has none: TeX's fonts have no space."""


class Font:
    """One font of a document."""

    def __init__(self, address: int, looks: Looks) -> None:
        self.address = address
        self.name, self.bold, self.italic = "", False, False
        self.unit = 0.0
        """What its nominal size must be multiplied with; 0 while nobody asked. Only fonts of drawn letters need it."""
        self._looks = looks
        self._widths = _Widths(address)
        if address:
            buffer = ctypes.create_string_buffer(128)
            pdfium.font_name(address, buffer, 128)
            self.name = _SUBSET.sub("", buffer.value.decode("utf-8", "replace"))
            flags = max(0, pdfium.font_flags(address))
            self.bold = bool(_BOLD.search(self.name)) or bool(flags & _FORCED_BOLD)
            self.italic = bool(_ITALIC.search(self.name)) or bool(flags & _ITALIC_FLAG)

    def look(self, size: float, bold: bool) -> Look:
        """This font in a size; the same object each time."""
        return self._looks.get(size, self.name, bold, self.italic)

    def width(self, text: str) -> float:
        """How wide a text should be, in ems."""
        return sum(map(self._widths.__getitem__, text))


class _Widths(dict[str, float]):
    """The widths of a font's letters in ems."""

    def __init__(self, address: int) -> None:
        super().__init__({" ": _SPACE})
        self.address = address
        self.value = array("f", [0.0])

    def __missing__(self, character: str) -> float:
        width = 0.0
        if self.address:
            at = self.value.buffer_info()[0]
            pdfium.glyph_width(self.address, ord(character), 1.0, at)
            width = self.value[0]
        self[character] = width = width if 0 < width < 3 else _UNKNOWN
        return width


class Fonts:
    """All fonts of a document, by PDFium's address."""

    def __init__(self) -> None:
        self._fonts: dict[int, Font] = {}
        self._looks = Looks()

    def get(self, address: int | None) -> Font:
        """The font at an address; 0 is a font of which nothing is known."""
        known = self._fonts.get(address or 0)
        if known is None:
            known = self._fonts[address or 0] = Font(address or 0, self._looks)
        return known
