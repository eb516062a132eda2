"""The words, parts and years of a line: what whole sites are judged by (`crawl/editions.py`), without the readers that `naming.py` takes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from harvestman.pages.events.words import event_words
from harvestman.text import squeeze, unaccent

MAX_LINE: Final = 400
EDGES: Final = " \t.,;:!?-–—_*|/\\·•@&"
AHEAD: Final = 3  # years: sites are put up before their event
_OLDEST: Final = 1980
_YEAR: Final = re.compile(
    r"[12](?<![\d.,/].)(?:(?<=1)9[89]|(?<=2)0[0-4])\d(?![\d]|[.,/]\d)"
)  # the first digit first: so the search passes over all else
# Of texts with single blanks. All begins with a blank or one of two signs: so the search passes over words.
_PARTS: Final = re.compile(r" (?:[-–—|·•»:/]+ |[|·•»]+ ?|:: ?)|:(?: |: ?)|\| ?")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_ORDINAL: Final = re.compile(
    r"\d{1,3}(?:st|nd|rd|th|º|ª|°|o|a|er|eme|e|ste|ja|ya|я|й|ая|ый)?|[ivxl]{1,6}"
)


def telling_words(name: str) -> tuple[str, ...]:
    """The words of a name that tell it from other events: without "international", "conference", numbers and years."""
    return tuple([word for word in _WORD.findall(unaccent(name)) if _tells(word)])


@lru_cache(maxsize=8_192)  # of a conference's pages and of those of others: half a megabyte
def _tells(word: str) -> bool:
    """Whether a folded word tells one event from others."""
    words = event_words()
    return not (
        is_empty(word)
        or words.noun.fullmatch(word)
        or _ORDINAL.fullmatch(word)
        or _YEAR.fullmatch(word)
    )


@lru_cache(maxsize=4_096)
def is_empty(word: str) -> bool:
    """Whether a folded word tells nothing, as "of" and "international"."""
    return event_words().empty.fullmatch(word) is not None


def title_parts(text: str) -> list[str]:
    """The parts of a page's title: "Accepted papers | LEGS 2014" has two."""
    parts = _PARTS.split(squeeze(text)[:MAX_LINE])
    return [bare for part in parts if (bare := part.strip(EDGES))]


def without_year(text: str, *, now: int) -> tuple[str, int]:
    """A text without the year in it, and the year; 0 where it has none or several."""
    year = only_year(text, now)
    if not year:
        return text.strip(EDGES), 0
    return squeeze(_YEAR.sub(" ", text)).strip(EDGES + "()[]"), year


def is_year(number: int, now: int) -> bool:
    """Whether an event of this year may have a site."""
    return _OLDEST <= number <= now + AHEAD


def only_year(text: str, now: int) -> int:
    """The one year that a text names; 0 where it names none or several."""
    years = {int(match) for match in _YEAR.findall(text)}
    years = {year for year in years if is_year(year, now)}
    return years.pop() if len(years) == 1 else 0
