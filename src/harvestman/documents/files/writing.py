"""Paragraphs while they are being written down by a reader of a flowing format."""

from __future__ import annotations

from dataclasses import dataclass, replace

from harvestman.documents.files.xml_events import Enough
from harvestman.documents.layout.characters import tidy
from harvestman.documents.layout.setting import Paragraph, Printed


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks; None where the style says nothing of it."""

    size: float | None = None
    bold: bool | None = None
    italic: bool | None = None
    raised: bool | None = None
    align: str | None = None
    indent: float | None = None
    starts_page: bool | None = None
    is_title: bool | None = None
    """Whether the style is the program's own for titles, whatever it looks like."""
    parent: str = ""

    def over(self, base: Style) -> Style:
        """This style where it says something, else the base."""
        return Style(
            base.size if self.size is None else self.size,
            base.bold if self.bold is None else self.bold,
            base.italic if self.italic is None else self.italic,
            base.raised if self.raised is None else self.raised,
            base.align if self.align is None else self.align,
            base.indent if self.indent is None else self.indent,
            base.starts_page if self.starts_page is None else self.starts_page,
            base.is_title if self.is_title is None else self.is_title,
            self.parent or base.parent,
        )


def resolve(styles: dict[str, Style], name: str, default: Style) -> Style:
    """A named style with all that it inherits."""
    chain: list[Style] = []
    seen: set[str] = set()
    while name in styles and name not in seen and len(chain) < 20:
        seen.add(name)
        chain.append(styles[name])
        name = styles[name].parent
    found = default
    for style in reversed(chain):
        found = style.over(found)
    return found


class Writer:
    """Collects runs into paragraphs, up to a number of characters."""

    def __init__(self, *, limit: int) -> None:
        self.paragraphs: list[Paragraph] = []
        self._runs: list[Printed] = []
        self._left = limit
        self._gap = 0.0

    def write(self, text: str, style: Style, *, default_size: float = 11.0) -> None:
        """Add characters to the paragraph."""
        if not text:
            return
        run = Printed(
            text,
            style.size or default_size,
            bool(style.bold),
            bool(style.italic),
            bool(style.raised),
        )
        last = self._runs[-1] if self._runs else None
        if last is not None and replace(last, text="") == replace(run, text=""):
            self._runs[-1] = replace(last, text=last.text + text)
        else:
            self._runs.append(run)
        self._left -= len(text)
        if self._left <= 0:
            self.end(style)
            raise Enough

    def end(self, style: Style, *, starts_page: bool = False) -> None:
        """End the paragraph; an empty one is white space before the next."""
        runs = tuple(replace(run, text=_tidied(run.text)) for run in self._runs)
        self._runs = []
        if not any(run.text.strip() for run in runs):
            self._gap = min(self._gap + 1.2, 12.0)
            return
        self.paragraphs.append(
            Paragraph(
                runs,
                style.align or "left",
                style.indent or 0.0,
                0.4 + self._gap,
                starts_page or bool(style.starts_page),
                is_title=bool(style.is_title),
            )
        )
        self._gap = 0.0


def _tidied(text: str) -> str:
    return "\n".join(_tidied_line(line) for line in text.split("\n"))


def _tidied_line(line: str) -> str:
    """Tidy, but with the spaces at both ends that join it to its neighbours."""
    return tidy(line.replace("\t", " ").replace("\u00a0", " "), is_printed=False)
