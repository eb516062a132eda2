"""Training of the learned page reader: two readings of the regions, two of the tokens, each later one taught with what the
earlier ones say about pages they were not taught with.

Training pages are divided into folds by site. A model that reads on top of another one must see that one's mistakes as
they are on new pages, so the earlier model is taught once for each fold without it.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from harvestman.learn.pages_gold import Lesson, lay_over, lessons, rows_of
from harvestman.learn.pages_lexica import build
from harvestman.learn.pages_synthetic import synthetic_pages
from harvestman.learn.regions import labelled_pages, train_regions
from harvestman.learn.training import folds_by_site, sequences, teach, teach_stacked
from harvestman.pages.learned import tagging
from harvestman.pages.learned.consistency import second_look
from harvestman.pages.learned.features import with_neighbours
from harvestman.pages.learned.token_features import Token, second_items, token_items, tokens_in

FOLDS = 4
SYNTHETIC = 320
ITERATIONS = 60
FOLDER = Path(tagging.__file__).parent / "models"

Say = Callable[[str], None]


def learn(data: Path, *, out: Path = FOLDER, seed: int = 14, say: Say = lambda _: None) -> None:
    """Train on the train splits below a folder that holds `confpages` and `kairos`; write lexica and models."""
    taught = [*lessons(data / "confpages", "train"), *lessons(data / "kairos", "train")]
    say(f"lexica: {build(data / 'kairos' / 'lexica', taught)}")
    taught = [*lessons(data / "confpages", "train"), *lessons(data / "kairos", "train")]
    rows = [*rows_of(data / "confpages", "train"), *rows_of(data / "kairos", "train")]
    made = synthetic_pages(rows, _long_texts(taught), count=SYNTHETIC, seed=seed)
    taught += [lay_over(markup, row) for markup, row in made]
    say(f"{len(taught)} pages, {sum(len(one.sketches) for one in taught)} regions")
    models = train(taught, say=say)
    models |= train_regions(
        [page for page in labelled_pages(data / "kairos") if page.split == "train"]
    )
    out.mkdir(exist_ok=True)
    for name, model in models.items():
        (out / f"{name}.crfsuite.gz").write_bytes(gzip.compress(model, mtime=0))
        say(f"{name}: {len(model)} bytes")


def train(taught: Sequence[Lesson], *, say: Say) -> dict[str, bytes]:
    """The four models."""
    folds = folds_by_site([(one.site, len(one.sketches)) for one in taught], FOLDS)
    models: dict[str, bytes] = {}

    first_items = [with_neighbours(one.sketches) for one in taught]
    gold = [one.region_labels for one in taught]
    models["regions-1"], first = teach_stacked(
        first_items,
        gold,
        folds,
        read=lambda tagger, i: tagger.tag_surely(first_items[i]),
        iterations=ITERATIONS,
    )
    say(f"regions, first reading: {_accuracy([[y for y, _ in f] for f in first], gold)}")
    second = [second_look(one.sketches, labels) for one, labels in zip(taught, first, strict=True)]
    models["regions-2"], labels = teach_stacked(
        second, gold, folds, read=lambda tagger, i: tagger.tag(second[i]), iterations=ITERATIONS
    )
    say(f"regions, second reading: {_accuracy(labels, gold)}")

    known = [_by_place(one) for one in taught]
    runs: list[list[list[Token]]] = []
    items: list[list[list[list[str]]]] = []
    wanted: list[list[list[str]]] = []
    for one, said, answers in zip(taught, labels, known, strict=True):
        page_runs = [tokens_in(one.sketches, run) for run in tagging.promising(said)]
        runs.append(page_runs)
        items.append([token_items(one.sketches, run, said) for run in page_runs])
        wanted.append([[answers[t.region, t.start] for t in run] for run in page_runs])
    models["tokens-1"], tokens = teach_stacked(
        items,
        wanted,
        folds,
        nested=True,
        read=lambda tagger, i: [tagger.tag(x) for x in items[i]],
        iterations=ITERATIONS,
    )
    say(
        f"tokens, first reading: {_accuracy([_flat(t) for t in tokens], [_flat(w) for w in wanted])}"
    )
    again: list[list[list[list[str]]]] = []
    for i, one in enumerate(taught):
        flat = second_items(
            one.sketches, _flat(runs[i]), _flat(items[i]), labels[i], _flat(tokens[i])
        )
        again.append(_unflat(flat, runs[i]))
    models["tokens-2"] = teach(sequences(again, wanted, nested=True), iterations=ITERATIONS)
    return models


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


def _unflat(flat: Sequence[Any], like: Sequence[Sequence[Any]]) -> list[list[Any]]:
    found = []
    position = 0
    for one in like:
        found.append(list(flat[position : position + len(one)]))
        position += len(one)
    return found
