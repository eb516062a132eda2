"""The models at work: regions are labelled, then looked at again; the promising ones are cut into tokens, labelled twice too.

Regions: T begins a title, t goes on with one, A names, B names with affiliations, F affiliations, M title and more in one, O
other. Tokens: B-T, I-T, B-A (a name begins), I-A, F, O.
"""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.pages.learned.consistency import second_look
from harvestman.pages.learned.features import Sketch, with_neighbours
from harvestman.pages.learned.mending import mend
from harvestman.pages.learned.token_features import Token, second_items, token_items, tokens_in
from harvestman.text.tagging import Tagger, shipped_tagger

STAGES = ("regions-1", "regions-2", "tokens-1", "tokens-2")
MAX_GAP = 1


def models() -> dict[str, Tagger]:
    """The models that are shipped with the package, opened once a process."""
    return {name: shipped_tagger("harvestman.pages.learned", name) for name in STAGES}


def first_labels(sketches: Sequence[Sketch], model: Tagger) -> list[tuple[str, float]]:
    """The first reading of the regions, with probabilities."""
    return model.tag_surely(with_neighbours(sketches))


def second_labels(
    sketches: Sequence[Sketch], first: Sequence[tuple[str, float]], model: Tagger
) -> list[str]:
    """The second reading of the regions."""
    return model.tag(second_look(sketches, first))


def promising(labels: Sequence[str]) -> list[list[int]]:
    """The runs of regions whose tokens are to be read."""
    runs: list[list[int]] = []
    last = -10
    for place, label in enumerate(labels):
        if label == "O":
            continue
        if place - last > MAX_GAP:
            runs.append([])
        runs[-1].append(place)
        last = place
    return runs


def label_tokens(
    sketches: Sequence[Sketch], labels: Sequence[str], one: Tagger, two: Tagger
) -> list[tuple[list[Token], list[str]]]:
    """The tokens of each promising run, with their labels."""
    runs = [tokens_in(sketches, run) for run in promising(labels)]
    items = [token_items(sketches, run, labels) for run in runs]
    first = [one.tag(item) for item in items]
    if (
        "M" not in labels
    ):  # the second reading is for entries in one line; without such it costs and gains nothing
        return [(run, mend(run, said, labels)) for run, said in zip(runs, first, strict=True)]
    flat = second_items(
        sketches,
        [token for run in runs for token in run],
        [item for run in items for item in run],
        labels,
        [label for run in first for label in run],
    )
    found = []
    position = 0
    for run in runs:
        said = two.tag(flat[position : position + len(run)]) if run else []
        found.append((run, mend(run, said, labels)))
        position += len(run)
    return found
