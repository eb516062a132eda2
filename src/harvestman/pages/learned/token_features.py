"""What the token models are told: the words of the regions that may hold a paper, each with its surroundings.

A first model cuts these regions into titles, single names and affiliations. A second one reads them again, knowing in
which order and with which separators the first one found the fields in most entries of this page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

from harvestman.pages.learned.chain import Column, ToldAt
from harvestman.pages.learned.features import Sketch, bucket, share
from harvestman.pages.learned.lexica import Word, placed_words
from harvestman.pages.learned.looks import BOLD, ITALIC, LINK

_MAX_REGION_TOKENS: Final = 400
_COUNTS: Final = [[f"{names}{small}" for small in range(7)] for names in range(7)]


@dataclass(slots=True)
class Token:
    """A token of a region, and where it stands in the region's text."""

    region: int
    start: int
    end: int
    word: Word
    is_super: bool = False


def tokens_in(sketches: Sequence[Sketch], places: Sequence[int]) -> list[Token]:
    """The tokens of some regions; superscripts are tokens of their own."""
    tokens: list[Token] = []
    for place in places:
        region = sketches[place].region
        edges = [0, len(region.text)]
        if region.supers:
            edges = sorted({edge for pair in region.supers for edge in pair} | set(edges))
        supers = {start for start, _ in region.supers}
        left = _MAX_REGION_TOKENS
        for start, end in pairwise(edges):
            is_super = start in supers
            found = placed_words(region.text, start, end, most=left)
            tokens += [Token(place, first, last, word, is_super) for first, last, word in found]
            left -= len(found)
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
    counted: list[Column]

    @property
    def first(self) -> list[Column]:
        """What the first model is told."""
        return [
            Column.of(self.codes, _CODES, margin=3),
            Column.of(self.codes, _PAIRS, margin=3, run=2),
            Column.of(self.codes, _THREES, margin=3, run=3),
            Column.of(self.words, _WORDS, margin=2),
            *self.about,
            *self.counted,
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


def token_columns(
    sketches: Sequence[Sketch], tokens: Sequence[Token], labels: Sequence[str]
) -> TokenColumns:
    """What the token models are told of a run; `labels` are those of all regions."""
    codes, words = _codes_and_words(tokens)
    places, joints = _places(tokens)
    size = len(codes)
    regions = [token.region for token in tokens]
    first = [0, *(at for at in range(1, size) if regions[at] != regions[at - 1])] if size else []
    about_labels: list[_LabelOfTokens] = []
    about_texts: list[_TextOfTokens] = []
    for begin, end in pairwise([*first, size]):
        place = regions[begin]
        edge = _first(sketches[place].region.separator, labels[place], codes[begin])
        joints[begin] = (*edge, *joints[begin])
        about_labels += [_about_label(sketches, place, labels)] * (end - begin)
        about_texts += [_about_text(sketches[place])] * (end - begin)
    counted = _counted("".join([code[0] for code in codes]))
    return TokenColumns(
        ["^", "^", "^", *codes, "$", "$", "$"],
        ["^", "^", *words, "$", "$"],
        [
            Column("", about_labels, _spelt_label),
            Column("", about_texts, _spelt_text),
            Column("", places),
            Column("", joints),
        ],
        [Column("na=", counted[7 : size + 7]), Column("np=", counted[:size])],
    )


def _codes_and_words(tokens: Sequence[Token]) -> tuple[list[str], list[str]]:
    """The code and the word of each token; raised signs that are no marks are any letters, and all called alike."""
    codes = ["^" if token.is_super else token.word.code for token in tokens]
    words = [
        "^"
        if token.is_super and not token.word.known and token.word.kind != "p"
        else token.word.token
        for token in tokens
    ]
    return codes, words


_MOST_BESIDE: Final = 3  # tokens of a region that are counted before and behind each
_MOST_NAMES: Final = 60
_JOINTS: Final = ((), ("sup",), ("glued",), ("glued", "sup"))

# What a token is told of its place: how many tokens of its region stand before it and behind it, whether a bracket is open, and how many names stand before it.
_PLACES: Final = [
    [
        [
            [
                (f"in={inside}", f"le={left}", f"d={is_deep}", f"nb={bucket(names)}")
                for names in range(_MOST_NAMES + 1)
            ]
            for is_deep in (False, True)
        ]
        for left in range(_MOST_BESIDE + 1)
    ]
    for inside in range(_MOST_BESIDE + 1)
]


def _places(tokens: Sequence[Token]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The place of each token in its region, and how it is joined to the one before it."""
    sizes = Counter([token.region for token in tokens])  # those of a region stand together
    places: list[tuple[str, ...]] = []
    joints: list[tuple[str, ...]] = []
    depth = names = inside = left = 0
    last: Token | None = None
    for token in tokens:
        word = token.word
        is_glued = False
        if last is None or token.region != last.region:
            depth = names = inside = 0
            left = sizes[token.region] - 1
        else:
            is_glued = last.end == token.start
        joints.append(_JOINTS[2 * is_glued + token.is_super])
        beside = _PLACES[inside if inside < _MOST_BESIDE else _MOST_BESIDE][
            left if left < _MOST_BESIDE else _MOST_BESIDE
        ]
        places.append(beside[depth > 0][names if names < _MOST_NAMES else _MOST_NAMES])
        if word.kind == "p":
            if word.lower in "([":
                depth += 1
            elif word.lower in ")]":
                depth = 0
        elif word.code[0] == "n" and not token.is_super:
            names += 1
        inside += 1
        left -= 1
        last = token
    return places, joints


def _counted(codes: str) -> list[str]:
    """How many names and lower-case words are among the six tokens before each place, the places up to six behind the end included."""
    names = [0] * 7 + list(accumulate([code == "n" for code in codes]))
    small = [0] * 7 + list(accumulate([code == "l" for code in codes]))
    names += names[-1:] * 6
    small += small[-1:] * 6
    return [
        _COUNTS[a - b][c - d]
        for a, b, c, d in zip(names[6:], names, small[6:], small, strict=False)
    ]


@lru_cache(maxsize=10_000)
def _first(separator: str, label: str, code: str) -> tuple[str, ...]:
    return (f"sep={separator or '_'}", f"first{label}", f"firstc{code}{label}")


_LabelOfTokens = tuple[str, str, str, int, bool, bool]
"""What all tokens of a region are told of its label: that, those before and behind, its style, and whether it is in line with the region before and the one behind."""

_TextOfTokens = tuple[int, int, int, int, str | None]
"""And of its text: the share of names, how many commas, sentences and brackets there are, and where it leads."""

_STYLES: Final = BOLD | ITALIC | LINK


def _about_label(sketches: Sequence[Sketch], place: int, labels: Sequence[str]) -> _LabelOfTokens:
    region = sketches[place].region
    line = region.line
    is_last = place + 1 == len(sketches)
    return (
        labels[place],
        labels[place - 1] if place else "^",
        "$" if is_last else labels[place + 1],
        region.flags & _STYLES,
        place > 0 and sketches[place - 1].region.line == line,
        not is_last and sketches[place + 1].region.line == line,
    )


def _about_text(one: Sketch) -> _TextOfTokens:
    text = one.region.text
    return (
        share(int(one.names * 10), 10),
        min(text.count(","), 4),
        min(text.count(". "), 3),
        min(text.count("("), 2),
        one.href,
    )


def _spelt_label(told: _LabelOfTokens) -> tuple[str, ...]:
    label, before, behind, flags, is_before, is_behind = told
    style = f"{bool(flags & BOLD):d}{bool(flags & ITALIC):d}{bool(flags & LINK):d}"
    lines = ("s" if is_before else "-") + ("s" if is_behind else "-")
    return (
        f"y={label}",
        f"y-1={before}",
        f"y+1={behind}",
        f"ys={label}{style}",
        f"il={lines}{label}",
    )


def _spelt_text(told: _TextOfTokens) -> tuple[str, ...]:
    names, commas, sentences, brackets, href = told
    return (f"rn={names}", f"cm={commas}{sentences}{brackets}", f"href={href or ''}")


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
    habits: Mapping[str, tuple[str, ...]],
) -> list[Column]:
    """What the first model said of the tokens, each with those around it, and with the habits of the page."""
    z = ["^", "^", *said, "$", "$"]
    usual: list[tuple[str, ...]] = []
    last = -1
    for i, token in enumerate(tokens):
        known = habits.get(labels[token.region], ())
        usual.append(
            _beside_habits(known, z[i + 2], z[i + 1], codes[i], is_first=token.region != last)
        )
        last = token.region
    return [
        Column("", [_window(*z[i : i + 5]) for i in range(len(said))]),
        Column("", usual),
    ]


@lru_cache(maxsize=20_000)
def _window(a: str, b: str, y: str, c: str, d: str) -> tuple[str, ...]:
    return (f"z={y}", f"z-1={b}", f"z+1={c}", f"z3={b}{y}{c}", f"z-2={a}{b}", f"z+2={c}{d}")


@lru_cache(maxsize=20_000)
def _beside_habits(
    known: tuple[str, ...], label: str, before: str, code: str, *, is_first: bool
) -> tuple[str, ...]:
    if not known:
        return ()
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
