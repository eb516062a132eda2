"""The page's own consistency: what the first reading of a page says about how this site prints its papers.

The second model sees, for every region, what the first one made of it, of its neighbours, and of all regions of the page
that have the same place in the same structure. So one odd entry does not break a list, and a wrong one does not stand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from harvestman.pages.learned.features import Sketch, bucket, next_door, share

Labelled = Sequence[tuple[str, float]]
"""A label and its probability for each region."""


def second_look(sketches: Sequence[Sketch], first: Labelled) -> list[list[str]]:
    """The features of the second model."""
    labels = [label for label, _ in first]
    size = len(sketches)
    by_signature: dict[str, Counter[str]] = defaultdict(Counter)
    by_context: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    signatures = ["", *(one.signature for one in sketches), ""]
    for place, label in enumerate(labels):
        by_signature[signatures[place + 1]][label] += 1
        by_context[signatures[place], signatures[place + 1], signatures[place + 2]][label] += 1
    about_page = _about_page(sketches, labels)
    tops = {key: _top("sm", counts) for key, counts in by_signature.items()}
    context_tops = {key: _top("cm", counts) for key, counts in by_context.items()}
    around = next_door(sketches)
    padded = ["^"] * 3 + labels + ["$"] * 3
    last_title = _distances(labels, range(size))
    next_title = _distances(labels, range(size - 1, -1, -1))
    items = []
    for place, one in enumerate(sketches):
        label, probability = first[place]
        here = place + 3
        y = f"y={label}"
        certain = int(probability * 5) if probability < 0.98 else 6
        top = tops[one.signature]
        context = context_tops[signatures[place], one.signature, signatures[place + 2]]
        items.append(
            [
                *one.own,
                *around[place],
                y,
                f"{y}{certain}",
                f"y-1={padded[here - 1]}",
                f"y-2={padded[here - 2]}",
                f"y-3={padded[here - 3]}",
                f"y+1={padded[here + 1]}",
                f"y+2={padded[here + 2]}",
                f"y+3={padded[here + 3]}",
                f"{y}-1{padded[here - 1]}+1{padded[here + 1]}",
                f"{padded[here - 2]}{padded[here - 1]}|{label}",
                f"{label}|{padded[here + 1]}{padded[here + 2]}",
                *top,
                f"{top[0]}{y}",
                f"{top[0]}{y}{certain}",
                *context,
                f"{context[0]}{y}",
                f"lt={last_title[place]}",
                f"nt={next_title[place]}",
                f"{y}{one.short[5]}",
                *about_page,
                *[f"{feature}{y}" for feature in about_page],
            ]
        )
    return items


def _top(name: str, counts: Counter[str]) -> list[str]:
    (label, most), *others = counts.most_common(2)
    total = counts.total()
    found = [f"{name}={label}{share(most, total)}/{min(bucket(total), 9)}", f"{name}={label}"]
    if others:
        found.append(f"{name}2={others[0][0]}{share(others[0][1], total)}")
    return found


def _about_page(sketches: Sequence[Sketch], labels: Sequence[str]) -> list[str]:
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


def _distances(labels: Sequence[str], order: range) -> list[int]:
    distances = [0] * len(labels)
    distance = 60
    for place in order:
        distances[place] = bucket(min(distance, 60))
        distance = 1 if labels[place] in "TM" else distance + 1
    return distances
