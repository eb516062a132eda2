"""The page's own consistency: what the first reading of a page says about how this site prints its papers.

The second model sees, for every region, what the first one made of it, of its neighbours, and of all regions of the page
that have the same place in the same structure. So one odd entry does not break a list, and a wrong one does not stand.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    said = [label + _SURE[sure] for label, sure in first]
    size = len(labels)
    together = "".join(labels)
    padded = ["^", "^", "^", *labels, "$", "$", "$"]
    signatures = [one.signature for one in sketches]
    contexts = list(zip(["", *signatures], signatures, [*signatures[1:], ""], strict=False))
    about_page = _about_page(together)
    about = {y: (*about_page, *[f"{one}y={y}" for one in about_page]) for y in set(labels)}
    return [
        Column.of(padded, _SAID, margin=3),
        Column("y=", said),
        Column.of(padded, _THREES, margin=3, run=3),
        Column("", _weighed("sm", signatures, labels, said)),
        Column("", _weighed("cm", contexts, labels, labels)),
        Column("last=", _distances(labels, range(size))),
        Column("next=", _distances(labels, range(size - 1, -1, -1))),
        Column("", list(zip(labels, [one.separator for one in sketches], strict=True)), _apart),
        Column("", [about[label] for label in labels]),
    ]


_SURE: Final = ("0", "1", "2", "3", "4")


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


_THREES: Final = (ToldAt(-1, "", _between), ToldAt(0, "", _behind), ToldAt(-2, "", _before))
"""What the first reading said of a region and the two before it, as told to all three."""


def _weighed(
    name: str, places: Sequence[K], labels: Sequence[str], said: Sequence[str]
) -> list[tuple[str, ...]]:
    """What it said of most regions in the same place of the structure, and whether this one differs: made once for all regions of a place of which it said the same."""
    counted: dict[K, dict[str, int]] = {}
    for place, label in zip(places, labels, strict=True):
        counts = counted.get(place)
        if counts is None:
            counted[place] = {label: 1}
        else:
            counts[label] = counts.get(label, 0) + 1
    known: dict[K, dict[str, tuple[str, ...]]] = {
        place: {"": _top(name, counts)} for place, counts in counted.items()
    }
    told: list[tuple[str, ...]] = []
    for place, label, one in zip(places, labels, said, strict=True):
        here = known[place]
        features = here.get(one)
        if features is None:
            top = here[""]
            mine = f"{top[0]}y={label}"
            surely = (f"{top[0]}y={one}",) if one != label else ()
            features = here[one] = (*top, mine, *surely)
        told.append(features)
    return told


def _top(name: str, counts: dict[str, int]) -> tuple[str, ...]:
    """The labels that regions in one place of the structure have most; of two that are as many, the first one."""
    total = sum(counts.values())
    label, most = "", 0
    for one, count in counts.items():
        if count > most:
            label, most = one, count
    second, many = "", 0
    for one, count in counts.items():
        if count > many and one != label:
            second, many = one, count
    found = (f"{name}={label}{share(most, total)}/{min(bucket(total), 9)}", f"{name}={label}")
    return (*found, f"{name}2={second}{share(many, total)}") if many else found


def _about_page(labels: str) -> list[str]:
    """How many regions of the page are titles and names, and in which order."""
    titles = labels.count("T") + labels.count("M")
    both, names = labels.count("B"), labels.count("A") + labels.count("B")
    after = labels.count("TA") + labels.count("TB")
    before = labels.count("AT") + labels.count("BT")
    return [
        f"pT={bucket(titles)}",
        f"pM={share(labels.count('M'), titles)}",
        f"pA={share(names, titles + names)}",
        f"pB={share(both, names)}",
        f"po={share(after, after + before)}{'' if after + before else '-'}",
        f"pO={share(labels.count('O'), len(labels))}",
    ]


def _distances(labels: Sequence[str], order: range) -> list[str]:
    """How many regions away the last title is, in that order."""
    distances = ["0"] * len(labels)
    distance = 60
    for place in order:
        distances[place] = SIZES[min(distance, 60)]
        distance = 1 if labels[place] in "TM" else distance + 1
    return distances
