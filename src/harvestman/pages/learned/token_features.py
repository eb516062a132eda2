"""What the token models are told: the words of the regions that may hold a paper, each with its surroundings.

A first model cuts these regions into titles, single names and affiliations. A second one reads them again, knowing in
which order and with which separators the first one found the fields in most entries of this page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from harvestman.pages.learned.chain import Column, ToldAt
from harvestman.pages.learned.features import (
    MAX_CHARACTERS,
    MAX_WORDS,
    Sketch,
    bucket,
    share,
)
from harvestman.pages.learned.lexica import Word, placed, words_of
from harvestman.pages.learned.looks import BOLD, ITALIC, LINK
from harvestman.text.native import mypyc_attr

_MAX_REGION_TOKENS: Final = 400
_COUNTS: Final = [[f"{names}{small}" for small in range(7)] for names in range(7)]


@mypyc_attr(acyclic=True)
class Token:
    """A token of a region, and where it stands in the region's text."""

    __slots__ = ("end", "is_super", "region", "start", "word")

    def __init__(self, region: int, start: int, end: int, word: Word, *, is_super: bool) -> None:
        self.region, self.start, self.end = region, start, end
        self.word, self.is_super = word, is_super


def tokens_in(sketches: Sequence[Sketch], places: Sequence[int]) -> list[Token]:
    """The tokens of some regions; superscripts are tokens of their own."""
    tokens: list[Token] = []
    for place in places:
        one = sketches[place]
        region, text = one.region, one.region.text
        if not region.supers:
            is_read = len(one.words) < MAX_WORDS and len(text) <= MAX_CHARACTERS
            words = one.words if is_read else words_of(text)[:_MAX_REGION_TOKENS]
            for start, end, word in placed(words, text, 0):
                tokens.append(Token(place, start, end, word, is_super=False))
            continue
        edges = sorted({0, len(text)} | {edge for pair in region.supers for edge in pair})
        supers = {start for start, _ in region.supers}
        left = _MAX_REGION_TOKENS
        for first, last in pairwise(edges):
            words = words_of(text[first:last])[:left]
            for start, end, word in placed(words, text, first):
                tokens.append(Token(place, start, end, word, is_super=first in supers))
            left -= len(words)
    return tokens


@dataclass(slots=True)
class TokenColumns:
    """The columns of one run of tokens."""

    codes: list[str]
    """Their codes, and three more at both ends."""
    words: list[str]
    """Their words, and two more at both ends."""
    about: list[Column]
    """Of their regions, and of their places in them."""

    @property
    def first(self) -> list[Column]:
        """What the first model is told."""
        codes = self.codes
        return [
            Column.of(codes, _CODES, margin=3),
            Column.of(codes, _PAIRS, margin=3, run=2),
            Column.of(codes, _THREES, margin=3, run=3),
            Column.of(self.words, _WORDS, margin=2),
            *self.about,
            Column.of(_counted(codes), _COUNTED, margin=_COUNTED_BEYOND),
        ]

    @property
    def plain(self) -> list[Column]:
        """What the second model is told too."""
        return [
            Column.of(self.codes[2:-2], _CODES[:3], margin=1),
            Column.of(self.words[1:-1], _WORDS[:3], margin=1),
            *self.about,
        ]


_CODES: Final = (
    ToldAt(0, "c="),
    ToldAt(1, "c-1="),
    ToldAt(-1, "c+1="),
    ToldAt(3, "c-3="),
    ToldAt(-3, "c+3="),
)
_PAIRS: Final = (ToldAt(1, "c-2="), ToldAt(-2, "c+2="))  # of a code and the one before it
_THREES: Final = (ToldAt(-1, "c3="), ToldAt(-3, "c+23="))  # of a code and the two before it
_WORDS: Final = (
    ToldAt(0, "w="),
    ToldAt(1, "w-1="),
    ToldAt(-1, "w+1="),
    ToldAt(2, "w-2="),
    ToldAt(-2, "w+2="),
)


_NEAR: Final = (
    6  # tokens before each, and behind each, of which names and lower-case words are counted
)
_COUNTED_BEYOND: Final = _NEAR + 1  # the six behind a token are those before the seventh from it
_COUNTED: Final = (ToldAt(0, "np="), ToldAt(-_COUNTED_BEYOND, "na="))
_MOST_BESIDE: Final = 3  # tokens of a region that are counted before and behind each
_MOST_NAMES: Final = 60
_JOINTS: Final[tuple[tuple[str, ...], ...]] = ((), ("sup",), ("glued",), ("glued", "sup"))


def token_columns(
    sketches: Sequence[Sketch], tokens: Sequence[Token], labels: Sequence[str]
) -> TokenColumns:
    """What the token models are told of a run; `labels` are those of all regions."""
    codes = ["^", "^", "^"]
    words = ["^", "^"]
    about: list[str] = []
    places: list[tuple[str, ...]] = []
    joints: list[tuple[str, ...]] = []
    for region, of_region in _by_region(tokens):
        told = _about_region(sketches, region, labels)
        behind, depth, names = -1, 0, 0
        for inside, token in enumerate(of_region):
            word = token.word
            is_mark = word.kind == "p"
            joint = 2 if token.start == behind else 0
            if token.is_super:  # those that are no marks are any letters, and all called alike
                joint += 1
                codes.append("^")
                words.append(word.token if word.known or is_mark else "^")
            else:
                codes.append(word.code)
                words.append(word.token)
            if inside:
                joints.append(_JOINTS[joint])
            else:
                first = _first(sketches[region].region.separator, labels[region], codes[-1])
                joints.append((*first, *_JOINTS[joint]))
            about.append(told)
            places.append(_PLACES[_place(inside, len(of_region) - 1 - inside, depth, names)])
            if is_mark:
                if word.lower in "([":
                    depth += 1
                elif word.lower in ")]":
                    depth = 0
            elif word.code[0] == "n" and not token.is_super:
                names += 1
            behind = token.end
    codes += ["$", "$", "$"]
    words += ["$", "$"]
    return TokenColumns(
        codes,
        words,
        [Column("", about, _spelt_region), Column("", places), Column("", joints)],
    )


def _by_region(tokens: Sequence[Token]) -> list[tuple[int, list[Token]]]:
    """The tokens of each region, which stand together."""
    groups: list[tuple[int, list[Token]]] = []
    last = -1
    of_region: list[Token] = []
    for token in tokens:
        if token.region != last:
            last, of_region = token.region, []
            groups.append((last, of_region))
        of_region.append(token)
    return groups


def _place(inside: int, left: int, depth: int, names: int) -> int:
    """How many tokens of its region stand before a token and behind it, whether a bracket is open, and how many names stand before it; in one number."""
    inside = inside if inside < _MOST_BESIDE else _MOST_BESIDE
    left = left if left < _MOST_BESIDE else _MOST_BESIDE
    names = names if names < _MOST_NAMES else _MOST_NAMES
    return inside + 4 * left + (16 if depth > 0 else 0) + 32 * names


def _spelt_place(place: int) -> tuple[str, ...]:
    inside, left, is_deep, names = place % 4, place // 4 % 4, place // 16 % 2 == 1, place // 32
    return (f"in={inside}", f"le={left}", f"d={is_deep}", f"nb={bucket(names)}")


_PLACES: Final = [_spelt_place(place) for place in range(32 * (_MOST_NAMES + 1))]
"""What tokens are told of each place: one object each, by whose address the decoder knows it."""


def _counted(codes: list[str]) -> list[str]:
    """How many names and lower-case words are among the six tokens before each place; the codes, and so the places, go on beyond both ends."""
    size = len(codes) - 6
    counted = [_COUNTS[0][0]] * _COUNTED_BEYOND
    names = small = 0
    for place in range(size + _COUNTED_BEYOND):
        if 0 < place <= size:
            first = codes[place + 2][0]
            if first == "n":
                names += 1
            elif first == "l":
                small += 1
        if place > _NEAR:
            first = codes[place - 4][0]
            if first == "n":
                names -= 1
            elif first == "l":
                small -= 1
        counted.append(_COUNTS[names][small])
    return counted


@lru_cache(maxsize=10_000)
def _first(separator: str, label: str, code: str) -> tuple[str, ...]:
    return (f"sep={separator or '_'}", f"first{label}", f"firstc{code}{label}")


def _about_region(sketches: Sequence[Sketch], place: int, labels: Sequence[str]) -> str:
    """What all tokens of a region are told of it, in one text: so it is put together once a region, and found again by a hash that is kept."""
    one = sketches[place]
    region = one.region
    text, line, flags = region.text, region.line, region.flags
    label = labels[place]
    before, behind, is_in_line, goes_on = "^", "$", "-", "-"
    if place:
        before = labels[place - 1]
        is_in_line = "s" if sketches[place - 1].region.line == line else "-"
    if place + 1 < len(sketches):
        behind = labels[place + 1]
        goes_on = "s" if sketches[place + 1].region.line == line else "-"
    style = ("1" if flags & BOLD else "0") + ("1" if flags & ITALIC else "0")
    style += "1" if flags & LINK else "0"
    names = share(int(one.names * 10), 10)
    marks = 100 * min(text.count(","), 4) + 10 * min(text.count(". "), 3) + min(text.count("("), 2)
    return (
        f"{label} {before} {behind} {style} {is_in_line}{goes_on} {names} {marks} {one.href or ''}"
    )


def _spelt_region(told: str) -> tuple[str, ...]:
    label, before, behind, style, lines, names, marks, href = told.split(" ")
    return (
        f"y={label}",
        f"y-1={before}",
        f"y+1={behind}",
        f"ys={label}{style}",
        f"il={lines}{label}",
        f"rn={names}",
        f"cm={marks.zfill(3)}",
        f"href={href}",
    )


def second_columns(
    sketches: Sequence[Sketch],
    runs: Sequence[Sequence[Token]],
    columns: Sequence[TokenColumns],
    labels: Sequence[str],
    first: Sequence[Sequence[str]],
) -> list[list[Column]]:
    """What the second token model is told of each run: the plainest of the first, what it said, and what it said on most of the page."""
    habits = _habits(
        sketches,
        [token for run in runs for token in run],
        labels,
        [label for said in first for label in said],
    )
    return [
        [*known.plain, *_said(run, known.codes[3:-3], labels, said, habits)]
        for run, known, said in zip(runs, columns, first, strict=True)
    ]


def _said(
    tokens: Sequence[Token],
    codes: Sequence[str],
    labels: Sequence[str],
    said: Sequence[str],
    habits: dict[str, tuple[str, ...]],
) -> list[Column]:
    """What the first model said of the tokens, each with those around it, and with the habits of the page."""
    z = ["^", "^", *said, "$", "$"]
    usual: list[tuple[str, ...]] = []
    windows: list[str] = []
    last = -1
    for i, token in enumerate(tokens):
        windows.append(f"{z[i]} {z[i + 1]} {z[i + 2]} {z[i + 3]} {z[i + 4]}")
        known = habits.get(labels[token.region])
        if known:
            is_first = token.region != last
            usual.append(_beside_habits(known, z[i + 2], z[i + 1], codes[i], is_first=is_first))
        else:
            usual.append(())
        last = token.region
    return [Column("", windows, _spelt_window), Column("", usual)]


def _spelt_window(labels: str) -> tuple[str, ...]:
    a, b, y, c, d = labels.split(" ")
    return (f"z={y}", f"z-1={b}", f"z+1={c}", f"z3={b}{y}{c}", f"z-2={a}{b}", f"z+2={c}{d}")


@lru_cache(maxsize=20_000)
def _beside_habits(
    known: tuple[str, ...], label: str, before: str, code: str, *, is_first: bool
) -> tuple[str, ...]:
    first = (f"{known[0]}first{label}",) if is_first else ()
    return (
        *(f"{habit}{label}" for habit in known),
        *(f"{habit}c={code}{before}" for habit in known[:2]),
        *first,
    )


def _habits(
    sketches: Sequence[Sketch], tokens: Sequence[Token], labels: Sequence[str], first: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """For each kind of region on the page: the usual order of its fields, and the marks between them."""
    shapes: dict[int, list[str]] = {}
    marks: dict[str, Counter[str]] = {}
    for i, token in enumerate(tokens):
        field = first[i][-1]
        shape = shapes.setdefault(token.region, [])
        if field != "O" and (not shape or shape[-1] != field):
            if shape:
                mark = tokens[i - 1].word.lower if first[i - 1] == "O" else ""
                marks.setdefault(labels[token.region], Counter())[f"{shape[-1]}{mark}{field}"] += 1
            shape.append(field)
    orders: dict[str, Counter[str]] = {}
    for place, shape in shapes.items():
        orders.setdefault(labels[place], Counter())["".join(dict.fromkeys(shape))] += 1
    found: dict[str, tuple[str, ...]] = {}
    for label, counts in orders.items():
        order, times = counts.most_common(1)[0]
        total = counts.total()
        strength = share(times, total)
        habits = [f"ho={order}{strength}", f"hn={label}{min(bucket(total), 9)}{order}"]
        switch = [
            (mark, n)
            for mark, n in marks.get(label, Counter()).most_common(3)
            if "T" in (mark[0], mark[-1])
        ]
        if switch:
            habits.append(f"hm={switch[0][0]}")
        found[label] = tuple(habits)
    return found
