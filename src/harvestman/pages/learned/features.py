"""What the models are told of a region: the seed's classes R (its words and their shapes), L (word lists), S (style), and
what has been learned since: repeated structure, class names, the heading above, the kind of link.

Everything about a region is worked out once; its neighbours get a short form of it. A model's features are plain strings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from harvestman.pages.learned.lexica import Word, look_up, tokens_of
from harvestman.pages.learned.regions import (
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
    Region,
    Regions,
)

_MAX_TOKENS = 80  # of a region; what is longer is running text, and its beginning tells as much
_MAX_CHARACTERS = 800
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
    tokens: list[str]
    words: list[Word]
    own: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    signature: str = ""
    heading: str = ""
    names: float = 0.0


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
    """All regions of a page with their own features, the page's repetition and headings taken into account."""
    sketches = [_sketch(region) for region in page.regions]
    repeated = Counter(one.signature for one in sketches)
    in_line = Counter(one.region.line for one in sketches)
    in_record = Counter(one.region.record for one in sketches)
    title = [f"pt={word}" for word in _headings(tokens_of(page.title)[:30])]
    heading: list[str] = []
    level_text = ""
    last_line = last_record = -1
    position = place = 0
    for one in sketches:
        region = one.region
        if region.flags & HEADING or (
            region.flags & BOLD and in_line[region.line] == 1 and len(one.tokens) <= 8
        ):
            if words := _headings(one.tokens):
                heading = [f"hd={word}" for word in words]
                level_text = region.text
            elif region.flags & HEADING:
                heading = ["hd="]
        one.heading = level_text
        position = position + 1 if region.line == last_line else 0
        place = place + 1 if region.record and region.record == last_record else 0
        last_line, last_record = region.line, region.record
        own = one.own
        own += heading
        own += title
        own.append(f"rep={bucket(repeated[one.signature])}")
        own.append(f"inl={min(position, 4)}/{min(in_line[region.line], 5)}")
        own.append(
            f"inr={min(place, 6)}/{min(in_record[region.record], 7) if region.record else 0}"
        )
        one.short.append(f"rep={bucket(repeated[one.signature])}")
    return sketches


def _headings(tokens: Sequence[str]) -> list[str]:
    """What a heading tells of what follows, in the few words that mean the same on every site."""
    return [word for token in tokens if (word := _HEADINGS.get(token.lower()[:7]))]


def _sketch(region: Region) -> Sketch:
    tokens = tokens_of(region.text[:_MAX_CHARACTERS])[:_MAX_TOKENS]
    words = [look_up(token) for token in tokens]
    one = Sketch(region, tokens, words)
    kinds = "".join([word.kind for word in words])
    letters = len(words) - kinds.count("p") - kinds.count("d") - kinds.count("D")
    lexicon = "".join([word.lexicon for word in words])
    initials = kinds.count("i")
    names = initials + sum(["n" in word.lexicon and word.kind in "CUM" for word in words])
    small = kinds.count("s") + kinds.count("l")
    one.names = names / letters if letters else 0.0
    one.signature = f"{region.path[-40:]}|{region.flags}|{region.colour}"
    end = region.text[-1]
    n = f"N{share(names, letters)}"
    t = f"T{share(lexicon.count('t'), letters)}"
    f = f"F{share(lexicon.count('f'), letters)}"
    s = f"S{share(small, letters)}"
    size = f"len={bucket(len(words))}"
    separator = region.separator or ("_g" if region.glued else "_")
    lead, lead_end = _names_run(words)
    trail, trail_end = _names_run(words[::-1])
    one.short = [
        n,
        t,
        f,
        s,
        size,
        f"sep={separator}",
        _style(region.flags),
        f"e={'w' if end.isalnum() else end}",
    ]
    if region.anchor is not None:
        one.short.append(f"href={link_kind(region.anchor.href)}")
    commas = tokens.count(",")
    one.own = [
        *one.short,
        f"{n}{s}{f}",
        f"{n}{size}",
        f"{n}{t}c{min(commas, 3)}",
        f"c={min(commas, 5)}",
        f"k={kinds[:4]}",
        f"k5={kinds[:8]}",
        f"K={kinds[-3:]}",
        f"lr={lead}{lead_end}",
        f"tr={trail}{trail_end}",
        f"lt={lead}/{trail}/{min(bucket(letters), 14)}",
        *_known_words(words),
        *_marks(region.text, kinds),
        *_structure(region.path, region.names),
    ]
    if letters and kinds.count("C") + kinds.count("U") + kinds.count("M") + initials == letters:
        one.own.append("allcap")
    if region.supers:
        one.own.append("sup")
    if region.anchor is not None:
        one.own.append("alla" if len(region.anchor.text) <= len(region.text) + 2 else "parta")
    one.short.append(f"lt={min(lead, 3)}/{min(trail, 3)}")
    return one


def _known_words(words: Sequence[Word]) -> list[str]:
    """The words of the region that the models know; the first and the last one apart."""
    if not words:
        return []
    found = [f"w={lower}" for lower in {word.lower: None for word in words[:40] if word.known}]
    first, last = words[0], words[-1]
    found.append(f"l0={first.lexicon}{first.kind}")
    if first.known:
        found.append(f"w0={first.lower}")
    if last.known:
        found.append(f"w-1={last.lower}")
    return found


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


def _names_run(words: Sequence[Word]) -> tuple[int, str]:
    """How many names stand at the beginning without a break, and what ends them: "Ann Lee, Bo Li. A title" is (4, ".l")."""
    count = 0
    last = ""
    for place, word in enumerate(words[:60]):
        kind = word.kind
        if kind == "p":
            last = word.lower
            if last in '.:-–—/|"“”' and count:
                following = words[place + 1].kind if place + 1 < len(words) else "$"
                return bucket(count), last + following
            continue
        if kind == "i" or (kind in "CUM" and "n" in word.lexicon):
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
_PREFIXED: dict[str, tuple[str, str, str, str]] = {}


def _prefixed(feature: str) -> tuple[str, str, str, str]:
    known = _PREFIXED.get(feature)
    if known is None:
        if len(_PREFIXED) > 100_000:
            _PREFIXED.clear()
        known = _PREFIXED[feature] = (
            "-2:" + feature,
            "-1:" + feature,
            "+1:" + feature,
            "+2:" + feature,
        )
    return known


def with_neighbours(sketches: Sequence[Sketch]) -> list[list[str]]:
    """For each region its own features, the short forms of the two beside it, and half of those of the two beyond."""
    shorts = [[_prefixed(feature) for feature in one.short] for one in sketches]
    before = [[p[0] for p in short[::2]] for short in shorts]
    last = [[p[1] for p in short] for short in shorts]
    following = [[p[2] for p in short] for short in shorts]
    behind = [[p[3] for p in short[::2]] for short in shorts]
    items = []
    end = len(sketches) - 1
    for place, one in enumerate(sketches):
        features = ["bias", *one.own]
        if place > 0:
            features += last[place - 1]
            if place > 1:
                features += before[place - 2]
        else:
            features.append("first")
        if place < end:
            features += following[place + 1]
            if place + 1 < end:
                features += behind[place + 2]
        else:
            features.append("last")
        items.append(features)
    return items


def next_door(sketches: Sequence[Sketch]) -> list[list[str]]:
    """For each region the short forms of the one before and the one behind it."""
    shorts = [[_prefixed(feature) for feature in one.short] for one in sketches]
    last = [[p[1] for p in short] for short in shorts]
    following = [[p[2] for p in short] for short in shorts]
    return [
        (last[place - 1] if place else [])
        + (following[place + 1] if place + 1 < len(sketches) else [])
        for place in range(len(sketches))
    ]
