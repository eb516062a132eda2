"""Titles and surnames in other languages than English, taken from reference strings: what made-up pages in these languages are printed from.

Pages of conferences in Spanish, Portuguese, German, French and Russian are few among those with gold, reference strings are many. What
works are called and how people are called is much the same in both; how pages print them is drawn elsewhere (`pages_synthetic.py`).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harvestman.documents.references import parse_references
from harvestman.text.language import read_language

LANGUAGES = ("de", "es", "fr", "pt", "ru")
_FEWEST_WORDS, _MOST_CHARACTERS = 3, 160
_UNLABELLED = "ru_unlabelled"
_MAX_UNLABELLED = 4_000
_SURNAME = re.compile(r"\A([^\W\d_][\w'’-]{2,20})(?:,\s|\s(?=[^\W\d_]\.))")
_TITLE = re.compile(r"\A[^\W\d_][^<>\[\]{}|/\\]*[^\W\d_)»”\"?!]\Z")


@dataclass(frozen=True, slots=True)
class Tongue:
    """What works and people are called in a language."""

    titles: tuple[str, ...]
    surnames: tuple[str, ...]


def read_tongues(folder: Path) -> dict[str, Tongue]:
    """The titles and surnames of the training references in a folder, by language."""
    titles: dict[str, dict[str, None]] = {language: {} for language in LANGUAGES}
    surnames: dict[str, dict[str, None]] = {language: {} for language in LANGUAGES}
    for language, title, authors in _references(folder):
        text = title.strip(" .,;:–—-")
        if _is_title(text) and read_language(text) == language:
            titles[language][text] = None
            for author in authors:
                if match := _SURNAME.match(author):
                    surnames[language][match.group(1).capitalize()] = None
    return {one: Tongue(tuple(titles[one]), tuple(surnames[one])) for one in LANGUAGES}


def _is_title(text: str) -> bool:
    return (
        len(text) <= _MOST_CHARACTERS
        and len(text.split()) >= _FEWEST_WORDS
        and _TITLE.match(text) is not None
        and text.count("«") == text.count("»")
    )


def _references(folder: Path) -> Iterator[tuple[str, str, Sequence[str]]]:
    for file in sorted(folder.glob("*.jsonl*")):
        rows = _rows(file)
        if file.name.startswith(_UNLABELLED):
            raw = [str(row["raw"]) for row in rows][:_MAX_UNLABELLED]
            for parsed in parse_references(raw):
                yield "ru", parsed.title, list(parsed.authors)
            continue
        for row in rows:
            if row.get("split") == "train" and row.get("language") in LANGUAGES:
                fields = row["fields"]
                yield row["language"], str(fields.get("title", "")), fields.get("authors") or ()


def _rows(file: Path) -> list[dict[str, Any]]:
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]
