"""The classifier: a maximum-entropy model over the features of an address, read from a small file, in plain Python.

The score is a sum of weights, so what a piece (a host label, a path segment) adds can be remembered. The memory is bounded:
it is thrown away when full, which costs less than keeping order in it.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Self

from harvestman.crawl.sites.address import Host, parse
from harvestman.crawl.sites.features import (
    LETTERS,
    Outline,
    features_of,
    host_class,
    host_marks,
    host_tokens,
    outline,
    outline_marks,
    path_components,
    rare_marks,
)
from harvestman.crawl.sites.pieces import (
    GRAM_LENGTHS,
    Lists,
    Piece,
    host_pieces,
    path_pieces,
    read_piece,
)
from harvestman.crawl.sites.seed import MAX_TOKENS, ORDINAL_WORDS, token_forms

MODEL_FILE = "model.json.gz"
SCALE = 1000  # weights are kept as thousandths
_MEMORY = 50_000  # pieces; about 25 MB when full

_HostReading = tuple[float, str, list[Piece]]  # its weight, its class, its pieces


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by feature. The bias is shifted so that one half is the threshold of the decision."""

    bias: float
    marks: Mapping[str, float]
    grams: Mapping[str, float]
    lists: Lists
    year: int  # the year that was current when it was trained

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a model file."""
        plain: dict[str, Any] = json.loads(gzip.decompress(data))
        values: dict[int, float] = {}  # each number once: fewer places in memory to go to
        return cls(
            bias=plain["bias"] / SCALE,
            marks={k: values.setdefault(w, w / SCALE) for k, w in plain["marks"].items()},
            grams={k: values.setdefault(w, w / SCALE) for k, w in plain["grams"].items()},
            lists=Lists(acronyms=frozenset(plain["acronyms"].split())),
            year=plain["year"],
        )

    def weight(self, name: str) -> float:
        """The weight of a feature by its name; nothing for one it does not know."""
        if name.startswith(LETTERS):
            return self.grams.get(name[len(LETTERS) :], 0.0)
        return self.marks.get(name, 0.0)

    def to_bytes(self) -> bytes:
        """The model file: the same model is the same bytes."""
        plain = {
            "format": 1,
            "year": self.year,
            "bias": round(self.bias * SCALE),
            "acronyms": " ".join(sorted(self.lists.acronyms)),
            "marks": {k: round(w * SCALE) for k, w in sorted(self.marks.items())},
            "grams": {k: round(w * SCALE) for k, w in sorted(self.grams.items())},
        }
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), compresslevel=9, mtime=0)


class SiteClassifier:
    """Says of an address whether it is a conference's own site."""

    def __init__(self, model: Model, *, year: int | None = None) -> None:
        self._model = model
        self._year = model.year if year is None else year
        self._grams = _with_beginnings(model.grams)
        self._hosts: dict[tuple[str, str, str, bool], _HostReading] = {}
        self._pieces: dict[tuple[str, str], tuple[float, Piece]] = {}
        self._outlines: dict[Outline, float] = {}
        self._seed = {part: _SeedWeights(part, model, year=self._year) for part in "HPD"}

    @classmethod
    def load(cls, *, year: int | None = None) -> Self:
        """The model that is shipped; `year` is the one whose conferences are current."""
        data = (files(__package__) / MODEL_FILE).read_bytes()
        return cls(Model.from_bytes(data), year=year)

    def score(self, url: str) -> float:
        """The log odds of being a conference's own site."""
        address = parse(url)
        host, segments, document, query = address
        is_place = bool(segments or document)
        key = (host.name, host.domain, host.suffix, is_place)
        total, kind, pieces = self._hosts.get(key) or self._read_host(host, key)
        if is_place:
            pieces = pieces.copy()
            for part in path_pieces(address):
                added, piece = self._pieces.get(part) or self._read_piece(part)
                total += added
                pieces.append(piece)
            for component, words in path_components(address):
                total += self._seed[component].score(words)
        whole = outline(address, kind, pieces)
        known = self._outlines.get(whole)
        total += self._read_outline(whole) if known is None else known
        if document or query or is_place:
            for mark in rare_marks(address):
                total += self._model.marks.get(mark, 0.0)
        return total + self._model.bias

    def probability(self, url: str) -> float:
        """How likely it is a conference's own site, from 0 to 1."""
        return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, self.score(url)))))

    def is_conference(self, url: str) -> bool:
        """Whether it is more likely than not a conference's own site."""
        return self.score(url) >= 0.0

    def explain(self, url: str) -> list[tuple[str, float]]:
        """The features that spoke, with their weights (above 0: for a conference), the strongest first."""
        spoke: dict[str, float] = {}
        for name in features_of(parse(url), self._model.lists, year=self._year):
            weight = self._model.weight(name)
            if weight:
                spoke[name] = spoke.get(name, 0.0) + weight
        return sorted(spoke.items(), key=lambda item: (-abs(item[1]), item[0]))

    def _read_host(self, host: Host, key: tuple[str, str, str, bool]) -> _HostReading:
        kind = host_class(host)
        total = self._seed["H"].score(host_tokens(host))
        for mark in host_marks(host, kind):
            total += self._model.marks.get(mark, 0.0)
        pieces = []
        for part in host_pieces(host, is_place=key[3]):
            added, piece = self._pieces.get(part) or self._read_piece(part)
            total += added
            pieces.append(piece)
        if len(self._hosts) >= _MEMORY:
            self._hosts.clear()
        known = self._hosts[key] = (total, kind, pieces)
        return known

    def _read_outline(self, whole: Outline) -> float:
        weight = self._model.marks.get
        total = sum(weight(mark, 0.0) for mark in outline_marks(whole))
        if len(self._outlines) >= _MEMORY:
            self._outlines.clear()
        self._outlines[whole] = total
        return total

    def _read_piece(self, part: tuple[str, str]) -> tuple[float, Piece]:
        piece = read_piece(*part, self._model.lists)
        total, weight, letters = 0.0, self._model.marks.get, piece.letters
        for mark in piece.marks:
            total += weight(mark, 0.0)
        # At each place the longest known n-gram, which brings the weights of those it begins with.
        longest = self._grams.get
        for i in range(len(letters) - 1):
            found = longest(letters[i : i + 4])
            if found is None:
                found = longest(letters[i : i + 3])
                if found is None:
                    found = longest(letters[i : i + 2], 0.0)
            total += found
        if len(self._pieces) >= _MEMORY:
            self._pieces.clear()
        known = self._pieces[part] = (total, piece)
        return known


def _with_beginnings(grams: Mapping[str, float]) -> dict[str, float]:
    """Each n-gram with the weights of its own beginnings added: one look-up then stands for three."""
    return {
        gram: sum(grams.get(gram[:n], 0.0) for n in GRAM_LENGTHS if n <= len(gram))
        for gram in grams
    }


class _SeedWeights:
    """The weights of the seed's features of one component, by place and word: plain words need no name built."""

    def __init__(self, component: str, model: Model, *, year: int) -> None:
        self._year = year
        self._places: list[tuple[dict[str, float], dict[int, float]]] = [
            ({}, {}) for _ in range(MAX_TOKENS)
        ]
        self._pairs: dict[str, dict[str, float]] = {}
        self._counts: dict[int, float] = {}
        for name, weight in model.marks.items():
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

    def score(self, words: Sequence[str]) -> float:
        """The weight of all of the seed's features of these tokens."""
        total = self._counts.get(len(words), 0.0)
        for place, word in enumerate(words):
            weights, lengths = self._places[place]
            total += lengths.get(len(word), 0.0)
            if word.isalpha():
                total += weights.get(word, 0.0)
            else:
                for form in token_forms(word, self._year):
                    total += weights.get(form, 0.0)
            pairs = self._pairs.get(word)
            if pairs:
                for later in words[place + 1 :]:
                    total += pairs.get(later, 0.0)
        return total
