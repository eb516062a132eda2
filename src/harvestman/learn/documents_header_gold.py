"""Lessons for the header models: documents whose gold is found again in their lines, and labelled texts without looks.

The gold says what the values are, not where they stand; here each value is looked up in the lines. Values that nobody judged
are labelled by plain rules, since a line that is an abstract must not be taught to be none.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from harvestman.documents.header.front import Front, FrontLine, read_front
from harvestman.documents.header.titles import without_label
from harvestman.documents.header.token_features import Piece, pieces_of
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.learn.documents_synthetic import synthetic_documents, synthetic_handouts
from harvestman.text import fold
from harvestman.text.naming import nominative

_MAX_TITLE_LINES = 8
_IN_CAPITALS = 4
"""One of so many author lists is taught in capitals, as some journals print them."""
MADE_UP = "made-up"
"""So the sources of made-up documents begin."""
_MADE_UP_SOURCES = 5
_HANDOUT_LANGUAGES = ("es", "ru", "es", "en")
"""Most in Spanish: nearly all real ones are of one repository. More of the others cost Spanish titles in the folds."""
_SPLIT = re.compile(r"\s*(?:,|;|\(|\)| – | - | / )\s*")


@dataclass(slots=True)
class Lesson:
    """One document to learn from."""

    source: str
    """Documents of one source are never both taught and tested on."""
    front: Front
    lines: list[str]
    """A label a line."""
    pieces: list[list[Piece]]
    tokens: list[list[str]]
    """A label a token."""
    looks: bool = True
    title: str = ""
    file: str = ""
    layout: Layout | None = None


def lesson_of(gold: dict[str, Any], layout: Layout) -> Lesson | None:
    """A document and its gold as a lesson; None where the title is not judged or not found."""
    front = read_front(layout)
    if not front.lines:
        return None
    lines = ["O"] * len(front.lines)
    if gold["title"] is not None:
        _mark_title(front, gold["title"], lines)
        if gold["title"] and "T" not in lines:
            return None
    _mark_abstract(front, gold["abstract"], lines)
    _mark_keywords(front, gold["keywords"], lines)
    pieces = [pieces_of(line.line) for line in front.lines]
    tokens = [["O"] * len(row) for row in pieces]
    names = [author["name"] for author in gold["authors"] or ()]
    organisations = set(gold["affiliations"] or ())
    for author in gold["authors"] or ():
        organisations.update(author.get("affiliations") or ())
    judged = gold["affiliations"] is not None
    near = _near_authors(front, names)
    for at, line in enumerate(front.lines):
        if lines[at] in "TSHK" or line.line.role is Role.MARGIN:
            continue
        _mark_names(pieces[at], names, tokens[at])
        _mark_organisations(pieces[at], organisations, tokens[at])
        if "B-N" in tokens[at]:
            lines[at] = "A"
        elif "B-F" in tokens[at] or "I-F" in tokens[at]:
            lines[at] = "F"
        elif line.has_email:
            lines[at] = "E"
        elif (
            not judged and at in near and (line.has("org") or line.has("part") or line.has("firm"))
        ):
            lines[at] = "F"
            tokens[at] = ["B-F"] + ["I-F"] * (len(pieces[at]) - 1) if pieces[at] else []
    return Lesson(
        gold["corpus"],
        front,
        lines,
        pieces,
        tokens,
        title=gold["title"] or "",
        file=gold.get("file", ""),
        layout=layout,
    )


def made_up_lessons(number: int, *, handouts: int) -> Iterator[Lesson]:
    """Made-up documents: title pages, slides, sheets and forms in three languages, of which the shared data has few."""
    made_up = chain(
        synthetic_documents(number),
        synthetic_handouts(handouts, languages=_HANDOUT_LANGUAGES),
    )
    for at, document in enumerate(made_up):
        # Several sources, so that every fold is taught some of them.
        source = f"{MADE_UP}{at % _MADE_UP_SOURCES}"
        lesson = lesson_of({**document.gold, "corpus": source}, document.layout)
        if lesson:
            yield lesson


def text_lessons(data: Path) -> Iterator[Lesson]:
    """The labelled headers of GROBID and ParsCit: lines of text without looks."""
    for name, path in (("grobid", "grobid/header.corpus"), ("parscit", "headers/parscit_headers")):
        for number, record in enumerate(_records(data / f"{path}.jsonl.gz")):
            lesson = _text_lesson(record["items"]) if record.get("split") != "dev" else None
            if lesson:
                yield replace(lesson, source=f"{name}{number % 5}")


def name_lessons(data: Path) -> Iterator[Lesson]:
    """Author lines with each name marked (GROBID's name-header): for the tokens only."""
    for number, record in enumerate(_records(data / "grobid/name-header.corpus.jsonl.gz")):
        rows: list[tuple[str, list[tuple[int, int]]]] = []
        text, spans = "", list[tuple[int, int]]()
        start, seen = -1, set[str]()
        for printed, label in [*record["items"], ["\n", ""]]:
            item = (
                printed.upper()
                if number % _IN_CAPITALS == 0 and len(printed.upper()) == len(printed)
                else printed
            )
            part = label.partition("-")[2].partition(":")[0]
            is_name = part in (
                "forename",
                "middlename",
                "surname",
                "surename",
                "forenname",
                "firstname",
                "suffix",
                "lastname",
            )
            kind = (
                "given" if part not in ("surname", "surename", "lastname", "suffix") else "family"
            )
            if start >= 0 and (
                not is_name or item == "\n" or (kind == "given" and {"given", "family"} <= seen)
            ):
                spans.append((start, len(text)))
                start, seen = -1, set()
            if item == "\n":
                if any(map(str.isalnum, text)):
                    rows.append((text, spans))
                text, spans = "", []
                continue
            text += " " if text and not re.match(r"[,.;:]", item) else ""
            if is_name:
                if start < 0:
                    start = len(text)
                seen.add(kind)
            text += item
        if rows:
            front = read_front(_text_layout([row[0] for row in rows]))
            pieces = [pieces_of(line.line) for line in front.lines]
            tokens = [["O"] * len(row) for row in pieces]
            for row, labels, (_, marked) in zip(pieces, tokens, rows, strict=True):
                _mark_spans(row, marked, "N", labels)
            yield Lesson(
                f"names{number % 5}", front, ["A"] * len(rows), pieces, tokens, looks=False
            )


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


_TEXT_LABELS = {
    "titlePart": "T", "title": "T", "docAuthor": "A", "author": "A", "affiliation": "F", "email": "E", "div:abstract": "S",
    "abstract": "S", "keyword": "K", "keywords": "K",
}  # fmt: skip


def _text_lesson(items: Sequence[Sequence[str]]) -> Lesson | None:
    rows: list[list[tuple[str, str, str]]] = [[]]
    for text, label in items:
        if text == "\n":
            rows.append([])
        elif text.strip():
            rows[-1].append(
                (text.strip(), label[:1], _TEXT_LABELS.get(label.partition("-")[2], "O"))
            )
    rows = [row for row in rows if any(map(str.isalnum, "".join(text for text, _, _ in row)))][:100]
    texts = [" ".join(text for text, _, _ in row) for row in rows]
    if not any(label == "T" for row in rows for _, _, label in row):
        return None
    front = read_front(_text_layout(texts))
    if len(front.lines) != len(rows):
        return None
    lines, pieces, tokens = [], [], []
    for row, line in zip(rows, front.lines, strict=True):
        kinds = {label for _, _, label in row}
        lines.append(next((kind for kind in "TAFKSE" if kind in kinds), "O"))
        if lines[-1] == "O" and line.starts("abstract") and len(line.words) <= 2:
            lines[-1] = "H"
        pieces.append(pieces_of(line.line))
        labels, start = ["O"] * len(pieces[-1]), 0
        for text, begin, label in row:
            end = start + len(text)
            if label == "A":
                spans = [(start + a, start + b) for a, b in _names_in(text)]
                _mark_spans(pieces[-1], spans, "N", labels)
            elif label == "F":
                mark = re.match(r"[\W\d]*(?:[a-h] (?=[A-Z]))?", text)
                inside = (start + (mark.end() if mark else 0), start + len(text.rstrip(" ,.;")))
                _mark_spans(pieces[-1], [inside], "F", labels, goes_on=begin == "I")
            start = end + 1
        tokens.append(labels)
    title = " ".join(text for text, label in zip(texts, lines, strict=True) if label == "T")
    return Lesson("", front, lines, pieces, tokens, looks=False, title=title)


_BETWEEN_NAMES = re.compile(
    r"\s*(?:[,;&|∗*†‡§¶#\d()\[\]{}⋆]+|\s(?:and|AND|und|et|y)\s|^(?:by|By|and)\s)\s*"
)
_NO_NAME = re.compile(
    r"(?i)\b(?:member|fellow|ieee|ph\.?d|m\.?d|student|senior|professor|prof|dr|department|university|jr)\b"
)


def _names_in(text: str) -> list[tuple[int, int]]:
    spans = []
    start = 0
    for match in [*_BETWEEN_NAMES.finditer(text), None]:
        end = match.start() if match else len(text)
        part = text[start:end]
        if 2 <= len(part.split()) <= 5 and part[:1].isupper() and not _NO_NAME.search(part):
            spans.append((start, end))
        if match:
            start = match.end()
    return spans


def _mark_spans(
    pieces: Sequence[Piece],
    spans: Sequence[tuple[int, int]],
    kind: str,
    labels: list[str],
    *,
    goes_on: bool = False,
) -> None:
    """Label the tokens inside some spans of the text; `goes_on` where they continue what stood before."""
    for start, end in spans:
        first = not goes_on
        for at, piece in enumerate(pieces):
            if start <= piece.start and piece.end <= end:
                labels[at] = f"{'B' if first else 'I'}-{kind}"
                first = False


def _text_layout(texts: Sequence[str]) -> Layout:
    lines = tuple(Line(text, 1) for text in texts)
    return Layout((PageLayout(1, 0.0, 0.0, lines, has_looks=False),), 1, "text")


def _mark_title(front: Front, title: str, labels: list[str]) -> None:
    wanted = fold(title)
    if not wanted:
        return
    found = False
    for page in range(len(front.pages)):
        places = [
            at
            for at, line in enumerate(front.lines)
            if line.page == page and line.line.role is not Role.MARGIN and line.folded
        ]
        best = (0.0, 0, 0)
        for start in range(len(places)):
            text = ""
            for end in range(start, min(start + _MAX_TITLE_LINES, len(places))):
                line = front.lines[places[end]]
                text += line.folded if text else fold(without_label(line.line.text))
                if len(text) > 1.3 * len(wanted) + 5:
                    break
                score = fuzz.ratio(text, wanted, score_cutoff=85)
                if score > best[0]:
                    best = (score, start, end + 1)
        if best[0]:
            found = True
            for at in places[best[1] : best[2]]:
                labels[at] = "T"
    if found:
        return
    for page in range(len(front.pages)):
        inside = [
            at
            for at, line in enumerate(front.lines[:200])
            if line.page == page
            and len(line.folded) >= 4
            and line.folded in wanted
            and line.place < 25
        ]
        if sum(len(front.lines[at].folded) for at in inside) >= 0.7 * len(wanted):
            for at in inside:
                labels[at] = "T"
            return


def _mark_abstract(front: Front, abstract: str | None, labels: list[str]) -> None:
    if abstract is None:
        _mark_after(front, "abstract", "S", labels, most=40)
        return
    wanted = fold(abstract)
    if not wanted:
        return
    inside = [
        at
        for at, line in enumerate(front.lines)
        if len(line.folded) >= 12 and (line.folded in wanted or _without_head(line) in wanted)
    ]
    for at in inside:
        labels[at] = "S"
    for at in range(1, len(labels) - 1):
        if (
            labels[at - 1] == "S"
            and labels[at] == "O"
            and (labels[at + 1] == "S" or front.lines[at].folded in wanted)
        ):
            labels[at] = "S"
    for at, line in enumerate(front.lines):
        if labels[at] == "O" and line.starts("abstract") and len(line.words) <= 2:
            labels[at] = "H"


def _without_head(line: FrontLine) -> str:
    head = next((hit for hit in line.hits if hit.kind == "abstract" and hit.start == 0), None)
    return fold(line.line.text)[len(line.words[0]) :] if head else line.folded


def _mark_keywords(front: Front, keywords: list[str] | None, labels: list[str]) -> None:
    if keywords is None or keywords:
        _mark_after(front, "keywords", "K", labels, most=5)


def _mark_after(front: Front, kind: str, label: str, labels: list[str], *, most: int) -> None:
    """By rule: the lines from a heading of this kind to the next heading."""
    for at, line in enumerate(front.lines):
        if not line.starts(kind) or labels[at] != "O":
            continue
        is_alone = len(line.words) <= 2
        labels[at] = ("H" if kind == "abstract" else "K") if is_alone else label
        for below in range(at + 1, min(at + most, len(labels))):
            other = front.lines[below]
            ends = any(
                other.starts(k) and len(other.words) <= 6
                for k in ("heading", "keywords", "abstract")
            ) or (other.starts("keywords"))
            if ends or labels[below] != "O" or other.page != line.page:
                break
            if (
                kind == "keywords"
                and below > at + 1
                and other.line.block != front.lines[below - 1].line.block
            ):
                break
            labels[below] = label
        return


def _near_authors(front: Front, names: Sequence[str]) -> set[int]:
    folded = [fold(name) for name in names]
    near = set[int]()
    for at, line in enumerate(front.lines):
        if any(name and name in line.folded for name in folded):
            near.update(range(at - 2, at + 7))
    return near


def _mark_names(pieces: Sequence[Piece], names: Sequence[str], labels: list[str]) -> None:
    folded = {fold(name) for name in names} - {""}
    start = 0
    while start < len(pieces):
        text = ""
        for end in range(start, min(start + 9, len(pieces))):
            text += fold(pieces[end].text)
            is_name = text in folded or (
                end == start + 2
                and fold(nominative(" ".join(piece.text for piece in pieces[start : end + 1])))
                in folded
            )
            if is_name and labels[start] == "O" and fold(pieces[start].text):
                labels[start] = "B-N"
                labels[start + 1 : end + 1] = ["I-N"] * (end - start)
                start = end
                break
        start += 1


def _mark_organisations(
    pieces: Sequence[Piece], organisations: set[str], labels: list[str]
) -> None:
    wholes = [fold(name) for name in sorted(organisations, key=len, reverse=True)]
    parts = {fold(part) for name in organisations for part in _SPLIT.split(name)}
    start = 0
    while start < len(pieces):
        best = (0, 0, False)
        if labels[start] == "O" and fold(pieces[start].text):
            for whole in wholes:
                text = ""
                for end in range(start, len(pieces)):
                    text += fold(pieces[end].text)
                    if labels[end] != "O" or text not in whole:
                        break
                    is_word = len(text) >= 8 or text == whole or text in parts
                    if (
                        fold(pieces[end].text)
                        and is_word
                        and len(text) > 2
                        and end + 1 - start > best[0]
                    ):
                        best = (end + 1 - start, end, whole.startswith(text))
        if best[0]:
            labels[start] = "B-F" if best[2] else "I-F"
            labels[start + 1 : best[1] + 1] = ["I-F"] * (best[1] - start)
            start = best[1]
        start += 1
