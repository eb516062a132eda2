"""Training of the learned page reader: two readings of the regions, two of the tokens, each later one taught with what the
earlier ones say about pages they were not taught with.

Training pages are divided into folds by site. A model that reads on top of another one must see that one's mistakes as
they are on new pages, so the earlier model is taught once for each fold without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from harvestman.learn.pages_gold import Lesson, lay_over, lessons, rows_of
from harvestman.learn.pages_lexica import build
from harvestman.learn.pages_synthetic import synthetic_pages
from harvestman.learn.regions import labelled_pages, train_regions
from harvestman.learn.training import folds_by_site, mean, sequences, teach_stacked, teach_weights
from harvestman.pages.learned import lexica, tagging
from harvestman.pages.learned.chain import Column, Weights, spelt_out, to_bytes
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
DRAWS = 2
"""So often all is taught, each time with other made-up pages, and the weights are averaged: figures of a single training
differ by 0.015 from one draw to the next; the mean of several depends less on chance."""
FOLDER = Path(tagging.__file__).parent

Say = Callable[[str], None]


def learn(
    folders: Sequence[Path],
    *,
    words: Path,
    regions: Path,
    out: Path = FOLDER,
    seed: int = 14,
    say: Say = lambda _: None,
) -> None:
    """Train on the train splits of folders of pages with gold; write `lexica/` and `models/` into `out`.

    `words` has the Kairos paper's word lists, `regions` its hand-labelled regions.
    """
    taught = [lesson for folder in folders for lesson in lessons(folder, "train")]
    try:
        say(f"lexica: {build(words, taught, out / 'lexica')}")
        models = _models(folders, regions, seed=seed, say=say)
    finally:
        lexica.use()
    folder = out / "models"
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in models.items():
        (folder / f"{name}.json.gz").write_bytes(to_bytes(model))
        say(f"{name}: {len(model.features)} features")


def _models(folders: Sequence[Path], regions: Path, *, seed: int, say: Say) -> dict[str, Weights]:
    """All six models, taught with the word lists that are in use."""
    taught = [lesson for folder in folders for lesson in lessons(folder, "train")]
    rows = [row for folder in folders for row in rows_of(folder, "train")]
    texts = _long_texts(taught)
    drawn: list[dict[str, Weights]] = []
    for draw in range(DRAWS):
        made = synthetic_pages(rows, texts, count=SYNTHETIC, seed=seed + draw)
        pages = [*taught, *(lay_over(markup, row) for markup, row in made)]
        say(f"{len(pages)} pages, {sum(len(one.sketches) for one in pages)} regions")
        drawn.append(train(pages, say=say))
    models = {name: mean([one[name] for one in drawn]) for name in drawn[0]}
    models |= train_regions([page for page in labelled_pages(regions) if page.split == "train"])
    return models


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
