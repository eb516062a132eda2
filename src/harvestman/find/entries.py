"""The entries of a publication page: reference text, title, authors, year, and the link to the file.

Each record of the page is asked whether it is a reference (`lines.py`). The answer is weighed with the company it keeps: in a list of
references a short one is one too, and a prize among prizes is none. Titles are chosen by `entry_titles.py`, the other fields are the
reference parser's.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.references import parse_names, parse_references
from harvestman.find.entry_titles import NUMBERING, choose_titles, sentence_end
from harvestman.find.lines import reference_chance
from harvestman.find.word_lists import phrases
from harvestman.pages import ListRecord, SavedPage, entry_file, read_records
from harvestman.text import find_year, fold, squeeze
from harvestman.text.personal import is_name, looks_of

_COMPANY = 0.7
"""How much the other records of the same kind of place count (flat between 0.5 and 1 on the pages of the data)."""
_ELSEWHERE = -3.0
"""What a heading that speaks of prizes, talks or courses takes from the score."""
_SHORTEST = 25  # letters; what is shorter is no entry
_MARGINS = re.compile(r"(?:^|[ >.])(?:nav|footer|header|aside|menu)(?:$|[ >.])")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN_NAMES = re.compile(r"\s*(?:[,;&]|\b(?:and|und|y|и)\b)\s*")
_INITIAL_LAST = re.compile(r"\b[^\W\d_]\.\s?$")
_LEAST_TITLE = 8  # letters that a title has behind its authors
_YEAR_ALONE = re.compile(r"\W*((?:19|20)\d\d)\W*")


@dataclass(frozen=True, slots=True)
class Publication:
    """One entry of a publication page."""

    reference: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    pdf: str
    """The page's link to the file, dead or not; "" where it has none."""
    page: str
    """The address of the page that lists it."""


def read_publications(page: SavedPage) -> tuple[Publication, ...]:
    """The entries of a publication page, in its order."""
    return publications_of(page.url, read_records(page, reference_chance))


def publications_of(url: str, records: Sequence[ListRecord]) -> tuple[Publication, ...]:
    """The same from the records of the page at an address."""
    chosen = choose_entries(records)
    entries = [records[at] for at in chosen]
    parsed = parse_references([NUMBERING.sub("", entry.text, count=1) for entry in entries])
    titles = choose_titles(entries, [reference.title for reference in parsed])
    found = []
    for number, (at, reference, told) in enumerate(zip(chosen, parsed, titles, strict=True)):
        if not told:
            continue
        record = records[at]
        title, names = _behind_names(record.text, told)
        end = chosen[number + 1] if number + 1 < len(chosen) else min(len(records), at + 6)
        following = [] if _ends_list(records, at, end) else records[at + 1 : end]
        found.append(
            Publication(
                reference=squeeze(record.text),
                title=title,
                authors=names or _authors(record, title, reference.authors),
                year=_year(record, title, reference.year),
                pdf=entry_file(record, title, following),
                page=url,
            )
        )
    return tuple(found)


def choose_entries(records: Sequence[ListRecord]) -> list[int]:
    """Which of the records of a page are publications, by their places."""
    scores = [_logit(record.chance) for record in records]
    company: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, record in enumerate(records):
        if len(record.text) >= _SHORTEST and not record.is_heading:
            company[record.place, record.heading].append(at)
            company[record.place, ""].append(at)
    chosen = []
    for at, record in enumerate(records):
        if len(record.text) < _SHORTEST or _MARGINS.search(record.place):
            continue
        near = company.get((record.place, record.heading), [])
        near = near if len(near) > 3 else company.get((record.place, ""), [])
        others = [max(-3.0, min(3.0, scores[one])) for one in near if one != at][:400]
        mean = sum(others) / len(others) if others else 0.0
        score = scores[at] + _COMPANY * mean
        if _is_elsewhere(record.heading):
            score += _ELSEWHERE
        if score > 0 and (not record.is_heading or scores[at] > 2):
            chosen.append(at)
    return chosen


def _logit(chance: float) -> float:
    bounded = max(1e-4, min(1 - 1e-4, chance))
    return math.log(bounded / (1 - bounded))


def _is_elsewhere(heading: str) -> bool:
    """Whether a heading begins a list of something else: prizes, talks, courses."""
    plain = f" {' '.join(_WORD.findall(heading.lower()))} "
    return any(f" {word}" in plain for word in phrases("no publications")) and not any(
        f" {word}" in plain for word in phrases("publications")
    )


def _ends_list(records: Sequence[ListRecord], at: int, end: int) -> bool:
    """Whether what follows an entry is no part of it: its own block has links already, or a heading comes first."""
    following = records[at + 1 : end]
    return bool(following) and following[0].is_heading


def _behind_names(text: str, title: str) -> tuple[str, tuple[str, ...]]:
    """A title without the authors in front of its colon, and these: "B. Lund, H. Rask: Ice on Shallow Lakes"."""
    start = text.find(title)
    head, colon, rest = title.partition(": ")
    if start < 0 or not colon or len(rest) < _LEAST_TITLE:
        return title, ()
    # Two capitalised words before a colon may begin a title ("Mutable Locks: …"); only with an initial they are a name.
    if "I" not in looks_of(head) and not _INITIAL_LAST.search(text, max(0, start - 10), start):
        return title, ()
    before = NUMBERING.sub("", text[:start] + head, count=1)
    if not all(is_name(looks_of(part)) for part in _BETWEEN_NAMES.split(before)):
        return title, ()
    title = rest[: sentence_end(rest, 0, len(rest))].strip(" .")
    return title, tuple(parse_names(before))


def _authors(record: ListRecord, title: str, parsed: Sequence[str]) -> tuple[str, ...]:
    """The authors: the parser's, or those that stand around the title where it found none or took the title for one."""
    plain = fold(title)
    kept = [name for name in parsed if fold(name) and fold(name) not in plain]
    if kept and len(kept) == len(parsed):
        return tuple(kept)
    start = record.text.find(title)
    if start > 3:
        before = record.text[:start].strip(' ,.;:–—-"“«')
        names = tuple(name for name in parse_names(before) if len(name) > 3)
        if names:
            return names
    return tuple(kept)


def _year(record: ListRecord, title: str, parsed: str) -> int | None:
    """The year: the parser's, the one outside the title, or the heading's."""
    if parsed[:4].isdigit():
        return int(parsed[:4])
    rest = record.text.replace(title, " ")
    alone = _YEAR_ALONE.fullmatch(record.heading)
    return find_year(rest) or (int(alone[1]) if alone else None)
