"""Gold papers laid over a page: which of its tokens are title, name, affiliation. What the page models learn from.

Strings are compared by letters and digits alone. A title may stand on the page several times; its authors are looked for
between it and the next title, or, where the page prints them first, before it.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harvestman.model import UsageError
from harvestman.pages.learned.features import Sketch, sketch
from harvestman.pages.learned.regions import Regions, cut
from harvestman.pages.learned.token_features import Token, tokens_in
from harvestman.text import decode_html, fold

_FAR = 2_500  # folded characters between a title and its last author, at most
_MAX_BARE = 12  # pages without papers that are taken of one site
_LOOSE = 12  # titles shorter than this must stand between token borders


@dataclass(slots=True)
class Lesson:
    """A page with the labels that its gold gives to its tokens and regions."""

    name: str
    site: str
    page: Regions
    sketches: list[Sketch]
    tokens: list[Token]
    labels: list[str]
    region_labels: list[str]
    missed: int
    """Gold titles that were not found on the page."""


def rows_of(folder: Path, split: str | None = None) -> list[dict[str, Any]]:
    """The gold lines of a folder, of one split or of all."""
    rows = json_lines(folder / "gold.jsonl")
    return [row for row in rows if split is None or row.get("split", split) == split]


def json_lines(file: Path) -> list[dict[str, Any]]:
    """The objects of a file with one on each line; UsageError for a file that is not there or is none."""
    try:
        return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read as JSON lines: {error}") from error


def file_of(folder: Path, row: Mapping[str, Any]) -> Path:
    """Where the page of a gold line lies."""
    inside = folder / str(row["file"])
    return inside if inside.exists() else folder.parent / str(row["file"])


def lessons(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Iterator[Lesson]:
    """The labelled pages of a folder that these gold lines are about."""
    for row in rows:
        body = file_of(folder, row).read_bytes()
        yield lay_over(decode_html(body, "")[0], row)


def site_rows(folder: Path) -> list[dict[str, Any]]:
    """Whole sites as gold lines: one for each page that the learned reader would be asked about, those without papers too.

    What need not be found (invited talks, tutorials) is no paper here. A page with metadata of its own paper is left to surer readers.
    """
    papers: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in json_lines(folder / "gold.jsonl"):
        for path in row["pages"] if row["required"] else ():
            papers.setdefault((row["site"], path), []).append(_with_people(row))
    rows = []
    for site in sorted({str(row["site"]) for row in json_lines(folder / "sites.jsonl")}):
        bare = 0
        for file in sorted((folder / site).rglob("*.htm*")):
            path = file.relative_to(folder / site).as_posix()
            listed = papers.get((site, path), [])
            bare += not listed
            if b"citation_title" in file.read_bytes() or (not listed and bare > _MAX_BARE):
                continue
            rows.append({"file": f"{site}/{path}", "site": site, "papers": listed})
    return rows


def _with_people(row: Mapping[str, Any]) -> dict[str, Any]:
    """A paper of a whole site as those of single pages are told."""
    names = row["authors"] or []
    places = row.get("affiliations") or []
    own = places if len(places) == len(names) else [places] * len(names)
    return {
        "title": row["title"],
        "authors": [
            {"name": name, "affiliations": [one] if isinstance(one, str) else list(one or ())}
            for name, one in zip(names, own, strict=True)
        ],
    }


def lay_over(markup: str, row: Mapping[str, Any]) -> Lesson:
    """One page with its labels."""
    page = cut(markup)
    sketches = sketch(page)
    tokens = tokens_in(sketches, range(len(sketches)))
    labels, missed = _labels(
        tokens, [token_text(sketches, token) for token in tokens], row["papers"]
    )
    return Lesson(
        str(row["file"]), str(row["site"]), page, sketches, tokens, labels,
        region_labels(len(sketches), tokens, labels), missed,
    )  # fmt: skip


def token_text(sketches: Sequence[Sketch], token: Token) -> str:
    """The token as it stands in its region."""
    return sketches[token.region].region.text[token.start : token.end]


def region_labels(size: int, tokens: Sequence[Token], labels: Sequence[str]) -> list[str]:
    """The label of each region by those of its tokens."""
    kinds: list[set[str]] = [set() for _ in range(size)]
    for token, label in zip(tokens, labels, strict=True):
        if label != "O":
            kinds[token.region].add("T" if label == "B-T" else "t" if label == "I-T" else label[-1])
    found = []
    for one in kinds:
        has_title = bool(one & {"T", "t"})
        if has_title and one & {"A", "F"}:
            found.append("M")
        elif has_title:
            found.append("T" if "T" in one else "t")
        elif {"A", "F"} <= one:
            found.append("B")
        else:
            found.append("A" if "A" in one else "F" if "F" in one else "O")
    return found


class _Folded:
    """The letters and digits of a page, with the way back to its tokens."""

    def __init__(self, texts: Sequence[str]) -> None:
        parts = [fold(text) for text in texts]
        self.text = "".join(parts)
        self.starts: list[int] = []
        self.numbers: list[int] = []
        position = 0
        for number, part in enumerate(parts):
            if part:
                self.starts.append(position)
                self.numbers.append(number)
                position += len(part)
        self.ends = {*self.starts[1:], position}
        self.begins = set(self.starts)

    def tokens(self, start: int, end: int) -> tuple[int, int]:
        """The first and last token of a stretch."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_left(self.starts, end) - 1
        return self.numbers[first], self.numbers[last]

    def find(self, what: str, start: int, end: int) -> int:
        """Where a string stands at token borders, or anywhere if nowhere so; -1 if not at all."""
        anywhere = -1
        at = self.text.find(what, start, end)
        while at >= 0:
            if at in self.begins and at + len(what) in self.ends:
                return at
            if anywhere < 0:
                anywhere = at
            at = self.text.find(what, at + 1, end)
        return anywhere if len(what) >= 6 else -1


def _labels(
    tokens: Sequence[Token], texts: Sequence[str], papers: Sequence[Mapping[str, Any]]
) -> tuple[list[str], int]:
    page = _Folded(texts)
    labels = ["O"] * len(tokens)
    places, missed = _title_places(page, papers)
    for start, end, _ in places:
        _mark(labels, page, start, end, begin="B-T", inside="I-T")
    edges = [(0, 0), *((start, end) for start, end, _ in places), (len(page.text), len(page.text))]
    votes = 0
    sides: list[tuple[dict[int, str], dict[int, str]]] = []
    for number, (start, end, paper) in enumerate(places, start=1):
        names = [_spellings(str(a["name"])) for a in papers[paper]["authors"] or []]
        after = _found(page, names, end, min(edges[number + 1][0], end + _FAR))
        before = _found(page, names, max(edges[number - 1][1], start - _FAR), start)
        votes += (len(after) > len(before)) - (len(before) > len(after))
        sides.append((after, before))
    for number, ((start, end, paper), (after, before)) in enumerate(
        zip(places, sides, strict=True), start=1
    ):
        use_after = len(after) > len(before) or (len(after) == len(before) and votes >= 0)
        low, high = (
            (end, min(edges[number + 1][0], end + _FAR))
            if use_after
            else (max(edges[number - 1][1], start - _FAR), start)
        )
        for at, name in (after if use_after else before).items():
            _mark(labels, page, at, at + len(name), begin="B-A", inside="I-A")
        for author in papers[paper]["authors"] or []:
            for affiliation in author.get("affiliations") or []:
                folded = fold(str(affiliation))
                at = page.find(folded, low, high) if len(folded) > 1 else -1
                while at >= 0:
                    _mark(labels, page, at, at + len(folded), begin="F", inside="F")
                    at = page.find(folded, at + len(folded), high)
    return labels, missed


def _title_places(
    page: _Folded, papers: Sequence[Mapping[str, Any]]
) -> tuple[list[tuple[int, int, int]], int]:
    """Where titles stand: start, end, which paper; none over another."""
    found: list[tuple[int, int, int]] = []
    cursor = missed = 0
    for number, paper in sorted(enumerate(papers), key=lambda pair: -len(str(pair[1]["title"]))):
        title = fold(str(paper["title"]))
        if not title:
            continue
        at = page.find(title, 0, len(page.text))
        any_place = False
        cursor = 0
        while at >= 0:
            end = at + len(title)
            bounded = at in page.begins and end in page.ends
            free = not any(s < end and at < e for s, e, _ in found)
            if free and (bounded or len(title) >= _LOOSE):
                found.append((at, end, number))
                any_place = True
                if len(title) < 20 and any_place:
                    break
            cursor = end
            at = page.find(title, cursor, len(page.text))
        missed += not any_place
    return sorted(found), missed


def _spellings(name: str) -> tuple[str, ...]:
    """A name as it may stand on the page, folded: as it is, with the surname in front, with initials alone."""
    parts = name.split()
    if len(parts) < 2 or "," in name:
        return (fold(name),)
    turned = [
        f"{' '.join(parts[at:])} {' '.join(parts[:at])}" for at in range(len(parts) - 1, 0, -1)
    ]
    return tuple(map(fold, (name, *turned)))


def _found(page: _Folded, names: Sequence[tuple[str, ...]], low: int, high: int) -> dict[int, str]:
    places: dict[int, str] = {}
    cursor = low
    for spellings in names:
        for name in spellings:
            if len(name) < 2:
                continue
            at = page.find(name, cursor, high)
            if at < 0:
                at = page.find(name, low, high)
            if at >= 0:
                places[at] = name
                cursor = at + len(name)
                break
    return places


def _mark(
    labels: list[str], page: _Folded, start: int, end: int, *, begin: str, inside: str
) -> None:
    first, last = page.tokens(start, end)
    if any(label != "O" for label in labels[first : last + 1]):
        return
    labels[first : last + 1] = [begin, *[inside] * (last - first)]
