"""The page's own consistency: what the first reading of a page says about how this site prints its papers.

The second model sees, for every region, what the first one made of it, of its neighbours, and of all regions of the page
that have the same place in the same structure. So one odd entry does not break a list, and a wrong one does not stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final, TypeVar

from harvestman.pages.learned.chain import Column, ToldAt
from harvestman.pages.learned.features import SIZES, Sketch, ToldOfRegions, bucket, share

K = TypeVar("K")
Labelled = Sequence[tuple[str, int]]
"""A label for each region, and how sure it is."""


def second_look(sketches: Sequence[Sketch], told: ToldOfRegions, first: Labelled) -> list[Column]:
    """The columns of the second model."""
    return [*told.plain, *what_was_said(sketches, first)]


def what_was_said(sketches: Sequence[Sketch], first: Labelled) -> list[Column]:
    """The columns that only the second model is told."""
    labels = [label for label, _ in first]
    size = len(sketches)
    signatures = [one.signature for one in sketches]
    contexts = list(zip(["", *signatures], signatures, [*signatures[1:], ""], strict=False))
    tops = _tops("sm", signatures, labels)
    context_tops = _tops("cm", contexts, labels)
    padded = f"^^^{''.join(labels)}$$$"
    about_page = _about_page(labels)
    about = {y: (*about_page, *(f"{one}y={y}" for one in about_page)) for y in set(labels)}
    return [
        Column.of(list(padded), _SAID, margin=3),
        Column("y=", [f"{label}{sure}" for label, sure in first]),
        Column.of([padded[i : i + 3] for i in range(1, size + 3)], _THREES, margin=1),
        Column(
            "",
            [
                (tops[signature], context_tops[context], label)
                for signature, context, label in zip(signatures, contexts, first, strict=True)
            ],
            _weighed,
        ),
        Column("last=", _distances(labels, range(size))),
        Column("next=", _distances(labels, range(size - 1, -1, -1))),
        Column("", list(zip(labels, (one.separator for one in sketches), strict=True)), _apart),
        Column("", [about[label] for label in labels]),
    ]


def _apart(said: tuple[str, str]) -> tuple[str, ...]:
    """The label of a region with how it is set apart from the one before it."""
    label, separator = said
    return (f"y={label}sep={separator}",)


_SAID: Final = (
    ToldAt(0, "y="), ToldAt(1, "y-1="), ToldAt(2, "y-2="), ToldAt(3, "y-3="), ToldAt(-1, "y+1="), ToldAt(-2, "y+2="), ToldAt(-3, "y+3="),
)  # fmt: skip


def _between(labels: str) -> tuple[str, ...]:
    return (f"y={labels[1]}-1{labels[0]}+1{labels[2]}",)


def _behind(labels: str) -> tuple[str, ...]:
    return (f"{labels[:2]}|{labels[2]}",)


def _before(labels: str) -> tuple[str, ...]:
    return (f"{labels[0]}|{labels[1:]}",)


_THREES: Final = (ToldAt(0, "", _between), ToldAt(1, "", _behind), ToldAt(-1, "", _before))
"""What the first reading said of a region and those beside it, as told to all three."""


def _weighed(
    told: tuple[tuple[str, ...], tuple[str, ...], tuple[str, int]],
) -> tuple[str, ...]:
    """What it said of the regions in the same place of the structure, and whether this one differs."""
    top, context, (label, sure) = told
    return (
        *top,
        f"{top[0]}y={label}",
        f"{top[0]}y={label}{sure}",
        *context,
        f"{context[0]}y={label}",
    )


def _tops(name: str, places: Sequence[K], labels: Sequence[str]) -> dict[K, tuple[str, ...]]:
    """For each place in the structure the labels that its regions have most."""
    counted: dict[K, list[tuple[int, str]]] = {}
    for (place, label), count in Counter(zip(places, labels, strict=True)).items():
        counted.setdefault(place, []).append((count, label))
    return {place: _top(name, counts) for place, counts in counted.items()}


def _top(name: str, counts: list[tuple[int, str]]) -> tuple[str, ...]:
    total = sum([count for count, _ in counts])
    (most, label), *others = sorted(counts, key=itemgetter(0), reverse=True)
    found = [f"{name}={label}{share(most, total)}/{min(bucket(total), 9)}", f"{name}={label}"]
    if others:
        count, label = others[0]
        found.append(f"{name}2={label}{share(count, total)}")
    return tuple(found)


def _about_page(labels: Sequence[str]) -> list[str]:
    counts = Counter(labels)
    titles = counts["T"] + counts["M"]
    after = sum(one == "T" and two in "AB" for one, two in pairwise(labels))
    before = sum(one in "AB" and two == "T" for one, two in pairwise(labels))
    return [
        f"pT={bucket(titles)}",
        f"pM={share(counts['M'], titles)}",
        f"pA={share(counts['A'] + counts['B'], titles + counts['A'] + counts['B'])}",
        f"pB={share(counts['B'], counts['A'] + counts['B'])}",
        f"po={share(after, after + before)}{'' if after + before else '-'}",
        f"pO={share(counts['O'], len(labels))}",
    ]


def _distances(labels: Sequence[str], order: range) -> list[str]:
    """How many regions away the last title is, in that order."""
    distances = ["0"] * len(labels)
    distance = 60
    for place in order:
        distances[place] = SIZES[min(distance, 60)]
        distance = 1 if labels[place] in "TM" else distance + 1
    return distances
