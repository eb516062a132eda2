"""Whom a list names in one entry with a file: "Ivanova A. B. Notes on statics. Download", or the cells of a row before its link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from harvestman.pages.people.lines import Line
from harvestman.pages.people.names import is_known_name, names_in
from harvestman.pages.people.words import says
from harvestman.text.personal import word_look

_NUMBER: Final = re.compile(r"^[\s\d.)\]№•–-]{1,10}")
_WORD: Final = r"[A-ZÁÉÍÓÚÑА-ЯЁ][\w'’-]{1,30}"
_INITIALS: Final = r"[A-ZÁÉÍÓÚÑА-ЯЁ]\.(?:[\s-]?[A-ZÁÉÍÓÚÑА-ЯЁ]\.){0,2}"
_BY_INITIALS: Final = re.compile(rf"(?:{_WORD},?\s{_INITIALS}|{_INITIALS}\s?{_WORD})")
_NEXT: Final = re.compile(r"(?:(?<!\s)\s+)?(?:[,;&]|\by\b|\be\b|\band\b|\bи\b)\s*")
_MOST: Final = 8  # names of one entry; what names more is a programme
_BESIDE: Final = re.compile(r"\(([^()]{3,60})\)|[–—:-]\s([^()]{3,60})$")
_FAMILY: Final = re.compile(_WORD)
_MOST_FAMILIES: Final = 4
_MOST_FILES: Final = 6  # links of one entry; what has more is a whole list


def entry_authors(lines: Sequence[Line]) -> Iterator[tuple[str, int, int]]:
    """The persons of entries with files: name, place of the file's link, number of the line."""
    for at, line in enumerate(lines):
        if not 0 < len(line.files) <= _MOST_FILES:
            continue
        names = _named(line.text)
        if not names and line.entry:
            names = _in_cells_before(lines, at)
        if len(names) <= _MOST:
            for name in names:
                yield from ((name, place, at) for place in line.files)


def entry_families(lines: Sequence[Line]) -> Iterator[tuple[str, int, int]]:
    """Bare family names that stand for whoever made files: in the heading over them, "Exercises (Ruiz)", or in a cell of their row.

    Whether they are anybody's is for those to say who know the people of the site.
    """
    over: list[str] = []
    for at, line in enumerate(lines):
        if line.heading:
            over = [
                name
                for match in _BESIDE.finditer(line.text[:200])
                for name in _families(match[1] or match[2])
            ]
        if not 0 < len(line.files) <= _MOST_FILES:
            continue
        beside = [
            name
            for cell in lines[max(0, at - 4) : at]
            if line.entry and cell.entry == line.entry and not cell.files
            for name in _families(cell.text)
        ]
        for name in beside or over:
            yield from ((name, place, at) for place in line.files)


def _families(text: str) -> list[str]:
    """The parts of a text, if all of them can be family names by themselves."""
    parts = [part for part in _NEXT.split(text.strip()) if part]
    is_all = 0 < len(parts) <= _MOST_FAMILIES and all(
        _FAMILY.fullmatch(part) and word_look(part) in "NSC" for part in parts
    )
    return parts if is_all else []


def _in_cells_before(lines: Sequence[Line], at: int) -> list[str]:
    """The names in the nearest cell before a link that has any, in the same row."""
    for before in range(at - 1, max(-1, at - 6), -1):
        line = lines[before]
        if line.entry != lines[at].entry or line.files:
            return []
        if names := _named(line.text):
            return names
    return []


def _named(text: str) -> list[str]:
    """The names at the beginning of an entry, or the known names among its parts."""
    bare = _NUMBER.sub("", text)
    if says("teacher", bare.partition(" ")[0]):
        return names_in(bare)  # "Читает А. Сомова"
    found: list[str] = []
    here = 0
    while (match := _BY_INITIALS.match(bare, here)) and len(found) <= _MOST:
        found.append(match[0])
        following = _NEXT.match(bare, match.end())
        if following is None:
            break
        here = following.end()
    if found:
        return found
    if says("supervisor", text):
        return []
    return [name for name in names_in(text) if is_known_name(name)]
