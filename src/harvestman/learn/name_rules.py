"""When two names are one person's and two institutions are one, as the data's descriptions count: for every judge alike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from harvestman.learn.likeness import words

_PARTICLES = frozenset(
    "van von der den de del della di da dos du la le las los ten ter el al bin ibn san".split()
)
_PATRONYMIC = re.compile(r"(?:ович|евич|ьич|ич|овна|евна|ична|инична)$")
_MOST = 0.7


def same_name(one: str, other: str) -> bool:
    """Whether surname and first initial agree in some reading, or the same words stand in another order."""
    if _readings(one) & _readings(other):
        return True
    return len(words(one)) > 1 and sorted(words(one)) == sorted(words(other))


def same_affiliation(gold: str, answer: str) -> bool:
    """Whether most of the longer words of one stand in the other."""
    x, y = words(gold), words(answer)
    return _share(x, set(y)) >= _MOST or _share(y, set(x)) >= _MOST


def largest_matching(edges: Mapping[int, Sequence[int]]) -> list[tuple[int, int]]:
    """As many pairs as there can be, each side taken once."""
    owner: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j in edges[i]:
            if j not in tried:
                tried.add(j)
                if j not in owner or place(owner[j], tried):
                    owner[j] = i
                    return True
        return False

    for i in edges:
        place(i, set())
    return sorted((i, j) for j, i in owner.items())


def _readings(name: str) -> set[tuple[str, str]]:
    """Surname and first initial, in each way in which a name can be read."""
    head, comma, tail = name.partition(",")
    every = words(head)
    long = [word for word in every if len(word) > 1 and word not in _PARTICLES]
    if comma and words(tail):
        return {(word, words(tail)[0][0]) for word in long[-2:]}
    if not long or len(every) < 2:
        return set()
    if len(every[-1]) == 1 or (len(every) > 2 and _PATRONYMIC.search(every[-1])):
        rest = [word for word in every if word != long[0]]  # the surname stands first
        return {(long[0], rest[0][0])} if rest else set()
    return {(word, every[0][0]) for word in (long[-2:] if len(long) > 2 else long[-1:])}


def _share(these: Sequence[str], those: set[str]) -> float:
    counted = [word for word in these if len(word) > 3] or list(these)
    return sum(word in those for word in counted) / len(counted) if counted else 0.0
