"""Teaching chains of labels (python-crfsuite), and teaching one model to read on top of another.

A model that sees what an earlier one said must see that one's mistakes as they are on new pages. So for each fold of sites
the earlier model is taught once without it, and what it then says of that fold is what the later model learns from.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pycrfsuite

from harvestman.text.tagging import Tagger

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


def teach_stacked(
    items: Sequence[Any],
    gold: Sequence[Any],
    folds: Sequence[int],
    *,
    read: Callable[[Tagger, int], Any],
    iterations: int,
    nested: bool = False,
) -> tuple[bytes, list[Any]]:
    """A model of all pages, and what models without its fold say about each page."""
    said: list[Any] = [None] * len(items)
    for fold in sorted(set(folds)):
        others = [i for i, f in enumerate(folds) if f != fold]
        model = teach(
            sequences([items[i] for i in others], [gold[i] for i in others], nested=nested),
            iterations=iterations * 2 // 3,
        )
        tagger = Tagger(model)
        for i, f in enumerate(folds):
            if f == fold:
                said[i] = read(tagger, i)
    return teach(sequences(items, gold, nested=nested), iterations=iterations), said


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
