"""What the token model sees of the words in lines of authors and organisations.

The line model has said what each line mostly is; names, organisations, marks and addresses within it are told apart here.
Tokens of all such lines of a document are one sequence, so that what stood in the line above counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from harvestman.documents.header.front import FrontLine
from harvestman.documents.layout.lines import Line
from harvestman.text.lexicon import classes_of, plain_word
from harvestman.text.personal import word_look
from harvestman.text.vocabulary import vocabulary

_PIECE = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[^\W\d_]\.-?)+|[^\W\d_]+(?:['’‐`´-][^\W\d_]+)*|\d+|[^\w\s]|_"
)
_COUNTED = 12
"""Words this long or shorter are features themselves; the rest only by class, look and ending."""


class Piece(NamedTuple):
    """One token and its place in the line."""

    text: str
    start: int
    end: int


def pieces_of(line: Line) -> list[Piece]:
    """The tokens of a line: words, initials, numbers, addresses, single signs; raised marks are tokens of their own."""
    cuts = {place for span in line.spans if span.raised for place in (span.start, span.end)}
    pieces = []
    for match in _PIECE.finditer(line.text):
        start, end = match.span()
        for cut in sorted(cut for cut in cuts if start < cut < end):
            pieces.append(Piece(line.text[start:cut], start, cut))
            start = cut
        pieces.append(Piece(line.text[start:end], start, end))
    return pieces


def token_features(
    lines: Sequence[FrontLine], pieces: Sequence[Sequence[Piece]], said: Sequence[tuple[str, float]]
) -> list[list[str]]:
    """The features of all tokens of these lines in a row; `said` is the line model's label of each, and its probability."""
    own: list[list[str]] = []
    shared: list[list[str]] = []
    for at, (line, row) in enumerate(zip(lines, pieces, strict=True)):
        told = _line_told(lines, said, at)
        raised = [span for span in line.line.spans if span.raised]
        role = ""
        for number, piece in enumerate(row):
            features, kinds = _piece_told(piece)
            if "other" in kinds:
                role = "other"
            elif "by" in kinds:
                role = "by"
            if any(span.start <= piece.start < span.end for span in raised):
                features.append("raised")
            place = "first" if number == 0 else "last" if number == len(row) - 1 else "mid"
            features.append(f"place={place}")
            own.append(features)
            shared.append([*told, f"inrole={role}"] if role else told)
    told_all = []
    for at, features in enumerate(own):
        everything = features + shared[at]
        for distance in (-2, -1, 1, 2):
            other = at + distance
            if 0 <= other < len(own):
                everything.extend(
                    f"{distance}:{f}" for f in own[other][: 4 if abs(distance) == 1 else 2]
                )
            else:
                everything.append(f"{distance}:none")
        told_all.append(everything)
    return told_all


def _line_told(lines: Sequence[FrontLine], said: Sequence[tuple[str, float]], at: int) -> list[str]:
    line = lines[at]
    label, sure = said[at]
    names = line.names
    told = [
        f"line={label}",
        f"line={label}:{int(sure * 4)}",
        f"names={min(2, names.named)}/{'all' if names.named == names.pieces else 'some'}",
    ]
    if at:
        near = lines[at - 1]
        told.append(f"above={said[at - 1][0]}")
        if near.line.block == line.line.block and near.page == line.page:
            told.append(f"above={said[at - 1][0]}:block")
        if near.line.column != line.line.column:
            told.append("newcolumn")
        if near.has("other"):
            told.append("aboverole=other")
        elif near.starts("by"):
            told.append("aboverole=by")
        if near.line.text.rstrip().endswith((",", "-", "&")):
            told.append("abovegoeson")
    if at + 1 < len(lines):
        told.append(f"below={said[at + 1][0]}")
    if line.has_email:
        told.append("lineemail")
    for kind in ("org", "part", "firm", "place", "degree", "by", "other", "venue", "course"):
        if line.has(kind):
            told.append(f"line:{kind}")
    return told


def _piece_told(piece: Piece) -> tuple[list[str], tuple[str, ...]]:
    text = piece.text
    if not text[0].isalpha():
        kind = "d" if text[0].isdigit() else "@" if "@" in text and len(text) > 1 else text
        return [f"s={kind}", f"s={kind}{min(3, len(text))}"], ()
    plain = plain_word(text.rstrip("."))
    kinds = classes_of(plain)
    if plain in vocabulary().countries:
        kinds = (*kinds, "country")
    look = word_look(text)
    told = [f"s={look}", "k=" + "+".join(kinds)]
    told.append(f"w={plain}" if len(plain) <= _COUNTED else "w=long")
    told.append("U" if text.isupper() and len(text) > 1 else "C" if text[0].isupper() else "l")
    told.extend((f"e={plain[-3:]}", f"len={min(len(plain), 6)}"))
    return told, kinds
