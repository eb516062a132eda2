"""The models at work: regions are labelled, then looked at again; the promising ones are cut into tokens, labelled twice too.

Regions: T begins a title, t goes on with one, A names, B names with affiliations, F affiliations, M title and more in one, O
other. Tokens: B-T, I-T, B-A (a name begins), I-A, F, O.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from harvestman.pages.learned.chain import Chain, shipped_chain
from harvestman.pages.learned.consistency import what_was_said
from harvestman.pages.learned.features import Sketch, ToldOfRegions
from harvestman.pages.learned.mending import mend
from harvestman.pages.learned.token_features import (
    Token,
    second_columns,
    token_columns,
    tokens_in,
)

STAGES: Final = ("regions-1", "regions-2", "tokens-1", "tokens-2")
SECOND: Final = "wide-"
"""Begins the names of the models that are asked for a second opinion."""
MAX_GAP: Final = 1


class _Shipped(Mapping[str, Chain]):
    """Models that are shipped with the package, each opened when it is first asked for: the last two of a second opinion hardly ever are."""

    def __init__(self, beginning: str = "") -> None:
        self._beginning = beginning

    def __getitem__(self, stage: str) -> Chain:
        return shipped_chain(self._beginning + stage)

    def __iter__(self) -> Iterator[str]:
        return iter(STAGES)

    def __len__(self) -> int:
        return len(STAGES)

    def open(self) -> None:
        """Open all of them, to see that they are there and whole."""
        for stage in STAGES:
            shipped_chain(self._beginning + stage)


MODELS: Final = _Shipped()
WIDE_MODELS: Final = _Shipped(SECOND)
"""Models that were taught with whole sites, more layouts and more languages: asked where the others see no paper at all."""


def label_regions(
    sketches: Sequence[Sketch], told: ToldOfRegions, one: Chain, two: Chain
) -> list[str]:
    """The labels of all regions; none where the first reading finds no title."""
    for_one, for_two = one.begin(told.first, two)
    first = one.tag_surely([], for_one)
    if not any(label in "TM" for label, _ in first):
        return []
    return two.tag(what_was_said(sketches, first), for_two)


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
    sketches: Sequence[Sketch], labels: Sequence[str], stages: Mapping[str, Chain]
) -> list[tuple[list[Token], list[str]]]:
    """The tokens of each promising run, with their labels; a model is opened only where there is something for it to label."""
    runs = [tokens_in(sketches, run) for run in promising(labels)]
    if not runs:
        return []
    one = stages["tokens-1"]
    columns = [token_columns(sketches, run, labels) for run in runs]
    said = [one.tag(known.first) for known in columns]
    # The second reading is for runs with entries in one line; of others it costs and gains nothing.
    if "M" in labels:
        two = stages["tokens-2"]
        again = second_columns(sketches, runs, columns, labels, said)
        said = [
            two.tag(known) if any(labels[token.region] == "M" for token in run) else answer
            for run, known, answer in zip(runs, again, said, strict=True)
        ]
    return [(run, mend(run, answer, labels)) for run, answer in zip(runs, said, strict=True)]
