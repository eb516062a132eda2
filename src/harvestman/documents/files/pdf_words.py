"""A PDF page's pieces of text with their places and looks.

PDFium gives the whole text of a page in one call; asking for each character's box would cost several times as much as that.
A line of that text is mostly one text object of the file, which has one font: so only the ends of a line are asked for
their object, and only where these differ is the line halved until each piece lies in one object. A piece that is wider than
its letters explain has a gap inside (a table's row, two authors side by side), and one of single letters is s p a c e d out;
only then are its words asked for their places.
"""

from __future__ import annotations

import ctypes
import math
import re
from array import array
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pypdfium2 import raw

from harvestman.documents.files import pdfium
from harvestman.documents.files.pdf_fonts import Font, Fonts
from harvestman.documents.layout.words import Look, PrintedPage, Word

_LINE = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")
_WORD = re.compile(r"\S+")
_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_LAST_UNIT = 0xFFFF
_ACCENT = re.compile(r"[´¨ˆ˜ˇ˚˘˙˝¸`]")
_FILL_AND_STROKE = 2
_SMALLEST = 3.0
"""Points; smaller text than this is not meant to be read, or has a unit of its own."""
_HEAD, _HEAD_SLACK = 0.4, 0.3
"""In the upper part of a first page smaller gaps are looked for, in ems: names stand side by side there."""
_INKED = 150
"""So many characters are looked at to judge a font's size."""


_Cut = tuple[int, int, int | None, bool]
"""Where a piece starts and ends, its object if it has one, and whether no space stands before it."""
_Ink = tuple[int, float, int, float, float]
"""A font's address, its nominal size, the base line in tenths of a point, and the place of a character as the file has it."""
_Shape = tuple[Look, int, Font, float]


class Frame(NamedTuple):
    """The visible part of a page and how it is turned; PDF's own places start at the lower left and ignore the turn."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int
    """Quarter turns clockwise."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as a person sees them."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)


def page_text(text_page: int, *, limit: int) -> str:
    """The text of a page in the file's order, lines ended by CR LF; some programs write TAB for every space."""
    count = min(raw.FPDFText_CountChars(text_page), limit)
    if count <= 0:
        return ""
    buffer = array("H", bytes(2 * (count + 1)))
    written = pdfium.page_text(text_page, 0, count, buffer.buffer_info()[0])
    units = buffer[: max(0, written - 1)]
    if len(units) < count:
        text = _with_dropped(text_page, units, count)
    else:
        text = units.tobytes().decode("utf-16-le", "replace")
    return text.replace("\t", " ")


def _with_dropped(text_page: int, units: array[int], count: int) -> str:
    """The text with those letters that PDFium counts and does not give: letters of formulae (𝑎) whose fonts know them by name only."""
    characters = list(units)
    for at in range(count):
        code = raw.FPDFText_GetUnicode(text_page, at)
        if code > _LAST_UNIT:
            characters.insert(raw.FPDFText_GetTextIndexFromCharIndex(text_page, at), code)
    text = "".join(map(chr, characters))
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def page_words(
    text_page: int, text: str, frame: Frame, fonts: Fonts, *, is_fine: bool = True
) -> PrintedPage:
    """The pieces of a page whose text is `text`; if not fine, a line whose ends look the same is one piece."""
    width, height = frame.size
    pieces = _Pieces(text_page, text, frame, fonts, is_fine=is_fine).read()
    return PrintedPage(width, height, pieces)


class _Pieces:
    """One page while its pieces are being read."""

    def __init__(
        self, text_page: int, text: str, frame: Frame, fonts: Fonts, *, is_fine: bool
    ) -> None:
        self.page = ctypes.cast(text_page, ctypes.c_void_p)
        count = raw.FPDFText_CountChars(text_page)
        if count != len(text) and _BEYOND.search(text):
            # PDFium counts two units for such a character, unless its font knows it by name only.
            text = text.encode("utf-16-le").decode("utf-16-le", "surrogatepass")
            text = _BEYOND.sub(_as_units, text)
        self.text = text
        self.frame = frame
        self.fonts = fonts
        self.shapes: dict[tuple[int, float, int, bytes], _Shape] = {}
        self.values = array("d", bytes(48))
        shared = (ctypes.c_double * 6).from_buffer(self.values)
        self.origin = tuple(ctypes.byref(shared, at) for at in (0, 8))
        self.box = tuple(ctypes.byref(shared, at) for at in (16, 24, 32, 40))
        self.matrix = array("f", bytes(24))
        self.matrix_at = ctypes.byref((ctypes.c_float * 6).from_buffer(self.matrix))
        self.pieces: list[Word] = []
        self.is_fine = is_fine
        self.index: list[int] | None = None
        if count != len(text):
            # Characters without a Unicode value are counted by PDFium but are not in the text.
            self.index = [pdfium.char_index(self.page, at) for at in range(len(text))]
        self._object: Callable[[int], int | None] = (
            partial(pdfium.text_object, self.page) if self.index is None else self._object_listed
        )

    def read(self) -> list[Word]:
        object_at = self._object
        for match in _LINE.finditer(self.text):
            start, end = match.span()
            first, last = object_at(start), object_at(end - 1)
            ink = self.ink_at(start, first)
            if first == last or (
                not self.is_fine
                and ink[:3] == self.ink_at(end - 1, last)[:3]
                and not _ACCENT.search(match.group())
            ):
                self.add(start, end, first, ink, is_joined=False)
            else:
                words = [word.span() for word in _WORD.finditer(self.text, start, end)]
                self.cut(words, first, last, ink)
        return self.pieces

    def _object_listed(self, at: int) -> int | None:
        index = self.index
        return pdfium.text_object(self.page, index[at] if index else at)  # type: ignore[no-any-return]

    def ink_at(self, at: int, of: int | None) -> _Ink:
        """Font, size and base line: what two places of one printed line have in common; and the place itself."""
        index = self.index
        if index:
            at = index[at]
        pdfium.char_origin(self.page, at, *self.origin)
        x, y = self.values[0], self.values[1]
        font = (pdfium.object_font(of) or 0) if of else 0
        base = int(
            10 * (x if self.frame.turns % 2 else y) + 0.5
        )  # `round` takes four times as long
        return font, pdfium.font_size(self.page, at), base, x, y

    def cut(
        self, words: list[tuple[int, int]], first: int | None, last: int | None, ink: _Ink
    ) -> None:
        """Cut a line's words, whose ends lie in different objects, into pieces that look the same."""
        cuts: list[_Cut] = []
        self._halve(cuts, words, 0, len(words) - 1, first, last)
        start, end, of, is_joined = cuts[0]
        current = of
        for next_start, next_end, following, next_joined in cuts[1:]:
            if following != current:
                next_ink = self.ink_at(next_start, following)
                # Many programs write an object for each word; letters set apart are looked at one by one.
                if next_joined or next_end - next_start == 1 or next_ink[:3] != ink[:3]:
                    self.add(start, end, of, ink, is_joined=is_joined)
                    start, of, is_joined, ink = next_start, following, next_joined, next_ink
            end, current = next_end, following
        self.add(start, end, of, ink, is_joined=is_joined)

    def _halve(
        self,
        cuts: list[_Cut],
        words: list[tuple[int, int]],
        low: int,
        high: int,
        first: int | None,
        last: int | None,
    ) -> None:
        """Cut words `low` to `high` where an object ends."""
        if first == last:
            cuts.append((words[low][0], words[high][1], first, False))
        elif low == high:
            self._cut_word(cuts, *words[low], first)
        else:
            middle = (low + high) // 2
            before = self._object(words[middle][1] - 1)
            after = self._object(words[middle + 1][0])
            self._halve(cuts, words, low, middle, first, before)
            self._halve(cuts, words, middle + 1, high, after, last)

    def _cut_word(self, cuts: list[_Cut], start: int, end: int, first: int | None) -> None:
        """A word of more than one object: a name and its raised mark."""
        at, current, is_joined = start, first, False
        for position in range(start + 1, end):
            found = self._object(position)
            if found != current:
                cuts.append((at, position, current, is_joined))
                at, current, is_joined = position, found, True
        cuts.append((at, end, current, is_joined))

    def add(self, start: int, end: int, of: int | None, ink: _Ink, *, is_joined: bool) -> None:
        """Append characters `start` to `end`, which look the same; in several pieces if there is a gap inside."""
        shape = self.shape_of(start, of, ink)
        look, turn, font, stretch = shape
        text = self.text[start:end]
        x0, x1, base = self.place(ink, end, turn)
        spaces = text.count(" ")
        if spaces:
            slack = x1 - x0 - font.width(text) * look.size * stretch
            is_spaced_out = 2 * spaces + 1 == len(text) > 6
            is_head = self.is_fine and base < _HEAD * self.frame.size[1]
            most = _HEAD_SLACK if is_head else 1.0 + 0.1 * spaces
            if slack > most * look.size or is_spaced_out:
                words = [word.span() for word in _WORD.finditer(self.text, start, end)]
                before = len(self.pieces)
                self.part(words, shape, is_whole=not is_spaced_out, is_head=is_head)
                if is_joined and len(self.pieces) > before:
                    self.pieces[before] = self.pieces[before]._replace(is_joined=True)
                return
        self.pieces.append(Word(text, x0, x1, base, look, turn, is_joined))

    def part(
        self, words: list[tuple[int, int]], shape: _Shape, *, is_whole: bool, is_head: bool
    ) -> None:
        """Append words as one piece if they stand close together, else each half of them by itself."""
        look, turn, font, stretch = shape
        start, end = words[0][0], words[-1][1]
        ink = self.ink_at(start, 0)
        x0, x1, base = self.place(ink, end, turn)
        text = self.text[start:end]
        slack = x1 - x0 - font.width(text) * look.size * stretch
        most = _HEAD_SLACK if is_head else 0.8 + 0.1 * len(words)
        if len(words) == 1 or (is_whole and slack <= most * look.size):
            self.pieces.append(Word(text, x0, x1, base, look, turn))
            return
        middle = len(words) // 2
        self.part(words[:middle], shape, is_whole=is_whole, is_head=is_head)
        self.part(words[middle:], shape, is_whole=is_whole, is_head=is_head)

    def place(self, ink: _Ink, end: int, turn: int) -> tuple[float, float, float]:
        """Where a piece starts, ends and has its base line, on the page turned so that it is upright."""
        index = self.index
        pdfium.char_box(self.page, index[end - 1] if index else end - 1, *self.box)
        _, _, left, right, bottom, top = self.values
        _, _, _, x, y = ink
        frame = self.frame
        turns = (frame.turns + turn) % 4
        if turns == 0:
            x0, x1, base = x - frame.left, right - frame.left, frame.top - y
        elif turns == 1:
            x0, x1, base = y - frame.bottom, top - frame.bottom, x - frame.left
        elif turns == 2:
            x0, x1, base = frame.right - x, frame.right - left, y - frame.bottom
        else:
            x0, x1, base = frame.top - y, frame.top - bottom, frame.right - x
        return x0, (x1 if x1 > x0 else x0), base

    def shape_of(self, start: int, of: int | None, ink: _Ink) -> _Shape:
        """The look of a piece, its turn, its font, and how far its letters are stretched."""
        at = self.index[start] if self.index else start
        pdfium.char_matrix(self.page, at, self.matrix_at)
        # Bold is sometimes faked by drawing the outline too; that matters for titles only.
        mode = pdfium.render_mode(of) if self.is_fine and of else 0
        key = ink[0], ink[1], mode, self.matrix.tobytes()[:16]
        known = self.shapes.get(key)
        if known is None:
            known = self.shapes[key] = self.read_shape(at, ink, mode)
        return known

    def read_shape(self, at: int, ink: _Ink, mode: int) -> _Shape:
        a, b, c, d, _, _ = self.matrix
        height = math.hypot(c, d)
        size = ink[1] * height
        font = self.fonts.get(ink[0])
        if size < _SMALLEST:
            size = self.size_by_ink(font, size, at)
        is_bold = font.bold or mode == _FILL_AND_STROKE
        look = font.look(round(min(max(size, 0.1), 1000.0), 1), is_bold)
        stretch = math.hypot(a, b) / height if height else 1.0
        along = (0 if a >= 0 else 2) if abs(a) >= abs(b) else (1 if b > 0 else 3)
        # How many quarter turns clockwise bring this direction upright on the seen page.
        return look, (along - self.frame.turns) % 4, font, stretch

    def size_by_ink(self, font: Font, size: float, at: int) -> float:
        """Fonts of drawn letters (Type 3) have a unit of their own: their size is judged by how tall the letters are."""
        if not font.unit:
            turns = self.frame.turns % 2
            heights = []
            for index in range(at, at + _INKED):
                found = pdfium.text_object(self.page, index)
                if found and pdfium.object_font(found) == font.address:
                    pdfium.char_box(self.page, index, *self.box)
                    _, _, left, right, bottom, top = self.values
                    heights.append(right - left if turns else top - bottom)
            heights.sort()
            # Nine letters of ten are at most as tall as a capital.
            tall = heights[len(heights) * 9 // 10] / 0.7 if heights else 0.0
            font.unit = tall / size if size > 0 and tall > 1 else 1.0
        return size * font.unit


def _as_units(match: re.Match[str]) -> str:
    code = ord(match.group()) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))
