"""JSON Lines: one paper a line with all its fields, exactly as `--json` prints it. The format that loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields

from harvestman.formats.entries import FaultyEntry, FileEntry
from harvestman.formats.pieces import lines_of
from harvestman.model import Author, Paper, paper_from_plain, paper_to_plain


class JSONLines:
    """One JSON object a line (jsonlines.org), UTF-8."""

    name = "jsonl"
    media_type = "application/jsonl"
    extension = ".jsonl"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """A line for each paper."""
        for paper in papers:
            plain = paper_to_plain(paper)
            line = json.dumps(plain, ensure_ascii=False)
            if not _is_encodable(line):  # half a surrogate pair can only be written escaped
                line = json.dumps(plain)
            yield line + "\n"

    def parse(self, pieces: Iterable[str]) -> Iterator[FileEntry | FaultyEntry]:
        """The papers that `write` wrote, by their ids."""
        for number, line in enumerate(lines_of(pieces), start=1):
            if not line.strip():
                continue
            place = f"line {number}"
            try:
                paper = paper_from_plain(json.loads(line))
                _check(paper)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
                why = str(error) or type(error).__name__
                yield FaultyEntry(place, f"Line {number} is not a paper in JSON: {why}.")
            else:
                yield FileEntry(paper.id or str(number), place, paper)


def _check(paper: Paper) -> None:
    """TypeError for a value of a kind that its field cannot have: anybody may have written the file."""
    for field in fields(Paper):
        value = getattr(paper, field.name)
        if field.name == "authors":
            is_right = all(
                isinstance(text, str)
                for author in value
                if isinstance(author, Author)
                for text in (
                    author.name,
                    author.orcid,
                    author.family,
                    *author.affiliations,
                    *author.emails,
                )
            )
        elif field.name == "keywords":
            is_right = isinstance(value, tuple) and all(isinstance(one, str) for one in value)
        elif field.name == "year":
            is_right = value is None or isinstance(value, int)
        elif field.name == "held":
            is_right = isinstance(value, bool)
        elif field.name == "event":
            is_right = value is None or (
                isinstance(value.year, int)
                and all(isinstance(text, str) for text in (value.id, value.name, value.acronym))
            )
        else:
            is_right = isinstance(value, str)
        if not is_right:
            raise TypeError(f"{field.name} cannot be {value!r:.60}")


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
