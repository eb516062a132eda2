"""Publications listed in an attached file: a PDF or a Word document instead of a page.

The file's text has lines where its layout has them. They are joined to entries at numbers and empty lines; where there are neither, at
lines that begin as references do. Each entry is then judged as a line of a page is (`lines.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harvestman.documents.references import parse_references
from harvestman.find.entries import Publication
from harvestman.find.lines import reference_chance
from harvestman.find.reach import SeenFile
from harvestman.text import find_year, squeeze

_NUMBER = re.compile(r"^\s*(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)])\s+(?=\S)")
_LONGEST = 1_500
_SHORTEST = 25
_MOST = 3_000
_NUMBERED = 3


def attached_publications(file: SeenFile, page: str) -> tuple[Publication, ...]:
    """The entries that a file lists."""
    text = file.read.text if file.read is not None else ""
    raws = [raw for raw in entries_in(text) if reference_chance(raw) >= 0.5][:_MOST]
    return tuple(
        Publication(
            raw,
            parsed.title,
            parsed.authors,
            int(parsed.year[:4]) if parsed.year[:4].isdigit() else find_year(raw),
            "",
            page,
        )
        for raw, parsed in zip(raws, parse_references(raws), strict=True)
        if parsed.title
    )


def entries_in(text: str) -> list[str]:
    """The lines of a text joined to what may be entries."""
    lines = text.splitlines()
    numbered = sum(_NUMBER.match(line) is not None for line in lines) >= _NUMBERED
    return [
        entry for entry in _joined(lines, numbered=numbered) if _SHORTEST <= len(entry) <= _LONGEST
    ]


def _joined(lines: list[str], *, numbered: bool) -> Iterator[str]:
    entry: list[str] = []
    for line in lines:
        number = _NUMBER.match(line)
        begins = number is not None if numbered else _begins(line, entry)
        if (begins or not line.strip()) and entry:
            yield squeeze(" ".join(entry))
            entry = []
        if line.strip():
            entry.append(line[number.end() :] if number and numbered else line)
    if entry:
        yield squeeze(" ".join(entry))


def _begins(line: str, entry: list[str]) -> bool:
    """Whether a line begins a new entry where nothing is numbered: what came before is a reference by itself, and so is this line's start."""
    if not entry:
        return True
    before = squeeze(" ".join(entry))
    return before.endswith((".", ")")) and reference_chance(before) >= 0.5 and line[:1].isupper()
