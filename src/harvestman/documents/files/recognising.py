"""Pages that are pictures, read by Tesseract. Its table of words has places and heights, so they become lines like any others.

The first pages and the last ones are read, within a number of pages and a time: the header stands in front, the references at
the end. The first page is read in all languages that are installed, the others in those that it turned out to be in.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import cache

from harvestman.documents.files.programs import (
    ProgramFailed,
    ProgramLimits,
    is_installed,
    run_program,
)
from harvestman.documents.layout.building import build_page
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import PageLayout
from harvestman.documents.layout.words import Looks, PrintedPage, Word

_LANGUAGES = ("eng", "spa", "rus")
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_LATIN = re.compile("[a-z]", re.IGNORECASE)
_UNSURE = 20.0
"""Words that Tesseract is less sure of are mostly dirt on the glass."""

Draw = Callable[[int], "Picture | None"]


class Picture:
    """A page drawn in grey, as a PGM file."""

    def __init__(self, pgm: bytes, *, scale: float, width: float, height: float) -> None:
        self.pgm = pgm
        self.scale = scale
        """Dots to a point."""
        self.width = width
        self.height = height


def can_recognise() -> bool:
    """Whether Tesseract is there."""
    return is_installed("tesseract") and bool(_installed())


def recognise(draw: Draw, wanted: range, limits: ReadingLimits) -> list[PageLayout]:
    """The wanted pages of a document, by their index; those that were not read have no lines."""
    deadline = time.monotonic() + limits.ocr_time_s
    read: dict[int, PageLayout] = {}
    languages = "+".join(_installed())
    for place in _order(len(wanted), limits.ocr_pages):
        index = wanted[place]
        left = deadline - time.monotonic()
        if left < 1:
            break
        picture = draw(index)
        if picture is None:
            continue
        try:
            table = _tesseract(picture, languages, time_s=left)
        except ProgramFailed:
            continue
        page = PrintedPage(picture.width, picture.height, list(_words(table, picture)))
        read[index] = build_page(page, index + 1)
        if len(read) == 1:
            languages = _languages_of(read[index]) or languages
    return [
        read.get(index) or PageLayout(index + 1, 0.0, 0.0, (), has_looks=False) for index in wanted
    ]


def _order(count: int, most: int) -> Iterator[int]:
    """Which pages are read, the most telling first: 1, 2, last, last but one, 3, …"""
    chosen: list[int] = []
    front, back = 0, count - 1
    while front <= back and len(chosen) < most:
        from_front = len(chosen) % 4 < 2
        chosen.append(front if from_front else back)
        front, back = (front + 1, back) if from_front else (front, back - 1)
    return iter(chosen)


@cache
def _installed() -> tuple[str, ...]:
    try:
        listed = run_program(["tesseract", "--list-langs"], {}, limits=ProgramLimits(time_s=10))
    except ProgramFailed:
        return ()
    names = listed.decode("utf-8", "replace").split()
    return tuple(name for name in _LANGUAGES if name in names)


def _languages_of(page: PageLayout) -> str:
    """The languages of what was read, in Tesseract's names: a second language costs as much time again."""
    text = " ".join(line.text for line in page.lines)
    cyrillic, latin = len(_CYRILLIC.findall(text)), len(_LATIN.findall(text))
    if cyrillic + latin < 200:
        return ""
    if cyrillic > latin:
        return "rus"
    has_spanish = len(re.findall(r"\b(?:el|los|las|que|una|por|con)\b|[ñáíóú]", text.lower()))
    return "spa" if has_spanish > len(text) / 100 and "spa" in _installed() else "eng"


def _tesseract(picture: Picture, languages: str, *, time_s: float) -> str:
    command = ["tesseract", "page.pgm", "stdout", "-l", languages, "--dpi"]
    command += [str(round(72 * picture.scale)), "--psm", "3", "tsv"]
    limits = ProgramLimits(time_s=time_s, output_bytes=32 * 1024 * 1024)
    return run_program(command, {"page.pgm": picture.pgm}, limits=limits).decode("utf-8", "replace")


def _words(table: str, picture: Picture) -> Iterator[Word]:
    """The words of Tesseract's table, in its order; size and base line are those of their line."""
    lines: dict[tuple[str, ...], list[tuple[str, float, float, float, float]]] = {}
    for row in table.split("\n")[1:]:
        cells = row.rstrip("\r").split("\t")
        if len(cells) < 12 or cells[0] != "5" or not cells[11].strip():
            continue
        try:
            left, top, width, height = (float(cell) / picture.scale for cell in cells[6:10])
            sureness = float(cells[10])
        except ValueError:
            continue
        if sureness >= _UNSURE:
            lines.setdefault(tuple(cells[1:5]), []).append(
                (cells[11].strip(), left, top, left + width, top + height)
            )
    sizes = {key: _size(words) for key, words in lines.items()}
    looks = Looks()
    usual = sorted(sizes.values())[len(sizes) // 2] if sizes else 0.0
    for key, words in lines.items():
        # Fewer words have a letter that reaches below the line than one that reaches up.
        bottoms = sorted(word[4] for word in words)
        # Heights depend on the letters of a line: most lines of a page have the same size.
        size = usual if abs(sizes[key] - usual) <= 0.3 * usual else sizes[key]
        look = looks.get(round(min(max(size, 1.0), 200.0), 1))
        for text, x0, _, x1, _ in words:
            yield Word(text, x0, x1, bottoms[len(bottoms) // 4], look)


def _size(words: list[tuple[str, float, float, float, float]]) -> float:
    heights = sorted(word[4] - word[2] for word in words)
    return heights[len(heights) // 2] / 0.75
