"""Teaching and judging how the entries of publication pages are read (`harvestman learn entries`).

The choice of titles is taught from made-up pages (`entries_synthetic.py`) and the train sites. Folds leave out whole sites: what is said of
a page is said by a model that saw made-up pages and other people's sites only.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harvestman.documents.references import parse_references
from harvestman.find.entries import choose_entries
from harvestman.find.entry_titles import candidates_of, choose_titles, habits_of, signs_of
from harvestman.find.lines import reference_chance
from harvestman.learn.counting import Count
from harvestman.learn.documents_title_choice import Choice, teach_choice
from harvestman.learn.entries_synthetic import known_fields, made_up_pages
from harvestman.learn.likeness import alike, matched
from harvestman.pages import ListRecord, SavedPage, read_records
from harvestman.text import fold
from harvestman.text.linear import LinearModel

MODEL_FILE = "entry-titles.json.gz"
_MADE_UP = 250
_MADE_UP_WEIGHT = 0.5
_PAGE_WEIGHT = 40.0
"""A page counts as so many entries at most: the longest one has 410."""


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A publication page, the titles that it lists, and what was read of it."""

    site: str
    split: str
    language: str
    titles: tuple[str, ...]
    records: tuple[ListRecord, ...]
    parsed: tuple[str, ...]


def learn_entries(data: Path, *, target: Path | None = None) -> dict[str, Any]:
    """Train on DATA/refs and the train sites of DATA/sites and write the model file; the figures of folds by site."""
    made_up = made_up_choices(data / "refs" / "refs")
    pages = gold_pages(data / "sites")
    train = [page for page in pages if page.split == "train"]
    model = teach_choice([*made_up, *(one for page in train for one in choices_of(page))])
    path = target or Path(__file__).parent.parent / "find" / "models" / MODEL_FILE
    path.write_bytes(model.to_bytes())
    only_made_up = teach_choice(made_up)
    return {
        "pages": len(train),
        "made_up": len(made_up),
        "features": len(model.weights),
        "bytes": len(model.to_bytes()),
        "file": str(path),
        "dev": judge_entries([(page, model) for page in pages if page.split == "dev"]),
        "made_up_only": judge_entries([(page, only_made_up) for page in pages]),
        "folds_by_site": judge_entries([(page, _without(page, train, made_up)) for page in train]),
    }


def _without(page: GoldPage, pages: Sequence[GoldPage], made_up: Sequence[Choice]) -> LinearModel:
    others = [one for other in pages if other.site != page.site for one in choices_of(other)]
    return teach_choice([*made_up, *others])


def made_up_choices(refs: Path) -> list[Choice]:
    """The entries of made-up pages as choices between candidates."""
    found = []
    for page in made_up_pages(known_fields(refs), _MADE_UP):
        records, parsed = _read(page.html.encode())
        found += _choices(records, parsed, page.titles, _MADE_UP_WEIGHT)
    return found


def gold_pages(sites: Path) -> list[GoldPage]:
    """The publication pages of the sites that have answers, read."""
    rows = [json.loads(line) for line in (sites / "entries.jsonl").read_text("utf-8").splitlines()]
    known = [json.loads(line) for line in (sites / "sites.jsonl").read_text("utf-8").splitlines()]
    languages = {site["site"]: site["language"] for site in known}
    titles: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in rows:
        titles[row["site"], row["split"], row["page"]].append(row["title"])
    return [
        GoldPage(
            site, split, languages[site], tuple(own), *_read((sites / site / page).read_bytes())
        )
        for (site, split, page), own in titles.items()
    ]


def _read(html: bytes) -> tuple[tuple[ListRecord, ...], tuple[str, ...]]:
    records = read_records(SavedPage("http://localhost/page/", html), reference_chance)
    entries = tuple(records[at] for at in choose_entries(records))
    parsed = parse_references([entry.text for entry in entries])
    return entries, tuple(reference.title for reference in parsed)


def choices_of(page: GoldPage) -> list[Choice]:
    """The entries of a real page as choices between candidates."""
    found = _choices(page.records, page.parsed, page.titles, 1.0)
    weight = min(1.0, _PAGE_WEIGHT / max(1, len(found)))
    return [replace(one, weight=weight) for one in found]


def _choices(
    records: Sequence[ListRecord], parsed: Sequence[str], titles: Sequence[str], weight: float
) -> list[Choice]:
    sets = [candidates_of(record, title) for record, title in zip(records, parsed, strict=True)]
    habits = habits_of(sets, parsed)
    plain = [fold(title) for title in titles]
    found = []
    for record, own, title in zip(records, sets, parsed, strict=True):
        text = fold(record.text)
        right = max((one for one in plain if one in text), key=len, default="")
        if right:
            is_right = [fold(candidate.text) == right for candidate in own]
            found.append(Choice(signs_of(record, own, title, habits), is_right, weight))
    return found


def judge_entries(pages: Sequence[tuple[GoldPage, LinearModel]]) -> dict[str, Any]:
    """Precision, recall and F1 of entries by their titles: over all, by site, and the mean of the sites."""
    whole = Count()
    sites: dict[str, Count] = {}
    for page, model in pages:
        given = choose_titles(page.records, page.parsed, model=model)
        hits = len(matched(list(page.titles), given, alike))
        whole.add(hits, len(given), len(page.titles))
        own = sites.setdefault(page.site, Count())
        own.add(hits, len(given), len(page.titles))
    figures = {site: one.figures() for site, one in sites.items()}
    mean = sum(float(one["f1"]) for one in figures.values()) / max(1, len(figures))
    return {**whole.figures(), "mean_f1_of_sites": round(mean, 4), "by_site": figures}
