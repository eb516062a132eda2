"""The classifier: a maximum-entropy model over the features of an address, read from a small file, in plain Python.

The score is a sum of weights, so what a piece (a host label, a path segment) adds can be remembered. The memory is bounded:
it is thrown away when full, which costs less than keeping order in it.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Self

from harvestman.crawl.sites.address import Host, cut_host, cut_path, own_site, parse, split
from harvestman.crawl.sites.features import (
    LETTERS,
    features_of,
    has_rare_paths,
    host_class,
    host_tokens,
    plan_marks,
    rare_marks,
)
from harvestman.crawl.sites.kairos import MAX_TOKENS, tokens
from harvestman.crawl.sites.letters import SCALE
from harvestman.crawl.sites.pieces import Lists, host_pieces, path_piece
from harvestman.crawl.sites.weights import HostWeights, KairosWeights, LastWeights, PieceWeights

MODEL_FILE = "model.json.gz"
_MEMORY = 50_000  # entries of each memory

# What is remembered holds no lists and no objects of ours, so that the collector need not walk through it.
_HostReading = tuple[float, str, int, str, int, bool]
"""Its weight, its class, its subdomains, where years stand, what it hints at, whether its paths need a closer look."""
_SegmentReading = tuple[float, str, int, str, tuple[str, ...]]
"""Its weight, its year, what it hints at, its role and shape, and its tokens."""
_Plan = tuple[str, int, int, str, int, int]
"""What `plan_marks` are made of."""


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


@dataclass(frozen=True, slots=True)
class SiteJudged:
    """What an address says of the site at it."""

    url: str
    is_conference: bool
    probability: float
    reasons: list[tuple[str, float]]
    """The features that spoke, with their weights (above 0: for a conference), the strongest first."""


class SiteClassifier:
    """Says of an address whether it is a conference's own site."""

    def __init__(self, model: Model, *, year: int | None = None) -> None:
        self._model = model
        self._year = model.year if year is None else year
        self._bias = model.bias
        self._pieces = PieceWeights(model.marks, model.grams, model.lists)
        self._in_host, self._in_path, self._in_document = (
            KairosWeights(component, model.marks, year=self._year) for component in "HPD"
        )
        self._last = LastWeights(model.marks)
        self._hosts = HostWeights(model.marks)
        self._labels: dict[tuple[str, str], tuple[float, str, int, str]] = {}
        self._names: dict[str, _HostReading] = {}  # hosts that are the site itself
        self._places: dict[str, _HostReading] = {}  # hosts with a path behind them
        self._segments: dict[str, _SegmentReading] = {}
        self._plans: dict[_Plan, float] = {}

    @classmethod
    def load(cls, *, year: int | None = None) -> Self:
        """The model that is shipped; `year` is the one whose conferences are current."""
        data = (files(__package__) / MODEL_FILE).read_bytes()
        return cls(Model.from_bytes(data), year=year)

    def score(self, url: str) -> float:
        """The log odds of being a conference's own site."""
        written, path, query = split(url)
        segments, document = cut_path(path)
        memory = self._places if segments or document else self._names
        known = memory.get(written) or self._read_host(written, cut_host(written), memory)
        if known[5]:
            host, segments = own_site(cut_host(written), segments)
            memory = self._places if segments or document else self._names
            key = f"{written}/{host.suffix}/{host.domain}"
            known = memory.get(key) or self._read_host(key, host, memory)
        total, kind, labels, years, hint, _ = known
        depth, below = len(segments), -1
        if depth:
            words: list[str] = []
            for segment in segments:
                reading = self._segments.get(segment) or self._read_segment(segment)
                weight, year, hints, shape, own = reading
                total += weight
                if year and year not in years:
                    years += year
                hint |= hints
                words += own
                if below >= 0 or shape[0] == "t":
                    below += 1
            total += self._in_path.weigh(words[:MAX_TOKENS]) + self._last.weigh(shape, kind, depth)
        if document:
            total += self._in_document.weigh(tokens(document.lower()))
            below += below >= 0
        plan = (kind, labels, depth, years, hint, below)
        known_plan = self._plans.get(plan)
        total += self._read_plan(plan) if known_plan is None else known_plan
        if document or query or known[5]:
            total += self._sum(rare_marks(parse(url)))
        return total + self._bias

    def probability(self, url: str) -> float:
        """How likely it is a conference's own site, from 0 to 1."""
        return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, self.score(url)))))

    def is_conference(self, url: str) -> bool:
        """Whether it is more likely than not a conference's own site."""
        return self.score(url) >= 0.0

    def judge(self, url: str) -> SiteJudged:
        """All of it at once."""
        return SiteJudged(url, self.is_conference(url), self.probability(url), self.explain(url))

    def explain(self, url: str) -> list[tuple[str, float]]:
        """The features that spoke, with their weights (above 0: for a conference), the strongest first."""
        spoke: dict[str, float] = {}
        for name in features_of(parse(url), self._model.lists, year=self._year):
            weight = self._model.weight(name)
            if weight:
                spoke[name] = spoke.get(name, 0.0) + weight
        return sorted(spoke.items(), key=lambda item: (-abs(item[1]), item[0]))

    def _read_host(self, key: str, host: Host, memory: dict[str, _HostReading]) -> _HostReading:
        kind = host_class(host)
        total = self._in_host.weigh(host_tokens(host)) + self._hosts.weigh(host, kind)
        years, hint = "", 0
        for part in host_pieces(host, is_place=memory is self._places):
            weight, year, hints, _ = self._labels.get(part) or self._read_label(part)
            total += weight
            if year and year not in years:
                years += year
            hint |= hints
        if len(memory) >= _MEMORY:
            memory.clear()
        known = (total, kind, min(len(host.subdomains), 3), years, hint, has_rare_paths(host))
        memory[key] = known
        return known

    def _read_label(self, part: tuple[str, str]) -> tuple[float, str, int, str]:
        known = self._pieces.weigh(*part)
        if len(self._labels) >= _MEMORY:
            self._labels.clear()
        self._labels[part] = known
        return known

    def _read_segment(self, segment: str) -> _SegmentReading:
        role, text = path_piece(segment)
        weight, year, hint, shape = self._pieces.weigh(role, text)
        words = tuple(tokens(segment.lower()))
        if len(self._segments) >= _MEMORY:
            self._segments.clear()
        known = (weight, year, hint, f"{role} shape {shape}", words)
        self._segments[segment] = known
        return known

    def _read_plan(self, plan: _Plan) -> float:
        total = self._sum(plan_marks(*plan))
        if len(self._plans) >= _MEMORY:
            self._plans.clear()
        self._plans[plan] = total
        return total

    def _sum(self, marks: list[str]) -> float:
        weights = self._model.marks
        return sum([weights[mark] for mark in marks if mark in weights])
