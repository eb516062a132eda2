"""Whom a list names in one entry with a file: "Ivanova A. B. Notes on statics. Download", or the cells of a row before its link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harvestman.pages.people.lines import Line
from harvestman.pages.people.names import is_known_name, names_in
from harvestman.pages.people.words import says

_NUMBER = re.compile(r"^[\s\d.)\]№•–-]{1,10}")
_WORD = r"[A-ZÁÉÍÓÚÑА-ЯЁ][\w'’-]{1,30}"
_INITIALS = r"[A-ZÁÉÍÓÚÑА-ЯЁ]\.(?:[\s-]?[A-ZÁÉÍÓÚÑА-ЯЁ]\.){0,2}"
_BY_INITIALS = re.compile(rf"(?:{_WORD},?\s{_INITIALS}|{_INITIALS}\s?{_WORD})")
_NEXT = re.compile(r"\s*(?:[,;&]|\by\b|\be\b|\band\b|\bи\b)\s*")
_MOST = 8  # names of one entry; what names more is a programme
_MOST_FILES = 6  # links of one entry; what has more is a whole list


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
