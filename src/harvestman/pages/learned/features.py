"""What the models are told of a region: Kairos' classes R (its words and their shapes), L (word lists), S (style), and
what has been learned since: repeated structure, class names, the heading above, the kind of link.

Everything about a region is worked out once, as far as possible in groups that come back on every page and are remembered;
its neighbours get a short form of it. What the models get are columns (`chain.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from harvestman.pages.learned.chain import Column, ToldAt
from harvestman.pages.learned.decoding import Spell
from harvestman.pages.learned.lexica import (
    Counts,
    Word,
    known_words,
    names_run,
    remembered,
    tokens_of,
    words_of,
)
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
from harvestman.text.native import mypyc_attr

MAX_WORDS: Final = 80
"""Of a region; what is longer is running text, and its beginning tells as much."""
MAX_CHARACTERS: Final = 800
_SHORT_TEXT: Final = 150  # characters; what pages of a site have in common is no longer
_STYLE_NAMES: Final = (
    (BOLD, "b"), (ITALIC, "i"), (UNDERLINE, "u"), (LINK, "a"), (HEADING, "h"), (CELL, "td"), (HEAD_CELL, "th"),
    (ITEM, "li"), (PRE, "pre"), (QUOTED, "q"), (SMALL, "sm"), (NAVIGATION, "nav"),
)  # fmt: skip
# What begins with a digit, and looks back from there, is looked for at the digits alone.
_TIME: Final = re.compile(
    r"\d(?:(?<=\b\d)|(?<=\b\d\d))\s?(?:[:.h]\s?\d\d\b|[ap]\.?m\b)", re.IGNORECASE
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_PAGES: Final = re.compile(r"\b(?:pp?\.|pages?)\s?\d|\b\d+\s?[-–]\s?\d+\b|\bvol\b", re.IGNORECASE)
_NUMBERED: Final = 400  # characters in which times, years and pages are looked for
_FILE: Final = re.compile(
    r"\.(?:pdf|ps|doc|docx|ps\.gz|dvi|rtf)(?:\.gz|\.zip)?(?:[?#]|$)", re.IGNORECASE
)
_NAME_PARTS: Final = re.compile(r"[a-z]{3,}")
_HEADINGS: Final = {
    word[:7]: word
    for word in (
        "accepted papers paper program programme schedule session sessions poster posters demo demos talks presentations "
        "proceedings contents keynote keynotes invited speakers speaker tutorial tutorials panel committee committees chairs chair "
        "organizers organization organisation reviewers references bibliography publications literature participants attendees "
        "sponsors registration dates topics venue hotel travel submission submissions call news contact abstract abstracts workshop "
        "workshops articles editors past previous history awards breakfast lunch dinner break monday tuesday wednesday thursday friday"
    ).split()
}
_QUOTES: Final = "\"“”„«»'‘’`"


@mypyc_attr(acyclic=True)
class Sketch:
    """What one region amounts to."""

    __slots__ = (
        "above",
        "end",
        "heading",
        "href",
        "in_line",
        "in_record",
        "marks",
        "names",
        "region",
        "repeated",
        "separator",
        "signature",
        "text",
        "words",
    )

    def __init__(
        self,
        region: Region,
        text: TextRead,
        signature: str,
        marks: tuple[str, ...],
        end: str,
        separator: str,
        href: str | None,
    ) -> None:
        self.region, self.text = region, text
        self.words: list[Word] = text.words
        self.names: float = text.names
        """The share of names among its words."""
        self.signature = signature
        self.marks, self.end, self.separator, self.href = marks, end, separator, href
        self.heading = ""
        """The text of the heading above."""
        self.above: tuple[str, ...] = ()
        """What that heading and the page's title tell."""
        self.repeated = self.in_line = self.in_record = ""


@mypyc_attr(acyclic=True)
class TextRead:
    """What a text by itself amounts to; shared by all regions that have it. Sizes stand in groups of which there are few, so that nearly all come back."""

    __slots__ = (
        "ends",
        "kinds",
        "known",
        "lead",
        "length",
        "marks",
        "names",
        "runs",
        "shares",
        "titles",
        "trail",
        "words",
    )

    def __init__(self, text: str) -> None:
        words = words_of(text[:MAX_CHARACTERS])
        if len(words) > MAX_WORDS:
            del words[MAX_WORDS:]
        count = Counts(words)
        letters, commas = count.letters, count.commas
        lead, lead_end = names_run(words, backwards=False)
        trail, trail_end = names_run(words, backwards=True)
        lead, trail = BUCKETS[lead], BUCKETS[trail]
        first, last = SIZES[lead], SIZES[trail]
        many = share(count.names, letters)
        kinds = "".join([word.kind for word in words])
        marks = _marks(text, kinds)
        if letters and count.capitals == letters:
            marks.append("allcap")
        self.words, self.kinds = words, kinds
        """Its words, and a letter for the kind of each."""
        self.known = known_words(words)
        """Those of its words that the models know."""
        self.names = count.names / letters if letters else 0.0
        """The share of names among its words."""
        self.shares = _ALL_SHARES[many][share(count.places, letters)][share(count.small, letters)]
        """Of names, places and small words among all."""
        self.length = _ALL_LENGTHS[many][len(words)]
        """The share of names, and how many words there are."""
        self.titles = _ALL_TITLES[many][share(count.titles, letters)][commas if commas < 5 else 5]
        """The share of names and of words of titles, and how many commas there are."""
        self.ends = _ALL_ENDS[lead if lead < 3 else 3][trail if trail < 3 else 3]
        """How many names it begins and ends with."""
        self.lead, self.trail = first + lead_end, last + trail_end
        """How many names stand at the beginning and what ends them; the same from the end."""
        self.runs = f"{first}/{last}/{_LETTERS[letters]}"
        """Both numbers, with how many words there are."""
        self.marks = tuple(marks)


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
    return 1 + 5 * part // whole


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
        one.in_line = _PARTS[min(position, 4)][min(in_line[line], 5)]
        one.in_record = _PARTS[min(place, 6)][min(in_record[record], 7) if record else 0]
    return sketches


def _headings(words: list[str]) -> list[str]:
    """What a heading tells of what follows, in the few words that mean the same on every site; its words are in lower case."""
    return [known for word in words if (known := _HEADINGS.get(word[:7]))]


BUCKETS: Final = tuple(bucket(number) for number in range(MAX_WORDS + 1))
_LETTERS: Final = tuple(str(min(size, 14)) for size in BUCKETS)
SIZES: Final = tuple(str(size) for size in BUCKETS[:61])
"""Counts up to sixty as the few sizes that features have."""

# All groups of sizes that there are: each one is one object, which the columns are looked up by without looking at it.
_FIFTHS: Final = range(7)
_ALL_SHARES: Final = [[[(a, b, c) for c in _FIFTHS] for b in _FIFTHS] for a in _FIFTHS]
_ALL_LENGTHS: Final = [[(many, size) for size in BUCKETS] for many in _FIFTHS]
_ALL_TITLES: Final = [[[(a, b, c) for c in range(6)] for b in _FIFTHS] for a in _FIFTHS]
_ALL_ENDS: Final = [[(lead, trail) for trail in range(4)] for lead in range(4)]


_PARTS: Final = [[f"{place}/{whole}" for whole in range(8)] for place in range(7)]
"""The place of a region among those of its line or record."""


# What a page repeats, and the menus of a site's pages: less than a megabyte.
_read_short = remembered(1_000)(TextRead)


def _sketch(region: Region) -> Sketch:
    text = region.text
    known = _read_short(text) if len(text) <= _SHORT_TEXT else TextRead(text)
    marks, href = known.marks, None
    if region.supers:
        marks = (*marks, "sup")
    if region.anchor is not None:
        href = link_kind(region.anchor.href)
        marks = (*marks, "alla" if len(region.anchor.text) <= len(text) + 2 else "parta")
    end = text[-1]
    return Sketch(
        region,
        known,
        f"{region.path[-40:]}|{region.flags}|{region.colour}",
        marks,
        "w" if end.isalnum() else end,
        region.separator or ("_g" if region.glued else "_"),
        href,
    )


def _shares(shares: tuple[int, int, int]) -> tuple[str, ...]:
    names, places, small = shares
    return (f"N{names}", f"F{places}", f"S{small}", f"N{names}S{small}F{places}")


def _shares_beside(shares: tuple[int, int, int]) -> tuple[str, ...]:
    return _shares(shares)[:3]


def _shares_beyond(shares: tuple[int, int, int]) -> tuple[str, ...]:
    return _shares(shares)[:2]


def _length(length: tuple[int, int]) -> tuple[str, ...]:
    names, size = length
    return (f"len={size}", f"N{names}len={size}")


def _length_beside(length: tuple[int, int]) -> tuple[str, ...]:
    return _length(length)[:1]


def _titles(told: tuple[int, int, int]) -> tuple[str, ...]:
    names, titles, commas = told
    return (f"T{titles}", f"N{names}T{titles}c{min(commas, 3)}", f"c={commas}")


def _titles_beside(told: tuple[int, int, int]) -> tuple[str, ...]:
    return _titles(told)[:1]


def _names_at_ends(ends: tuple[int, int]) -> tuple[str, ...]:
    lead, trail = ends
    return (f"lt={lead}/{trail}",)


_MARKS: Final = '(;:@"“«'
_NAMES_OF_MARKS: Final = dict(zip(_MARKS, ("()", ";", ":", "@", *["quotes"] * 3), strict=True))
_DOTS: Final = tuple(f"dots={number}" for number in range(5))


def _marks(text: str, kinds: str) -> list[str]:
    """Punctuation, quotation marks, numbers and case."""
    found = ["and"] if " and " in text else []
    if "p" in kinds or len(kinds) == MAX_WORDS or len(text) > MAX_CHARACTERS:
        for mark in _MARKS:
            if mark in text:
                found.append(_NAMES_OF_MARKS[mark])
        if text[-1] == ")":
            found.append("()$")
        elif text[-1] == ":":
            found.append(":$")
        if text[0] in _QUOTES:
            found.append("quoted")
        elif text[0] == "(":
            found.append("^()")
    if "d" in kinds or "D" in kinds:
        found.append("num")
        found += _numbers(text if len(text) <= _NUMBERED else text[:_NUMBERED])
    if ". " in text:
        found.append(_DOTS[min(text.count(". "), 4)])
    if text.isupper():
        found.append("UP")
    elif text[0].islower():
        found.append("low")
    return found


def _numbers(text: str) -> list[str]:
    """What its numbers are: each pattern is tried where the text has the signs that it cannot do without."""
    found: list[str] = []
    if _TIME.search(text):
        found.append("time")
    if ("19" in text or "20" in text) and _YEAR.search(text):
        found.append("year")
    if _may_name_pages(text.lower()) and _PAGES.search(text):
        found.append("pages")
    return found


def _may_name_pages(lower: str) -> bool:
    """Whether a text has a sign that all numbers of pages and volumes are printed with."""
    return "-" in lower or "–" in lower or "p." in lower or "page" in lower or "vol" in lower


_styles: Final[dict[int, str]] = {}


def _style(flags: int) -> str:
    """The style of a region in a few letters."""
    known = _styles.get(flags)
    if known is None:
        known = "".join([name for flag, name in _STYLE_NAMES if flags & flag])
        _styles[flags] = known
    return known


def _tags(path: str) -> tuple[str, ...]:
    """Where a region stands: its last tags."""
    tags = [part.partition(".")[0] for part in path.rsplit(" ", 2)[-2:]]
    return (f"tag={tags[-1]}", f"tags={' '.join(tags)}")


def _classes(names: str) -> tuple[str, ...]:
    """The names of its classes. The same for all entries of a list."""
    return tuple([f"cls={name}" for name in _NAME_PARTS.findall(names)[:4]])


_Group = tuple[tuple[ToldAt, ...], tuple[ToldAt, ...]]
"""How a group of features is told: to whom the first model is told it, and to whom the second."""


def _group(own: Spell | None, beside: Spell, beyond: Spell | None = None) -> _Group:
    """What a region is told of itself; what those right before and behind are; and those beyond them, whom the second model does not ask."""
    near = [ToldAt(1, "-1:", beside), ToldAt(-1, "+1:", beside)]
    if own is not None:
        near.insert(0, ToldAt(0, "", own))
    far = [] if beyond is None else [ToldAt(2, "-2:", beyond), ToldAt(-2, "+2:", beyond)]
    return (*near, *far), tuple(near)


def _alone(name: str, *, beyond: bool) -> _Group:
    """What those around a region are told of it as it is told itself: a feature that stands for itself, or none."""
    near = (ToldAt(0, name), ToldAt(1, f"-1:{name}"), ToldAt(-1, f"+1:{name}"))
    far = (ToldAt(2, f"-2:{name}"), ToldAt(-2, f"+2:{name}")) if beyond else ()
    return (*near, *far), near


_SHARES: Final = _group(_shares, _shares_beside, _shares_beyond)
_LENGTH: Final = _group(_length, _length_beside, _length_beside)
_TITLES: Final = _group(_titles, _titles_beside)
_NAMES_AT_ENDS: Final = _group(None, _names_at_ends)
_STYLE: Final = _alone("st=", beyond=True)
_HREF: Final = _alone("href=", beyond=True)
_REPEATED: Final = _alone("rep=", beyond=True)
_SEPARATOR: Final = _alone("sep=", beyond=False)
_END: Final = _alone("e=", beyond=False)


@dataclass(slots=True)
class ToldOfRegions:
    """The columns of a page's regions."""

    groups: list[tuple[list[Any], _Group]]
    """What the regions around are told too."""
    others: list[Column]
    """What regions are told of themselves alone."""

    @property
    def first(self) -> list[Column]:
        """What the first model is told."""
        return [*(Column.of(values, first) for values, (first, _) in self.groups), *self.others]

    @property
    def plain(self) -> list[Column]:
        """What the second model is told too."""
        return [*(Column.of(values, second) for values, (_, second) in self.groups), *self.others]


def tell(sketches: list[Sketch]) -> ToldOfRegions:
    """The columns of all regions of a page."""
    texts = [one.text for one in sketches]
    return ToldOfRegions(
        [
            ([text.shares for text in texts], _SHARES),
            ([text.length for text in texts], _LENGTH),
            ([text.titles for text in texts], _TITLES),
            ([text.ends for text in texts], _NAMES_AT_ENDS),
            ([_style(one.region.flags) for one in sketches], _STYLE),
            ([one.href for one in sketches], _HREF),
            ([one.repeated for one in sketches], _REPEATED),
            ([one.separator for one in sketches], _SEPARATOR),
            ([one.end for one in sketches], _END),
        ],
        [
            Column("lr=", [text.lead for text in texts]),
            Column("tr=", [text.trail for text in texts]),
            Column("lt=", [text.runs for text in texts]),
            Column("", [one.region.path for one in sketches], _tags),
            Column("", [one.region.names for one in sketches], _classes),
            Column("", [one.above for one in sketches]),
            Column("k=", [text.kinds[:4] for text in texts]),
            Column("k5=", [text.kinds[:8] for text in texts]),
            Column("K=", [text.kinds[-3:] for text in texts]),
            Column("w=", [text.known for text in texts]),
            Column("l0=", [text.words[0].look if text.words else None for text in texts]),
            Column("w0=", [text.words[0].feature if text.words else None for text in texts]),
            Column("w-1=", [text.words[-1].feature if text.words else None for text in texts]),
            Column("", [one.marks for one in sketches]),
            Column("inl=", [one.in_line for one in sketches]),
            Column("inr=", [one.in_record for one in sketches]),
            Column("", _ends(len(sketches))),
        ],
    )


def _ends(size: int) -> list[tuple[str, ...]]:
    """Which region is the page's first, and which its last; and what is so of every region."""
    ends: list[tuple[str, ...]] = [("bias",)] * size
    if size:
        ends[0] = ("bias", "first")
        ends[-1] = (*ends[-1], "last")
    return ends
