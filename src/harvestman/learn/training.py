"""Teaching chains of labels (python-crfsuite), and teaching one model to read on top of another.

A model that sees what an earlier one said must see that one's mistakes as they are on new pages. So for each fold of sites
the earlier model is taught once without it, and what it then says of that fold is what the later model learns from.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pycrfsuite

from harvestman.pages.learned.chain import Chain, Weights
from harvestman.pages.learned.decoding import SCALE

# Chosen on the folds of the training pages: more L1 loses rare words, less makes models of many megabytes.
_PARAMETERS = {"c1": 0.2, "c2": 0.02, "feature.minfreq": 2}


def teach(
    sequences: Iterable[tuple[Any, Sequence[str]]],
    *,
    iterations: int,
    parameters: Mapping[str, float] = _PARAMETERS,
) -> bytes:
    """A model of these sequences of features and labels; the same each time."""
    trainer: Any = pycrfsuite.Trainer(verbose=False)
    for items, labels in sequences:
        if labels:
            trainer.append(items, labels)
    trainer.select("lbfgs")
    trainer.set_params({**parameters, "max_iterations": iterations})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


def teach_weights(sequences: Iterable[tuple[Any, Sequence[str]]], *, iterations: int) -> Weights:
    """The same as weights, which the page reader's own chain reads."""
    model = teach(sequences, iterations=iterations)  # kept: the library reads from these very bytes
    tagger: Any = pycrfsuite.Tagger()
    with tagger.open_inmemory(model):
        info = tagger.info()
    labels = tuple(sorted(info.labels, key=lambda label: int(info.labels[label])))
    numbers = {label: place for place, label in enumerate(labels)}
    features: dict[str, list[int]] = {}
    for (feature, label), weight in info.state_features.items():
        row = features.setdefault(feature, [0] * len(labels))
        row[numbers[label]] = round(weight * SCALE)
    transitions = tuple(
        tuple(round(info.transitions.get((one, two), 0.0) * SCALE) for two in labels)
        for one in labels
    )
    return Weights.of(labels, transitions, features)


def mean(models: Sequence[Weights]) -> Weights:
    """The mean of several models of the same labels; it depends less on chance than each of them."""
    labels, count = models[0].labels, len(models)
    orders = [[one.labels.index(label) for label in labels] for one in models]
    both = list(zip(models, orders, strict=True))
    absent = (0,) * len(labels)
    features = [one.by_feature() for one in models]

    def meant(rows: Iterable[Sequence[int]]) -> tuple[int, ...]:
        in_order = [[row[at] for at in order] for row, (_, order) in zip(rows, both, strict=True)]
        return tuple(round(sum(column) / count) for column in zip(*in_order, strict=True))

    return Weights.of(
        labels,
        tuple(
            meant(one.transitions[order[place]] for one, order in both)
            for place in range(len(labels))
        ),
        {name: meant(one.get(name, absent) for one in features) for name in set().union(*features)},
    )


@dataclass(frozen=True, slots=True)
class Stacked:
    """A model, the same taught without each fold, and what those say about the pages that they were not taught with."""

    whole: Weights | None
    """Taught with all pages; None where only the folds were asked for."""
    without: list[Weights]
    said: list[Any]


def teach_stacked(
    items: Sequence[Any],
    gold: Sequence[Any],
    folds: Sequence[int],
    *,
    read: Callable[[Chain, int], Any],
    iterations: int,
    nested: bool = False,
    with_whole: bool = True,
) -> Stacked:
    """Teach a model once for each fold without it, and, unless only those are wanted, once with all."""
    said: list[Any] = [None] * len(items)
    without: list[Weights] = []
    for fold in sorted(set(folds)):
        others = [i for i, f in enumerate(folds) if f != fold]
        model = teach_weights(
            sequences([items[i] for i in others], [gold[i] for i in others], nested=nested),
            iterations=iterations * 2 // 3,
        )
        without.append(model)
        chain = Chain(model)
        for i, f in enumerate(folds):
            if f == fold:
                said[i] = read(chain, i)
    whole = None
    if with_whole:
        whole = teach_weights(sequences(items, gold, nested=nested), iterations=iterations)
    return Stacked(whole, without, said)


def sequences(items: Sequence[Any], gold: Sequence[Any], *, nested: bool) -> list[tuple[Any, Any]]:
    """Pairs of features and labels: one a page, or, nested, several a page."""
    if nested:
        return [pair for i, g in zip(items, gold, strict=True) for pair in zip(i, g, strict=True)]
    return list(zip(items, gold, strict=True))


def folds_by_site(pages: Sequence[tuple[str, int]], count: int) -> list[int]:
    """The fold of each page, given its site and size; those of one site are together, and the largest sites are spread."""
    sizes: dict[str, int] = {}
    for site, size in pages:
        sizes[site] = sizes.get(site, 0) + size
    loads = [0] * count
    of_site: dict[str, int] = {}
    for site in sorted(sizes, key=lambda s: (-sizes[s], s)):
        of_site[site] = loads.index(min(loads))
        loads[of_site[site]] += sizes[site]
    return [of_site[site] for site, _ in pages]
