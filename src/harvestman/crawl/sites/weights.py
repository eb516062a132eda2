"""The weights of a model by what they are of, so that an address is weighed without a name of a feature being built.

Names are for people and for training. Built for each address and looked up, most in vain, they cost more than all the rest. Here
the weights of one kind of feature lie in one small table, and `features` and this module must agree: the tests compare them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from harvestman.crawl.sites.address import Host
from harvestman.crawl.sites.kairos import MAX_TOKENS, ORDINAL_WORDS, token_forms
from harvestman.crawl.sites.letters import CAPITALS, SMALL, LetterWeights
from harvestman.crawl.sites.lists import HOST_KINDS
from harvestman.crawl.sites.pieces import (
    ACRONYM_AND_EVENT,
    PLACES,
    ROLES,
    Lists,
    facts_of,
)

Weights = Mapping[str, float]
_RoleWeights = tuple[Weights, Weights, Weights, Weights]  # shapes, names, words, acronyms


def by_first_word(marks: Weights) -> defaultdict[str, dict[str, float]]:
    """The weights of features by the first word of their names, and then by the rest."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for name, weight in marks.items():
        first, _, rest = name.partition(" ")
        found[first][rest] = weight
    return found


class PieceWeights:
    """The weights of what single pieces show."""

    def __init__(self, marks: Weights, grams: Weights, lists: Lists) -> None:
        self._marks = marks
        self._lists = lists
        strange = set().union(*grams) - {*SMALL, *CAPITALS}
        if strange:
            raise ValueError(f"n-grams of a model are not made of {''.join(sorted(strange))!r}")
        self._letters = LetterWeights(grams, SMALL)
        self._capitals = LetterWeights(grams, CAPITALS)
        first = by_first_word(marks)
        event = {"event": marks.get(ACRONYM_AND_EVENT, 0.0)}
        self._by_role: dict[str, _RoleWeights] = {}
        for role in ROLES:
            own = by_first_word(first[role])
            names = first["host" if role in PLACES else "name"]
            self._by_role[role] = (own["shape"], names, own["word"], own["acronym"] | event)

    def weigh(self, role: str, text: str) -> tuple[float, str, int, str]:
        """The weight of all that a piece shows by itself; its year, what it hints at, and its shape."""
        _, shape, bare, letters, year, hint, events, acronym, case = facts_of(
            role, text, self._lists
        )
        shapes, names, words, acronyms = self._by_role[role]
        total = (self._capitals if role in PLACES else self._letters).weigh(letters)
        if shape in shapes:
            total += shapes[shape]
        if bare in names:
            total += names[bare]
        for word in events:
            total += words.get(word, 0.0)
        if acronym:
            total += acronyms.get(acronym, 0.0)
        for mark in case:
            total += self._marks.get(mark, 0.0)
        return total, year, hint, shape


class KairosWeights:
    """The weights of Kairos's features of one component, by place and word."""

    def __init__(self, component: str, marks: Weights, *, year: int) -> None:
        self._year = year
        self._places: list[tuple[dict[str, float], dict[int, float]]] = [
            ({}, {}) for _ in range(MAX_TOKENS)
        ]
        self._pairs: dict[str, dict[str, float]] = {}
        self._counts: dict[int, float] = {}
        for name, weight in marks.items():
            if name[0] != component or name[1] not in " :":
                continue
            place, colon, value = name[2:].partition(":")
            if name[1] == ":" and colon:
                self._places[int(place)][0][value] = weight
            elif name[1] == ":":
                before, _, later = name[2:].partition("<")
                self._pairs.setdefault(before, {})[later] = weight
            elif place == "ALL":
                self._counts[int(value)] = weight
            elif colon:
                self._places[int(place)][1][int(value)] = weight
        for weights, _ in self._places:
            for word in ORDINAL_WORDS if "<ordinal>" in weights else ():
                weights[word] = weights.get(word, 0.0) + weights["<ordinal>"]

    def weigh(self, words: Sequence[str]) -> float:
        """The weight of all of Kairos's features of these tokens."""
        total = self._counts.get(len(words), 0.0)
        for place, word in enumerate(words):
            weights, lengths = self._places[place]
            size = len(word)
            if size in lengths:
                total += lengths[size]
            if word in weights:
                total += weights[word]
            if not word.isalpha():
                for form in token_forms(word, self._year)[1:]:
                    if form in weights:
                        total += weights[form]
            if word in self._pairs:
                pairs = self._pairs[word]
                for later in words[place + 1 :]:
                    if later in pairs:
                        total += pairs[later]
        return total


class HostWeights:
    """The weights of what a host shows as a whole."""

    def __init__(self, marks: Weights) -> None:
        first = by_first_word(marks)
        self._top, self._class, self._at = first["tld"], first["class"], first["at"]
        self._suffix, self._known = first["suffix"], first["known"]

    def weigh(self, host: Host, kind: str) -> float:
        """The weight of a host of this class."""
        name, labels, domain, suffix, _ = host
        registered = f"{domain}.{suffix}"
        total = self._top.get(labels[-1], 0.0) + self._class.get(kind, 0.0)
        total += self._at.get(registered, 0.0)
        if "." in suffix:
            total += self._suffix.get(suffix, 0.0)
        known = HOST_KINDS.get(name) or HOST_KINDS.get(registered)
        if known:
            total += self._known.get(known, 0.0) + self._known.get("", 0.0)
        return total


class LastWeights:
    """The weights of the shape of the last segment, by the host's class and by depth."""

    def __init__(self, marks: Weights) -> None:
        self._by_shape: dict[str, dict[str | int, float]] = {}
        for name, weight in by_first_word(marks)["last"].items():
            shape, _, value = name.rpartition(" ")
            key = int(value) if value.isdigit() else value
            self._by_shape.setdefault(shape, {})[key] = weight

    def weigh(self, shape: str, kind: str, depth: int) -> float:
        """The weight of a segment of this shape at the end of a path."""
        weights = self._by_shape.get(shape)
        return weights.get(kind, 0.0) + weights.get(depth, 0.0) if weights else 0.0
