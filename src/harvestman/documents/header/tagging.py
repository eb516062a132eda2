"""Running the two header models: lines first, then the tokens of the lines that may name people and organisations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.header.front import Front
from harvestman.documents.header.line_features import line_features
from harvestman.documents.header.token_features import Piece, pieces_of, token_features
from harvestman.text.tagging import Tagger, shipped_tagger

LABELS = "TAFESHKO"
"""Title, authors, affiliation, e-mail, abstract (S), its heading (H), keywords, other."""
CANDIDATE = 0.15
"""How probable people or organisations must be for a line's tokens to be read."""
_MAX_CANDIDATES = 120


@dataclass(frozen=True, slots=True)
class LineSaid:
    """What the line model says of a line."""

    label: str
    chances: dict[str, float]
    """Of each label."""


@dataclass(frozen=True, slots=True)
class TokenSaid:
    """What the token model says of a line's tokens."""

    line: int
    pieces: list[Piece]
    labels: list[str]
    chances: list[float]


def tag_lines(front: Front, tagger: Tagger, *, looks: bool = True) -> list[LineSaid]:
    """Each line's label and the chances of all labels."""
    if not front.lines:
        return []
    return [
        LineSaid(label, chances)
        for label, chances in tagger.tag_with_chances(line_features(front, looks=looks), LABELS)
    ]


def candidates(said: Sequence[LineSaid]) -> list[int]:
    """The lines that may name people or organisations."""
    found = [
        at
        for at, line in enumerate(said)
        if line.label in "AFE"
        or line.chances["A"] + line.chances["F"] + line.chances["E"] > CANDIDATE
    ]
    return found[:_MAX_CANDIDATES]


def tag_tokens(front: Front, said: Sequence[LineSaid], tagger: Tagger) -> list[TokenSaid]:
    """The labelled tokens of those lines."""
    places = candidates(said)
    lines = [front.lines[at] for at in places]
    pieces = [pieces_of(line.line) for line in lines]
    told = token_features(lines, pieces, [_brief(said[at]) for at in places])
    if not told:
        return []
    labelled = tagger.tag_surely(told)
    found = []
    start = 0
    for at, row in zip(places, pieces, strict=True):
        here = labelled[start : start + len(row)]
        found.append(TokenSaid(at, row, [label for label, _ in here], [sure for _, sure in here]))
        start += len(row)
    return found


def _brief(said: LineSaid) -> tuple[str, float]:
    return said.label, said.chances[said.label]


def line_tagger() -> Tagger:
    """The shipped line model."""
    return shipped_tagger(__package__ or "", "lines")


def token_tagger() -> Tagger:
    """The shipped token model."""
    return shipped_tagger(__package__ or "", "tokens")
