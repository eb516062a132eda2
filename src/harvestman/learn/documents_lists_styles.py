"""Reference strings made up in the styles of conference templates whose lists no training data has.

ACL, AAAI, ICML and NeurIPS lists print authors with given names, or with semicolons, and sometimes dozens of them, so entries run over
many lines that all begin like names. Titles, venues and names are drawn from labelled strings; what an entry means is nonsense, how it
is printed is not.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from harvestman.learn.documents_lists import rows

_GIVEN = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ'’-]+(?: [A-Z]\.)?")
_FAMILY = re.compile(
    r"(?:(?:van|von|de|del|di|la|der) ){0,2}[A-ZÀ-Ý][a-zà-ÿ'’-]+(?:[ -][A-ZÀ-Ý][a-zà-ÿ]+)?"
)
_COUNTS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9, 12, 18, 30, 55)


class StyledLists:
    """Draws whole lists, each in one style."""

    def __init__(self, refs: Path, *, seed: int) -> None:
        self._random = Random(seed)
        self._names: list[tuple[str, str]] = []
        self._titles: list[str] = []
        self._venues: list[str] = []
        self._publishers: list[str] = []
        for name in ("anystyle.jsonl.gz", "grobid_citations.jsonl.gz"):
            for row in rows(refs / "refs" / name):
                if row["split"] == "train" and row["language"] == "en":
                    self._take(row["fields"])
        for row in rows(refs / "grobid" / "name-header.corpus.jsonl.gz"):
            self._take_names(row["items"])

    def _take(self, fields: dict[str, Any]) -> None:
        title, venue = str(fields.get("title") or ""), str(fields.get("container") or "")
        if 20 < len(title) < 160:
            self._titles.append(title.strip(' .,"“”'))
        if 8 < len(venue) < 160:
            self._venues.append(re.sub(r"^[Ii]n:? ", "", venue).strip(" .,"))
        if 4 < len(publisher := str(fields.get("publisher") or "")) < 50:
            self._publishers.append(publisher.strip(" .,"))

    def _take_names(self, items: list[list[str]]) -> None:
        given = family = ""
        for text, label in [*items, ["", "B-forename"]]:
            if label == "B-forename":
                if _GIVEN.fullmatch(given) and _FAMILY.fullmatch(family):
                    self._names.append((given, family))
                given, family = text, ""
            elif label.endswith(("forename", "middlename")):
                given = f"{given} {text}"
            elif label.endswith("surname"):
                family = f"{family} {text}".strip()

    def strings(self) -> list[str]:
        """The entries of one list, sorted by the first author's family name where the style does so."""
        style = self._random.choices(
            ("acl", "aaai", "icml", "neurips", "chicago"), (50, 15, 15, 15, 5)
        )[0]
        entries = []
        for _ in range(self._random.randint(6, 50)):
            count = self._random.choice(_COUNTS)
            people = [self._random.choice(self._names) for _ in range(count)]
            entries.append((people[0][1], self._entry(style, people)))
        return [text for _, text in sorted(entries)]

    def _entry(self, style: str, people: list[tuple[str, str]]) -> str:
        rng = self._random
        year = f"{rng.randint(1975, 2025)}{rng.choice(('', '', '', '', '', 'a', 'b'))}"
        first = rng.randint(1, 900)
        pages = f"{first}–{first + rng.randint(4, 20)}"
        title, venue = rng.choice(self._titles), rng.choice(self._venues)
        authors = _authors(style, people)
        if rng.random() < 0.04:  # an institution
            authors = rng.choice(self._publishers)
        if style == "acl":
            head = f"{authors}. {year}. {title}."
            where = rng.choice(
                (
                    f" In {venue}, pages {pages}, {rng.choice(('Online', 'Berlin, Germany', 'Abu Dhabi'))}. {rng.choice(self._publishers)}.",
                    f" In {venue}, pages {pages}.", f" {venue}, {rng.randint(1, 60)}({rng.randint(1, 9)}):{pages}.",
                    f" {rng.choice(self._publishers)}.", "", f" arXiv preprint arXiv:{rng.randint(1000, 2500)}.{rng.randint(1000, 99999)}.",
                    f" {venue}, {rng.randint(1, 60)}:{pages}.",
                )
            )  # fmt: skip
            return head + where
        if style == "aaai":
            where = rng.choice(
                (
                    f" In {venue}, {pages}.",
                    f" {venue}, {rng.randint(1, 60)}: {pages}.",
                    f" arXiv:{rng.randint(1000, 2500)}.{rng.randint(1000, 99999)}.",
                )
            )
            return f"{authors} {year}. {title}.{where}"
        if style == "chicago":
            return f"{authors}. {year}. {title}. {venue} {rng.randint(1, 60)} ({rng.randint(1, 9)}): {pages}."
        where = rng.choice(
            (
                f" In {venue}, pp. {pages}, {year}.",
                f" {venue}, {rng.randint(1, 60)}:{pages}, {year}.",
                f" arXiv preprint arXiv:{rng.randint(1000, 2500)}.{rng.randint(1000, 99999)}, {year}.",
                f" {rng.choice(self._publishers)}, {year}.",
            )
        )
        return f"{authors}. {title}.{where}"


def _authors(style: str, people: list[tuple[str, str]]) -> str:
    def initials(given: str) -> str:
        return " ".join(f"{word[0]}." for word in given.split())

    if style in ("acl", "neurips"):
        names = [f"{given} {family}" for given, family in people]
        between = ", "
    elif style == "aaai":
        names = [f"{family}, {initials(given)}" for given, family in people]
        between = "; "
    elif style == "icml":
        names = [f"{family}, {initials(given)}" for given, family in people]
        between = ", "
    else:
        names = [
            f"{family}, {given}" if n == 0 else f"{given} {family}"
            for n, (given, family) in enumerate(people)
        ]
        between = ", "
    if len(names) > 12 and len(names) % 2:
        return f"{between.join(names[:8])}, et al"
    if len(names) == 2:
        return f"{names[0]}{';' if style == 'aaai' else ''} and {names[1]}"
    return between.join([*names[:-1], f"and {names[-1]}"]) if len(names) > 1 else names[0]
