"""What the models are told of a region: Kairos' classes R (its words and their shapes), L (word lists), S (style), and
what has been learned since: repeated structure, class names, the heading above, the kind of link.

Everything about a region is worked out once, as far as possible in groups that come back on every page and are remembered;
its neighbours get a short form of it. What the models get are columns (`chain.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from harvestman.pages.learned.chain import Column
from harvestman.pages.learned.lexica import Word, read_words, remembered, tokens_of
from harvestman.pages.learned.looks import (
    BOLD,
    CELL,
    HEAD_CELL,
    HEADING,
    ITALIC,
    ITEM,
    LINK,
    NAVIGATION,
    PRE,
    QUOTED,
    SMALL,
    UNDERLINE,
)
from harvestman.pages.learned.regions import Region, Regions

_MAX_TOKENS = 80  # of a region; what is longer is running text, and its beginning tells as much
_MAX_CHARACTERS = 800
_SHORT_TEXT = 150  # characters; what pages of a site have in common is no longer
_STYLE_NAMES = (
    (BOLD, "b"), (ITALIC, "i"), (UNDERLINE, "u"), (LINK, "a"), (HEADING, "h"), (CELL, "td"), (HEAD_CELL, "th"),
    (ITEM, "li"), (PRE, "pre"), (QUOTED, "q"), (SMALL, "sm"), (NAVIGATION, "nav"),
)  # fmt: skip
_TIME = re.compile(r"\b\d{1,2}\s?[:.h]\s?\d\d\b|\b\d{1,2}\s?[ap]\.?m\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_PAGES = re.compile(r"\b(?:pp?\.|pages?)\s?\d|\b\d+\s?[-–]\s?\d+\b|\bvol\b", re.IGNORECASE)
_NUMBERS = (("time", _TIME), ("year", _YEAR), ("pages", _PAGES))
_FILE = re.compile(r"\.(?:pdf|ps|doc|docx|ps\.gz|dvi|rtf)(?:\.gz|\.zip)?(?:[?#]|$)", re.IGNORECASE)
_NAME_PARTS = re.compile(r"[a-z]{3,}")
_HEADINGS = {
    word[:7]: word
    for word in (
        "accepted papers paper program programme schedule session sessions poster posters demo demos talks presentations "
        "proceedings contents keynote keynotes invited speakers speaker tutorial tutorials panel committee committees chairs chair "
        "organizers organization organisation reviewers references bibliography publications literature participants attendees "
        "sponsors registration dates topics venue hotel travel submission submissions call news contact abstract abstracts workshop "
        "workshops articles editors past previous history awards breakfast lunch dinner break monday tuesday wednesday thursday friday"
    ).split()
}
_QUOTES = "\"“”„«»'‘’`"


@dataclass(slots=True)
class Sketch:
    """What one region amounts to."""

    region: Region
    words: list[Word]
    signature: str
    names: float
    """The share of names among its words."""
    shape: Shape
    kinds: str
    runs: tuple[str, ...]
    marks: tuple[str, ...]
    end: str
    separator: str
    href: str | None
    heading: str = ""
    """The text of the heading above."""
    above: tuple[str, ...] = ()
    """What that heading and the page's title tell."""
    repeated: str = ""
    in_line: str = ""
    in_record: str = ""


class Shape(NamedTuple):
    """Words by their kinds, as features."""

    own: tuple[str, ...]
    short: tuple[str, ...]
    shorter: tuple[str, ...]


def bucket(number: int) -> int:
    """A count as one of few sizes."""
    return (
        number
        if number < 4
        else 4
        if number < 6
        else 6
        if number < 9
        else 9
        if number < 14
        else 14
        if number < 25
        else 25
        if number < 60
        else 60
    )


def share(part: int, whole: int) -> int:
    """A share in fifths, with the ends apart."""
    if not whole or not part:
        return 0
    if part >= whole:
        return 6
    return 1 + int(5 * part / whole)


def link_kind(href: str) -> str:
    """What a link leads to."""
    if not href:
        return "none"
    low = href.lower()
    if low.startswith("#"):
        return "here"
    if low.startswith("mailto"):
        return "mail"
    if _FILE.search(low):
        return "file"
    if "doi" in low or "acm.org" in low or "ieee" in low or "springer" in low or "arxiv" in low:
        return "doi"
    return "far" if "://" in low else "near"


def sketch(page: Regions) -> list[Sketch]:
    """All regions of a page with what they amount to, the page's repetition and headings taken into account."""
    sketches = [_sketch(region) for region in page.regions]
    repeated = Counter([one.signature for one in sketches])
    in_line = Counter([region.line for region in page.regions])
    in_record = Counter([region.record for region in page.regions])
    title = tuple(
        f"pt={word}" for word in _headings([token.lower() for token in tokens_of(page.title)[:30]])
    )
    above = title
    level_text = ""
    last_line = last_record = -1
    position = place = 0
    for one in sketches:
        region = one.region
        line, record, flags = region.line, region.record, region.flags
        if flags & HEADING or (flags & BOLD and in_line[line] == 1 and len(one.words) <= 8):
            if words := _headings([word.lower for word in one.words]):
                above = (*(f"hd={word}" for word in words), *title)
                level_text = region.text
            elif flags & HEADING:
                above = ("hd=", *title)
        one.heading = level_text
        one.above = above
        position = position + 1 if line == last_line else 0
        place = place + 1 if record and record == last_record else 0
        last_line, last_record = line, record
        one.repeated = SIZES[min(repeated[one.signature], 60)]
        one.in_line = _part(min(position, 4), min(in_line[line], 5))
        one.in_record = _part(min(place, 6), min(in_record[record], 7) if record else 0)
    return sketches


def _headings(words: Sequence[str]) -> list[str]:
    """What a heading tells of what follows, in the few words that mean the same on every site; its words are in lower case."""
    return [known for word in words if (known := _HEADINGS.get(word[:7]))]


SIZES = tuple(str(bucket(number)) for number in range(61))
"""Counts up to sixty as the few sizes that features have."""


@lru_cache(maxsize=1_000)
def _part(place: int, whole: int) -> str:
    return f"{place}/{whole}"


class _Reading(NamedTuple):
    """What a text by itself amounts to; the lists are shared by all regions that have it."""

    words: list[Word]
    names: float
    shape: Shape
    kinds: str
    runs: tuple[str, ...]
    marks: tuple[str, ...]


def _read_text(text: str) -> _Reading:
    words, kinds, lexicon = read_words(text, characters=_MAX_CHARACTERS, most=_MAX_TOKENS)
    letters = len(words) - kinds.count("p") - kinds.count("d") - kinds.count("D")
    initials = kinds.count("i")
    names = initials + lexicon.count("N")
    small = kinds.count("s") + kinds.count("l")
    lead, lead_end = _names_run(words)
    trail, trail_end = _names_run(words[::-1])
    marks = _marks(text, kinds)
    if letters and kinds.count("C") + kinds.count("U") + kinds.count("M") + initials == letters:
        marks.append("allcap")
    return _Reading(
        words,
        names / letters if letters else 0.0,
        _shape(
            names, lexicon.count("t"), lexicon.count("f"), small, letters, len(words), _commas(text, words),
            min(lead, 3), min(trail, 3),
        ),
        kinds,
        _runs(lead, lead_end, trail, trail_end, letters),
        tuple(marks),
    )  # fmt: skip


def _commas(text: str, words: Sequence[Word]) -> int:
    if len(words) < _MAX_TOKENS:
        return text.count(",", 0, _MAX_CHARACTERS)
    return [word.lower for word in words].count(",")


_read_short = remembered(4_000)(_read_text)  # the menus of a site's pages: two or three megabytes


def _sketch(region: Region) -> Sketch:
    text = region.text
    known = _read_short(text) if len(text) <= _SHORT_TEXT else _read_text(text)
    marks, href = known.marks, None
    if region.supers:
        marks = (*marks, "sup")
    if region.anchor is not None:
        href = link_kind(region.anchor.href)
        marks = (*marks, "alla" if len(region.anchor.text) <= len(text) + 2 else "parta")
    end = text[-1]
    return Sketch(
        region,
        known.words,
        f"{region.path[-40:]}|{region.flags}|{region.colour}",
        known.names,
        known.shape,
        known.kinds,
        known.runs,
        marks,
        "w" if end.isalnum() else end,
        region.separator or ("_g" if region.glued else "_"),
        href,
    )


@lru_cache(maxsize=10_000)
def _shape(
    names: int, titles: int, places: int, small: int, letters: int, size: int, commas: int,
    lead: int, trail: int,
) -> Shape:  # fmt: skip
    n = f"N{share(names, letters)}"
    t = f"T{share(titles, letters)}"
    f = f"F{share(places, letters)}"
    s = f"S{share(small, letters)}"
    length = f"len={bucket(size)}"
    own = (
        n, t, f, s, length, f"{n}{s}{f}", f"{n}{length}", f"{n}{t}c{min(commas, 3)}", f"c={min(commas, 5)}",
    )  # fmt: skip
    return Shape(own, (n, t, f, s, length, f"lt={lead}/{trail}"), (n, f, length))


@lru_cache(maxsize=10_000)
def _runs(lead: int, lead_end: str, trail: int, trail_end: str, letters: int) -> tuple[str, ...]:
    return (
        f"lr={lead}{lead_end}",
        f"tr={trail}{trail_end}",
        f"lt={lead}/{trail}/{min(bucket(letters), 14)}",
    )


def _known_words(words: Sequence[Word]) -> list[str]:
    """The words of the region that the models know."""
    return list({word.lower: None for word in words[:40] if word.known})


_MARKS = {
    " and ": "and", "(": "()", ";": ";", ":": ":", "@": "@", '"': "quotes", "“": "quotes", "«": "quotes",
}  # fmt: skip
_EDGES = {")": "()$", ":": ":$"}


def _marks(text: str, kinds: str) -> list[str]:
    """Punctuation, quotation marks, numbers and case."""
    found = [feature for mark, feature in _MARKS.items() if mark in text]
    if text[-1] in _EDGES:
        found.append(_EDGES[text[-1]])
    if text[0] in _QUOTES:
        found.append("quoted")
    if text[0] == "(":
        found.append("^()")
    if "d" in kinds or "D" in kinds:
        found.append("num")
        found += [name for name, pattern in _NUMBERS if pattern.search(text, 0, 400)]
    if ". " in text:
        found.append(f"dots={min(text.count('. '), 4)}")
    if text.isupper():
        found.append("UP")
    elif text[0].islower():
        found.append("low")
    return found


@lru_cache(maxsize=10_000)
def _style(flags: int) -> str:
    return "st=" + "".join([name for flag, name in _STYLE_NAMES if flags & flag])


@lru_cache(maxsize=10_000)
def _structure(path: str, names: str) -> tuple[str, ...]:
    """Where a region stands: its tags and the names of its classes. The same for all entries of a list."""
    tags = [part.partition(".")[0] for part in path.rsplit(" ", 2)[-2:]]
    classes = [f"cls={name}" for name in _NAME_PARTS.findall(names)[:4]]
    return (f"tag={tags[-1]}", f"tags={' '.join(tags)}", *classes)


@lru_cache(maxsize=20_000)
def _dress(
    flags: int, separator: str, end: str, href: str | None, repeated: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How a region is set apart and printed; and the half of it that is told to the second next."""
    style, again = _style(flags), f"rep={repeated}"
    link = () if href is None else (f"href={href}",)
    return (f"sep={separator}", style, f"e={end}", again, *link), (style, again, *link)


def _names_run(words: Sequence[Word]) -> tuple[int, str]:
    """How many names stand at the beginning without a break, and what ends them: "Ann Lee, Bo Li. A title" is (4, ".l")."""
    count = 0
    last = ""
    for place, word in enumerate(words[:60]):
        kind = word.kind
        if kind == "p":
            last = word.lower
            if count and last in '.:-–—/|"“”':
                following = words[place + 1].kind if place + 1 < len(words) else "$"
                return bucket(count), last + following
            continue
        if word.is_name:
            count += 1
            last = ""
        elif not count and kind in "dD" and place < 6:
            continue
        elif word.lower in _JOINING:
            last = ""
        else:
            return bucket(count), last + kind
    return bucket(count), "$"


_JOINING = frozenset(
    "and und et y van von der den de del della di da dos das du la le al bin by".split()
)


@dataclass(slots=True)
class Told:
    """The columns of a page's regions."""

    own: list[Column]
    next_door: list[Column]
    """The short forms of the regions before and behind."""
    beyond: list[Column]
    """Still shorter forms of the two beyond these."""

    @property
    def first(self) -> list[Column]:
        """What the first model is told."""
        return [*self.own, *self.next_door, *self.beyond]


def tell(sketches: Sequence[Sketch]) -> Told:
    """The columns of all regions of a page."""
    size = len(sketches)
    dresses = [
        _dress(one.region.flags, one.separator, one.end, one.href, one.repeated) for one in sketches
    ]
    dressed = [dress for dress, _ in dresses]
    shapes = [one.shape for one in sketches]
    own = [
        Column("", [shape.own for shape in shapes]),
        Column("", dressed),
        Column("", [one.runs for one in sketches]),
        Column("", [_structure(one.region.path, one.region.names) for one in sketches]),
        Column("", [one.above for one in sketches]),
        Column("", [one.kinds[:8] for one in sketches], _first_kinds),
        Column("K=", [one.kinds[-3:] for one in sketches]),
        Column("w=", [_known_words(one.words) for one in sketches]),
        Column("l0=", [one.words[0].look if one.words else None for one in sketches]),
        Column("w0=", [one.words[0].feature if one.words else None for one in sketches]),
        Column("w-1=", [one.words[-1].feature if one.words else None for one in sketches]),
        Column("", [one.marks for one in sketches]),
        Column("", [(one.in_line, one.in_record) for one in sketches], _parts),
    ]
    short = [shape.short for shape in shapes]
    next_door = [
        *_beside(short, 1),
        *_beside(dressed, 1),
        Column("", _ends(size)),
    ]
    beyond = [
        *_beside([shape.shorter for shape in shapes], 2),
        *_beside([half for _, half in dresses], 2),
    ]
    return Told(own, next_door, beyond)


def _first_kinds(kinds: str) -> tuple[str, ...]:
    return (f"k={kinds[:4]}", f"k5={kinds}")


def _parts(place: tuple[str, str]) -> tuple[str, ...]:
    """The place of a region in its line and in its record; and what is so of every region."""
    in_line, in_record = place
    return (f"inl={in_line}", f"inr={in_record}", "bias")


def _ends(size: int) -> list[tuple[str, ...]]:
    """Which region is the page's first, and which its last."""
    ends: list[tuple[str, ...]] = [()] * size
    if size:
        ends[0] = ("first",)
        ends[-1] = (*ends[-1], "last")
    return ends


def _beside(values: Sequence[tuple[str, ...]], distance: int) -> list[Column]:
    """What the regions so far before and behind are told of themselves."""
    none: list[tuple[str, ...]] = [()] * min(distance, len(values))
    return [
        Column(f"-{distance}:", [*none, *values[:-distance]]),
        Column(f"+{distance}:", [*values[distance:], *none]),
    ]
