"""Workshops, and the conferences they are held with, as far as the title itself shows them.

The JCDL paper leaves it as an open problem to tell conferences from the workshops beside them: a title often says it, with
"SOAP@PLDI 2015", "in conjunction with", "Held as Part of ... ETAPS 2014" or "workshop at".
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache

from harvestman.text import unaccent
from harvestman.text.vocabulary import vocabulary

# Two capitals or a digit, and the year if one follows: "ICSE", "LREC-COLING 2024", "RecSys '12".
_ACRONYM = r"[A-Z][\w&/*+-]{0,30}[A-Z\d][\w&/*+-]{0,30}(?: ?['’]?\d{2,4}\b)?"
# "PLAS@CCS 2018", "(DELITE) @ LREC-COLING 2024", "ARM@Middleware 2010"; "Learning @ Scale" is a name.
_AT = re.compile(rf"@\s?((?:{_ACRONYM}|[A-Z][a-z]{{2,30}} \d{{4}}\b))")
_ACRONYM_WITH_YEAR = re.compile(rf"(?<!\w){_ACRONYM}(?<=\d\d)")
_NAMED = re.compile(rf"\s+(?:the\s+)?({_ACRONYM})(?=(?<=\d)|\s*(?:[,;:()\[\].\x00]|$))")
_WORD = re.compile(r"[^\W\d_]{1,40}")
_STOP = re.compile(r"[,;()\[\]\x00]|(?<!\d)\.\s|\s[-–—]\s|$")
_MOST = 160  # characters from the phrase to the end of the host's name


@dataclass(frozen=True, slots=True)
class Colocation:
    """What a title shows of its standing: a workshop or not, its host event, and where the host is named."""

    is_workshop: bool
    host: str | None
    begin: int
    end: int


def find_colocation(title: str) -> Colocation:
    """Whether a title is a workshop's and with which event it says it was held."""
    lowered = title.lower()
    title_words = _WORD.findall(lowered)
    workshop = any(map(_means_workshop, title_words))
    if "@" in title and (match := _AT.search(title)):
        return Colocation(True, match.group(1), match.start(1), match.end(1))
    starts = _phrases_by_start()
    if len(lowered) == len(title):  # a few letters grow when lowered; then offsets would not fit
        for phrase in (p for word in title_words for p in starts.get(word, ())):
            at = lowered.find(phrase)
            if at >= 0 and lowered[at + len(phrase) : at + len(phrase) + 1].isspace():
                host = _host(title, at + len(phrase))
                if host is not None:
                    return Colocation(workshop, title[host[0] : host[1]], *host)
    return Colocation(workshop, None, 0, 0)


@lru_cache(maxsize=32_768)
def _means_workshop(word: str) -> bool:
    return unaccent(word) in vocabulary().workshops


def _host(title: str, begin: int) -> tuple[int, int] | None:
    """The span of the host's name behind a phrase: its acronym if one follows, else the words up to a break."""
    near = title[begin : begin + _MOST]
    named = _NAMED.match(near)
    if named:
        return begin + named.start(1), begin + named.end(1)
    acronym = _ACRONYM_WITH_YEAR.search(near)
    if acronym:
        return begin + acronym.start(), begin + acronym.end()
    stop = _STOP.search(near)
    end = stop.start() if stop else len(near)
    name = near[:end].strip()
    # Behind "within" or "held at" may stand anything: an event says what it is.
    events = vocabulary().events
    if not any(map(str.isupper, name)) or events.isdisjoint(map(unaccent, _WORD.findall(name))):
        return None
    start = begin + near.index(name)
    return start, start + len(name)


@cache
def _phrases_by_start() -> dict[str, list[str]]:
    """The phrases by their first word, longest first: "held as part of" before "held at"."""
    starts: dict[str, list[str]] = defaultdict(list)
    for phrase in sorted(vocabulary().colocated, key=lambda phrase: (-len(phrase), phrase)):
        starts[_WORD.findall(phrase)[0]].append(phrase)
    return dict(starts)
