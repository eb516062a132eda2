"""The words, parts and years of a line: what whole sites are judged by (`crawl/editions.py`), without the readers that `naming.py` takes."""

from __future__ import annotations

import re
from typing import Final

from harvestman.pages.events.words import event_words
from harvestman.text import squeeze, unaccent

MAX_LINE: Final = 400
EDGES: Final = " \t.,;:!?-–—_*|/\\·•@&"
AHEAD: Final = 3  # years: sites are put up before their event
_OLDEST: Final = 1980
_YEAR: Final = re.compile(r"(?<![\d.,/])(?:19[89]\d|20[0-4]\d)(?![\d]|[.,/]\d)")
_PARTS: Final = re.compile(
    r"(?<!\s)\s+[-–—|·•»:/]+\s+|(?<!\s)\s+[|·•»]+\s*|:\s+|\s?::\s?|\s?\|\s?|\s{3,}"
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_ORDINAL: Final = re.compile(
    r"\d{1,3}(?:st|nd|rd|th|º|ª|°|o|a|er|eme|e|ste|ja|ya|я|й|ая|ый)?|[ivxl]{1,6}"
)


def telling_words(name: str) -> tuple[str, ...]:
    """The words of a name that tell it from other events: without "international", "conference", numbers and years."""
    words = event_words()
    return tuple(
        word
        for word in _WORD.findall(unaccent(name))
        if not words.empty.fullmatch(word)
        and not words.noun.fullmatch(word)
        and not _ORDINAL.fullmatch(word)
        and not _YEAR.fullmatch(word)
    )


def title_parts(text: str) -> list[str]:
    """The parts of a page's title: "Accepted papers | LEGS 2014" has two."""
    parts = (part.strip(EDGES) for part in _PARTS.split(squeeze(text)[:MAX_LINE]))
    return [part for part in parts if part]


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
