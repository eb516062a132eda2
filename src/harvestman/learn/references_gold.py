"""Reference strings with known fields, as tokens with labels of one habit.

Every source labels in its own way: anystyle puts marks and words such as "pp." into the field before them and keeps volume
and issue together, others cut authors into persons, SciELO only lists fields. Here they become one: marks at the ends and
words that merely announce a field belong to no field, an author part is one stretch, an issue is no volume.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harvestman.documents.references.tokens import Token, readable, tokens_of
from harvestman.learn.references_aligning import align_fields

JUDGED_ONLY = "exciteproject/"
"""Where the gold of EXCITE comes from: no model learns from it, because its repository states no licence."""
SOURCES = (
    "anystyle", "grobid_citations", "parscit", "scielo", "ru_gold", "es_gold", "es_rendered",
)  # fmt: skip

# Labels of all sources, under the names that the model knows; what is missing here is a note.
_LABELS = {
    "total": "total", "responsible": "responsible", "access": "access",
    "author": "author", "authors": "author", "title": "title", "container": "container", "publisher": "publisher",
    "publishe": "publisher", "institution": "publisher", "place": "place", "pubplace": "place", "date": "date",
    "volume": "volume", "volumes": "volume", "issue": "issue", "pages": "pages", "doi": "doi", "url": "url",
    "editor": "editor", "edition": "edition", "number": "number", "total_pages": "total", "series": "series",
    "responsibility": "responsible", "access_date": "access", "genre": "genre", "other": "other",
    "arxiv": "identifier", "identifier": "identifier", "isbn": "identifier",
}  # fmt: skip
# Words that announce a field and are no part of it.
_ANNOUNCING = {
    "pages": set("p pp pag page pages pág págs pags página páginas s ss seite seiten с стр pgs str ages".split()),
    "volume": set("v vol vols volume volumen bd band т том t tome tomo".split()),
    "issue": set("n no nr nº n° num núm número number issue iss heft h вып выпуск № nos".split()),
    "container": set("in en dans em".split()),
    "editor": {"in", "en", "dans", "em"},
    "url": set("url available from retrieved disponible at".split()),
    "doi": {"doi"},
}  # fmt: skip
_ISSUE_WORDS = _ANNOUNCING["issue"] | {"º", "°"}
_TOGETHER = ("anystyle", "parscit")  # sources whose volume holds the issue too
_READ_ON = re.compile(r"access|retrieved|consult|abgerufen|обращ|zugriff|visited|viewed", re.I)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One string: its tokens, their labels, and where it comes from."""

    raw: str
    tokens: list[Token]
    labels: list[str]
    source: str
    language: str
    group: str
    """What must not be torn apart in cross-validation: a journal, a paper, a file."""


def rows_of(folder: Path, source: str, split: str) -> Iterator[dict[str, Any]]:
    """The records of one source and split."""
    path = folder / f"{source}.jsonl"
    packed = path.with_name(path.name + ".gz")
    text = gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    for line in text.decode().split("\n"):
        row = json.loads(line) if line.strip() else {"split": ""}
        if row.get("split", split) == split:
            yield row


def lessons(folder: Path, source: str, split: str) -> list[Lesson]:
    """The labelled strings of one source and split."""
    found = []
    for row in rows_of(folder, source, split):
        raw = readable(row["raw"])
        tokens = tokens_of(raw)
        labels = (
            from_pieces(raw, tokens, row["segments"], volume_holds_issue=source in _TOGETHER)
            if "segments" in row
            else align_fields(tokens, row["fields"])
        )
        if labels and tokens:
            _bare(tokens, labels)
            group = f"{source}:{row.get('source', '').split('#')[0]}"
            found.append(Lesson(raw, tokens, labels, source, row["language"], group))
    return found


def from_pieces(
    raw: str,
    tokens: Sequence[Token],
    segments: Sequence[Sequence[str]],
    *,
    volume_holds_issue: bool = False,
) -> list[str]:
    """Labels of tokens, when the labelled pieces together are the string (blanks apart)."""
    by_character: list[int] = []
    for number, (text, _) in enumerate(segments):
        by_character += [number] * sum(not c.isspace() for c in text)
    solid = [place for place, c in enumerate(raw) if not c.isspace()]
    if len(solid) != len(by_character):
        return []
    piece_at = dict(zip(solid, by_character, strict=True))
    # "https://doi.org/" may be cut from the DOI behind it: the link as a whole is what its end is.
    piece = [piece_at[token.end - 1 if token.kind == "link" else token.start] for token in tokens]
    names = [_LABELS.get(label, "note") for _, label in segments]
    for number, (text, _) in enumerate(segments):
        if names[number] == "date" and _READ_ON.search(text):
            names[number] = "access"
    labels = [names[number] for number in piece]
    if volume_holds_issue:
        _part_volumes(tokens, labels, piece)
    _tell_totals(tokens, labels)
    _join(tokens, labels, piece)
    _bare(tokens, labels)
    return labels


def _part_volumes(tokens: Sequence[Token], labels: list[str], piece: Sequence[int]) -> None:
    """Give the issue in "7(4)", "vol. 7, no. 4" its own label, and the year and pages of "2009;7(4):1-9" theirs."""
    at = 0
    while at < len(tokens):
        end = at
        while end < len(tokens) and piece[end] == piece[at]:
            end += 1
        if labels[at] == "volume":
            _part_volume(tokens, labels, at, end)
        at = end


def _part_volume(tokens: Sequence[Token], labels: list[str], at: int, end: int) -> None:
    numbers = [i for i in range(at, end) if tokens[i].kind == "n"]
    if not numbers:
        return
    text = [t.text for t in tokens]
    first = numbers[0]
    if (
        len(numbers) > 1
        and len(text[first]) == 4
        and text[first][:2] in ("19", "20")
        and text[first + 1] == ";"
    ):
        labels[first] = "date"
        first = numbers[1]
    seen = colon = False
    for i in range(first + 1, end):
        if text[i] == ":" and i > numbers[0] and any(n > i for n in numbers):
            ahead = [n for n in numbers if n > i]
            colon = len(ahead) > 1 or seen
        if text[i] in "(/,.:" or text[i].lower() in _ISSUE_WORDS:
            seen = True
        if seen:
            labels[i] = "pages" if colon else "issue"


def _tell_totals(tokens: Sequence[Token], labels: list[str]) -> None:
    """In Russian, "272 с." is how long a book is, never where something stands in it."""
    for i in range(len(tokens) - 1):
        if (
            tokens[i].kind == "n"
            and labels[i] in ("pages", "note")
            and tokens[i + 1].text == "с"
            and (i == 0 or tokens[i - 1].text not in "-–—")
        ):
            labels[i] = "total"


def _join(tokens: Sequence[Token], labels: list[str], piece: Sequence[int]) -> None:
    """One stretch for an author part or a page range whose pieces were labelled apart."""
    for name in ("author", "pages", "editor"):
        last = -1
        for i, label in enumerate(labels):
            if label != name:
                continue
            between = labels[last + 1 : i]
            words = [tokens[k].text for k in range(last + 1, i) if tokens[k].kind in "wn"]
            if last >= 0 and between and set(between) == {"other"} and len(between) <= 5:
                joins = not words or all(
                    w.lower() in {"and", "und", "et", "y", "e", "и", "u", "with", "dies", "der"}
                    for w in words
                )
                if joins and (name != "pages" or len(between) <= 2):
                    labels[last + 1 : i] = [name] * len(between)
            last = i


def _bare(tokens: Sequence[Token], labels: list[str]) -> None:
    """Take marks and announcing words off both ends of each stretch."""
    at = 0
    while at < len(labels):
        end = at
        while end < len(labels) and labels[end] == labels[at]:
            end += 1
        label, first, last = labels[at], at, end
        announcing = _ANNOUNCING.get(label, set())
        while first < last and (
            tokens[first].kind == "p" or tokens[first].text.lower() in announcing
        ):
            labels[first] = "other"
            first += 1
        while first < last and (
            tokens[last - 1].kind == "p"
            or (label in ("pages", "volume") and tokens[last - 1].text.lower() in announcing)
        ):
            labels[last - 1] = "other"
            last -= 1
        at = end
