"""Teaching the models of the page reader: two readings of the regions, two of the tokens, each later one taught with what the
earlier ones say about pages they were not taught with.

Training pages are divided into folds by site. A model that reads on top of another one must see that one's mistakes as
they are on new pages, so each model is taught once for each fold without it. The four models that were taught without a fold are a
reader that has seen none of its sites: it is judged on them, and the figure says what to expect of sites that nobody has seen
(`pages_folds.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harvestman.learn.pages_gold import Lesson, lay_over, lessons, rows_of, site_rows
from harvestman.learn.pages_synthetic import synthetic_pages
from harvestman.learn.pages_tongues import Tongue
from harvestman.learn.training import folds_by_site, teach_stacked
from harvestman.pages.learned import tagging
from harvestman.pages.learned.chain import Column, Weights, spelt_out
from harvestman.pages.learned.consistency import second_look
from harvestman.pages.learned.features import tell
from harvestman.pages.learned.token_features import (
    Token,
    TokenColumns,
    second_columns,
    token_columns,
    tokens_in,
)

FOLDS = 4
SYNTHETIC = 360
ITERATIONS = 60

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Taught:
    """The four models by their names: taught with all pages, and for each fold without it."""

    whole: dict[str, Weights]
    without: list[dict[str, Weights]]


@dataclass(frozen=True, slots=True)
class Lessons:
    """Pages to teach with, and the fold of each."""

    pages: list[Lesson]
    folds: list[int]
    fold_of: dict[str, int]
    """By site."""


def draw_lessons(
    folders: Sequence[Path],
    *,
    split: str | None,
    seed: int,
    folds: int = FOLDS,
    synthetic: int = SYNTHETIC,
    tongues: Mapping[str, Tongue] | None = None,
) -> Lessons:
    """The pages of one split (or of all) and made-up ones, in folds by site.

    The made-up pages of a fold are printed from the papers of that fold alone, so that a model without it has seen none of them.
    """
    rows = {folder: gold_rows(folder, split) for folder in folders}
    every = [row for some in rows.values() for row in some]
    numbers = folds_by_site([(row["site"], 1 + len(row["papers"])) for row in every], folds)
    fold_of = {row["site"]: fold for row, fold in zip(every, numbers, strict=True)}
    pages = [lesson for folder, some in rows.items() for lesson in lessons(folder, some)]
    long_texts = _long_texts(pages, fold_of)
    single = [row for folder, some in rows.items() if not has_sites(folder) for row in some]
    found = [(page, fold_of[page.site]) for page in pages]
    for fold in range(folds):
        own = [row for row in single if fold_of[row["site"]] == fold]
        share = synthetic // folds
        made = synthetic_pages(
            own, long_texts[fold], count=share, seed=seed * 100 + fold, tongues=tongues
        )
        found += [(lay_over(markup, row), fold) for markup, row in made]
    return Lessons([page for page, _ in found], [fold for _, fold in found], fold_of)


def gold_rows(folder: Path, split: str | None) -> list[dict[str, Any]]:
    """The gold lines of a folder: those of a split of single pages, or all pages of whole sites."""
    return site_rows(folder) if has_sites(folder) else rows_of(folder, split)


def has_sites(folder: Path) -> bool:
    """Whether a folder holds whole sites."""
    return (folder / "sites.jsonl").exists()


def train(taught: Lessons, *, say: Say, with_whole: bool = True) -> Taught:
    """The four models, with all pages (unless told otherwise) and without each fold."""
    stages: dict[str, list[Weights]] = {}
    whole: dict[str, Weights] = {}

    def teach(name: str, items: Any, gold: Any, read: Any, *, nested: bool = False) -> list[Any]:
        stacked = teach_stacked(
            items,
            gold,
            taught.folds,
            read=read,
            iterations=ITERATIONS,
            nested=nested,
            with_whole=with_whole,
        )
        stages[name] = stacked.without
        if stacked.whole is not None:
            whole[name] = stacked.whole
        flat = [list(map(_flat, side)) if nested else side for side in (stacked.said, gold)]
        say(f"{name}: {_accuracy(*flat)} of labels right on pages of other folds")
        return stacked.said

    pages = taught.pages
    say(f"{len(pages)} pages, {sum(len(one.sketches) for one in pages)} regions")
    told = [tell(one.sketches) for one in pages]
    gold = [one.region_labels for one in pages]
    first = teach(
        "regions-1",
        _spelt_out([one.first for one in told], gold),
        gold,
        lambda chain, i: chain.tag_surely(told[i].first),
    )
    second = [
        second_look(one.sketches, known, labels)
        for one, known, labels in zip(pages, told, first, strict=True)
    ]
    labels = teach(
        "regions-2", _spelt_out(second, gold), gold, lambda chain, i: chain.tag(second[i])
    )

    runs: list[list[list[Token]]] = []
    columns: list[list[TokenColumns]] = []
    wanted: list[list[list[str]]] = []
    for one, said in zip(pages, labels, strict=True):
        answers = _by_place(one)
        page_runs = [tokens_in(one.sketches, run) for run in tagging.promising(said)]
        runs.append(page_runs)
        columns.append([token_columns(one.sketches, run, said) for run in page_runs])
        wanted.append([[answers[t.region, t.start] for t in run] for run in page_runs])
    tokens = teach(
        "tokens-1",
        [_spelt_out([c.first for c in page], w) for page, w in zip(columns, wanted, strict=True)],
        wanted,
        lambda chain, i: [chain.tag(c.first) for c in columns[i]],
        nested=True,
    )
    again = [
        second_columns(one.sketches, runs[i], columns[i], labels[i], tokens[i])
        for i, one in enumerate(pages)
    ]
    teach(
        "tokens-2",
        [_spelt_out(page, w) for page, w in zip(again, wanted, strict=True)],
        wanted,
        lambda chain, i: [chain.tag(c) for c in again[i]],
        nested=True,
    )
    count = len(stages["tokens-2"])
    return Taught(whole, [{name: some[k] for name, some in stages.items()} for k in range(count)])


def _spelt_out(
    columns: Sequence[Sequence[Column]], labels: Sequence[Sequence[str]]
) -> list[list[list[str]]]:
    return [spelt_out(some, len(said)) for some, said in zip(columns, labels, strict=True)]


def _long_texts(pages: Sequence[Lesson], fold_of: Mapping[str, int]) -> dict[int, list[str]]:
    """Running text of the training pages by fold: abstracts and introductions for the made-up ones."""
    texts: dict[int, list[str]] = {fold: [] for fold in fold_of.values()}
    for one in pages:
        for sketched, label in zip(one.sketches, one.region_labels, strict=True):
            if label == "O" and len(sketched.words) > 60:
                texts[fold_of[one.site]].append(sketched.region.text[:900])
    return texts


def _by_place(one: Lesson) -> dict[tuple[int, int], str]:
    return {(t.region, t.start): label for t, label in zip(one.tokens, one.labels, strict=True)}


def _accuracy(said: Sequence[Sequence[Any]], gold: Sequence[Sequence[str]]) -> float:
    """The share of labels that are right; a label may come with how sure it is."""
    pairs = [pair for s, g in zip(said, gold, strict=True) for pair in zip(s, g, strict=True)]
    right = sum((a if isinstance(a, str) else a[0]) == b for a, b in pairs)
    return float(round(right / max(1, len(pairs)), 4))


def _flat(nested: Iterable[Iterable[Any]]) -> list[Any]:
    return [item for inner in nested for item in inner]
