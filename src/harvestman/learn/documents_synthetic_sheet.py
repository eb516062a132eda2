"""Setting made-up text on made-up pages: wraps, aligns and numbers lines as a typesetter would, and makes a `Layout`.

No PDF is made: what matters to the models is where lines stand and what they look like, and that is written down here
directly. A piece of text in `^{…}` is raised, as marks of affiliations are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random

from harvestman.documents.layout.lines import Layout, Line, PageLayout, Properties, Role, Span

_RAISED = re.compile(r"\^\{([^}]*)\}")
_LOOKED_AT = 4
"""Real layouts have places and fonts on the first pages only."""


@dataclass(frozen=True, slots=True)
class Look:
    """The habits of one document: its paper, margins and fonts."""

    width: float
    height: float
    margin: float
    size: float
    font: str
    leading: float

    @classmethod
    def drawn(cls, rng: Random, *, is_landscape: bool = False) -> Look:
        """A look at random."""
        font = rng.choice(
            ("CMR10", "TimesNewRomanPSMT", "NimbusRomNo9L-Regu", "Calibri", "ArialMT", "SFRM1000",
             "LMRoman10-Regular", "Cambria", "LiberationSerif", "Helvetica")
        )  # fmt: skip
        if is_landscape:
            width, height = rng.choice(
                ((362.8, 272.1), (453.5, 255.1), (720.0, 540.0), (960.0, 540.0), (842.0, 595.0))
            )
            return cls(width, height, width * 0.07, height / rng.choice((18.0, 22.0, 26.0)), font, 1.3)  # fmt: skip
        width, height = rng.choice(((595.0, 842.0), (595.0, 842.0), (612.0, 792.0)))
        size = rng.choice((9.0, 10.0, 10.0, 10.9, 11.0, 12.0, 12.0, 14.0))
        return cls(width, height, rng.choice((50.0, 60.0, 72.0, 85.0)), size, font, rng.choice((1.15, 1.2, 1.4, 1.6)))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Placed:
    """A line with the label that a reader of headers should give it, "" for none."""

    line: Line
    label: str


class Sheet:
    """Pages that are being set."""

    def __init__(self, look: Look, rng: Random) -> None:
        self.look = look
        self.rng = rng
        self.pages: list[list[Placed]] = [[]]
        self.y = look.margin
        self._block = 0
        self._columns = 1
        self._column = 0
        self._top = look.margin

    @property
    def is_new_page(self) -> bool:
        """Whether nothing stands on the page yet."""
        return not self.pages[-1]

    def put(
        self,
        text: str,
        label: str = "",
        *,
        scale: float = 1.0,
        bold: bool = False,
        italic: bool = False,
        align: str = "left",
        gap: float = 0.0,
        indent: float = 0.0,
    ) -> None:
        """Set a block of text; `gap` and `indent` are in units of the body size, "\\n" breaks a line."""
        self.y += gap * self.look.size
        self._block += 1
        size = self.look.size * scale
        for part in text.split("\n"):
            for piece in self._wrapped(part, size, indent):
                self._line(piece, label, size, bold, italic, align, indent)

    def columns(self, number: int) -> None:
        """Go on in so many columns from here on."""
        self._columns, self._column, self._top = number, 0, self.y

    def page(self) -> None:
        """Go on with a new page."""
        if not self.is_new_page:
            self.pages.append([])
        self.y = self._top = self.look.margin
        self._column = self._block = 0

    def space(self, share: float) -> None:
        """Leave a share of the page's height free."""
        self.y += share * self.look.height

    def head(self, text: str, *, first: bool = True) -> None:
        """A running head on every page, or on all but the first."""
        self._margin_line(text, self.look.margin * 0.5, Role.HEAD, first=first)

    def numbers(self, *, of: str = "{page}", first: bool = True) -> None:
        """A page number, or a foot such as "{page} / {pages}", at the end of every page."""
        self._margin_line(of, self.look.height - self.look.margin * 0.5, Role.FOOT, first=first)

    def layout(self, *, page_count: int = 0, properties: Properties, format: str = "pdf") -> Layout:  # noqa: A002
        """The layout as a reader of files would give it."""
        pages = []
        for number, placed in enumerate(self.pages, 1):
            looks = number <= _LOOKED_AT
            lines = tuple(p.line if looks else _plain(p.line) for p in placed)
            pages.append(PageLayout(number, self.look.width, self.look.height, lines, looks))
        return Layout(tuple(pages), max(page_count, len(pages)), format, properties)

    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of the lines, page by page."""
        return tuple(tuple(p.label for p in page) for page in self.pages)

    def _room(self) -> tuple[float, float]:
        look = self.look
        whole = look.width - 2 * look.margin
        if self._columns == 1:
            return look.margin, whole
        gutter = look.size * 1.5
        width = (whole - gutter * (self._columns - 1)) / self._columns
        return look.margin + self._column * (width + gutter), width

    def _wrapped(self, text: str, size: float, indent: float) -> list[str]:
        most = max(8, int((self._room()[1] - indent * self.look.size) / (size * 0.48)))
        lines: list[str] = []
        current = ""
        for word in text.split():
            if current and len(current) + 1 + len(word) > most:
                lines.append(current)
                current = word
            else:
                current = f"{current} {word}" if current else word
        return [*lines, current] if current else lines

    def _line(
        self, text: str, label: str, size: float, bold: bool, italic: bool, align: str, indent: float
    ) -> None:  # fmt: skip
        look = self.look
        if self.y + size > look.height - look.margin:
            self._overflow()
        left, width = self._room()
        plain, spans = self._spans(text, size)
        long = min(width, len(plain) * size * 0.48)
        x0 = left + indent * look.size
        if align == "centre":
            x0 = left + (width - long) / 2
        elif align == "right":
            x0 = left + width - long
        font = look.font + ("-Bold" if bold else "") + ("-Italic" if italic else "")
        line = Line(
            plain, len(self.pages), x0, self.y, x0 + long, self.y + size, size, font, bold, italic,
            self._block, self._column, Role.TEXT, spans,
        )  # fmt: skip
        self.pages[-1].append(Placed(line, label))
        self.y += size * look.leading

    def _overflow(self) -> None:
        if self._column + 1 < self._columns:
            self._column += 1
            self.y = self._top
            return
        self.page()

    def _spans(self, text: str, size: float) -> tuple[str, tuple[Span, ...]]:
        if "^{" not in text:
            return text, ()
        plain, spans, last = "", [], 0
        for match in _RAISED.finditer(text):
            before = text[last : match.start()]
            if before:
                spans.append(Span(len(plain), len(plain) + len(before), size, self.look.font))
                plain += before
            mark = match[1]
            spans.append(Span(len(plain), len(plain) + len(mark), size * 0.7, self.look.font, raised=True))  # fmt: skip
            plain += mark
            last = match.end()
        if text[last:]:
            spans.append(Span(len(plain), len(plain) + len(text[last:]), size, self.look.font))
            plain += text[last:]
        return plain, tuple(spans)

    def _margin_line(self, text: str, y: float, role: Role, *, first: bool) -> None:
        look, size = self.look, self.look.size * 0.85
        for number, page in enumerate(self.pages, 1):
            if number == 1 and not first:
                continue
            shown = text.format(page=number, pages=len(self.pages))
            x0 = (look.width - len(shown) * size * 0.48) / 2
            line = Line(shown, number, x0, y, look.width - x0, y + size, size, look.font, role=role, block=99)  # fmt: skip
            page.insert(0 if role is Role.HEAD else len(page), Placed(line, ""))


def _plain(line: Line) -> Line:
    return replace(
        line, x0=0.0, y0=0.0, x1=0.0, y1=0.0, size=0.0, font="", bold=False, italic=False, column=0, spans=()
    )  # fmt: skip
