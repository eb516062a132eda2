"""Training of the learned page reader: two readings of the regions, two of the tokens, each later one taught with what the
earlier ones say about pages they were not taught with.

Training pages are divided into folds by site. A model that reads on top of another one must see that one's mistakes as
they are on new pages, so the earlier model is taught once for each fold without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from harvestman.learn.pages_gold import Lesson, lay_over, lessons, rows_of, site_rows
from harvestman.learn.pages_lexica import build
from harvestman.learn.pages_sites_eval import judge_sites, read_page
from harvestman.learn.pages_synthetic import synthetic_pages
from harvestman.learn.regions import labelled_pages, train_regions
from harvestman.learn.training import folds_by_site, mean, sequences, teach_stacked, teach_weights
from harvestman.pages.learned import lexica, tagging
from harvestman.pages.learned.chain import Chain, Column, Weights, spelt_out, to_bytes
from harvestman.pages.learned.consistency import second_look
from harvestman.pages.learned.features import tell
from harvestman.pages.learned.reader import LearnedReader
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
DRAWS = 3
"""So often all is taught, each time with other made-up pages and without a third of the whole sites, and the weights are averaged: figures
of a single training differ by 0.015 from one draw to the next, and each draw can be judged on the sites that it has not seen."""
FOLDER = Path(tagging.__file__).parent

Say = Callable[[str], None]


def learn(
    folders: Sequence[Path],
    *,
    regions: Path,
    words: Path | None = None,
    out: Path = FOLDER,
    seed: int = 14,
    say: Say = lambda _: None,
) -> None:
    """Train on folders of pages with gold: the train splits of single pages, all of whole sites; write `models/` into `out`.

    `regions` has the Kairos paper's hand-labelled regions, `words` its word lists: given, `lexica/` are made anew of them and of the
    training pages; else those of the package are used.
    """
    try:
        if words is not None:
            taught = [lesson for part, rows in _rows(folders) for lesson in lessons(part, rows)]
            say(f"lexica: {build(words, taught, out / 'lexica')}")
        drawn = [draw(folders, number, seed=seed, say=say) for number in range(DRAWS)]
        models = {name: mean([one[name] for one in drawn]) for name in drawn[0]}
        models |= train_regions([page for page in labelled_pages(regions) if page.split == "train"])
    finally:
        lexica.use()
    write_models(models, out, say=say)


def write_models(models: Mapping[str, Weights], out: Path, *, say: Say) -> None:
    """Keep models as the package has them."""
    folder = out / "models"
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in models.items():
        (folder / f"{name}.json.gz").write_bytes(to_bytes(model))
        say(f"{name}: {len(model.features)} features")


def draw(folders: Sequence[Path], number: int, *, seed: int, say: Say) -> dict[str, Weights]:
    """The four reading models of one draw, judged on the whole sites that it leaves out."""
    left_out = sites_left_out(folders, number)
    parts = [
        (folder, [row for row in rows if row["site"] not in left_out])
        for folder, rows in _rows(folders)
    ]
    taught = [lesson for folder, rows in parts for lesson in lessons(folder, rows)]
    rows = [row for folder, rows in parts if not _has_sites(folder) for row in rows]
    made = synthetic_pages(rows, _long_texts(taught), count=SYNTHETIC, seed=seed + number)
    pages = [*taught, *(lay_over(markup, row) for markup, row in made)]
    say(f"{len(pages)} pages, {sum(len(one.sketches) for one in pages)} regions")
    models = train(pages, say=say)
    reader = LearnedReader({name: Chain(model) for name, model in models.items()})
    for folder in filter(_has_sites, folders):
        figures = judge_sites(
            folder, only=sorted(left_out), read=partial(read_page, learned=reader)
        )
        say(f"unseen sites {sorted(left_out)}: {figures}")
    return models


def sites_left_out(folders: Sequence[Path], number: int) -> set[str]:
    """The whole sites that a draw is not taught with: every third, by their sizes."""
    rows = [row for folder, rows in _rows(folders) if _has_sites(folder) for row in rows]
    folds = folds_by_site([(row["site"], 1 + len(row["papers"])) for row in rows], DRAWS)
    return {row["site"] for row, fold in zip(rows, folds, strict=True) if fold == number}


def _rows(folders: Sequence[Path]) -> list[tuple[Path, list[dict[str, Any]]]]:
    return [
        (folder, site_rows(folder) if _has_sites(folder) else rows_of(folder, "train"))
        for folder in folders
    ]


def _has_sites(folder: Path) -> bool:
    return (folder / "sites.jsonl").exists()


def train(taught: Sequence[Lesson], *, say: Say) -> dict[str, Weights]:
    """The four models."""
    folds = folds_by_site([(one.site, len(one.sketches)) for one in taught], FOLDS)
    models: dict[str, Weights] = {}

    told = [tell(one.sketches) for one in taught]
    gold = [one.region_labels for one in taught]
    models["regions-1"], first = teach_stacked(
        _spelt_out([one.first for one in told], gold),
        gold,
        folds,
        read=lambda chain, i: chain.tag_surely(told[i].first),
        iterations=ITERATIONS,
    )
    say(f"regions, first reading: {_accuracy([[y for y, _ in f] for f in first], gold)}")
    second = [
        second_look(one.sketches, known, labels)
        for one, known, labels in zip(taught, told, first, strict=True)
    ]
    models["regions-2"], labels = teach_stacked(
        _spelt_out(second, gold),
        gold,
        folds,
        read=lambda chain, i: chain.tag(second[i]),
        iterations=ITERATIONS,
    )
    say(f"regions, second reading: {_accuracy(labels, gold)}")

    known = [_by_place(one) for one in taught]
    runs: list[list[list[Token]]] = []
    columns: list[list[TokenColumns]] = []
    wanted: list[list[list[str]]] = []
    for one, said, answers in zip(taught, labels, known, strict=True):
        page_runs = [tokens_in(one.sketches, run) for run in tagging.promising(said)]
        runs.append(page_runs)
        columns.append([token_columns(one.sketches, run, said) for run in page_runs])
        wanted.append([[answers[t.region, t.start] for t in run] for run in page_runs])
    models["tokens-1"], tokens = teach_stacked(
        [_spelt_out([c.first for c in page], w) for page, w in zip(columns, wanted, strict=True)],
        wanted,
        folds,
        nested=True,
        read=lambda chain, i: [chain.tag(c.first) for c in columns[i]],
        iterations=ITERATIONS,
    )
    say(
        f"tokens, first reading: {_accuracy([_flat(t) for t in tokens], [_flat(w) for w in wanted])}"
    )
    again = [
        _spelt_out(
            second_columns(one.sketches, runs[i], columns[i], labels[i], tokens[i]), wanted[i]
        )
        for i, one in enumerate(taught)
    ]
    models["tokens-2"] = teach_weights(sequences(again, wanted, nested=True), iterations=ITERATIONS)
    return models


def _spelt_out(
    columns: Sequence[Sequence[Column]], labels: Sequence[Sequence[str]]
) -> list[list[list[str]]]:
    return [spelt_out(some, len(said)) for some, said in zip(columns, labels, strict=True)]


def _long_texts(taught: Sequence[Lesson]) -> list[str]:
    """Running text of the training pages: abstracts and introductions for the made-up ones."""
    return [
        sketched.region.text[:900]
        for one in taught
        for sketched, label in zip(one.sketches, one.region_labels, strict=True)
        if label == "O" and len(sketched.tokens) > 60
    ]


def _by_place(one: Lesson) -> dict[tuple[int, int], str]:
    return {(t.region, t.start): label for t, label in zip(one.tokens, one.labels, strict=True)}


def _accuracy(said: Sequence[Sequence[str]], gold: Sequence[Sequence[str]]) -> float:
    right = sum(a == b for s, g in zip(said, gold, strict=True) for a, b in zip(s, g, strict=True))
    return round(right / max(1, sum(map(len, gold))), 4)


def _flat(nested: Iterable[Iterable[Any]]) -> list[Any]:
    return [item for inner in nested for item in inner]
