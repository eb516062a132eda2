"""Citation keys: family name, year and first title word in plain ASCII, as in `ruiz2018automatic`; the next one of the
same is `ruiz2018automaticb`. The same papers in the same order always get the same keys."""

from __future__ import annotations

import re

from harvestman.formats.fields import clean, date_parts
from harvestman.formats.people import person
from harvestman.model import Paper
from harvestman.text import romanise, words

_MAX_PART = 30  # characters of a name or word; enough for the longest real ones
# Articles say nothing; the word after them does.
_ARTICLES = frozenset(
    "a an the el la los las un una o os as le les der die das ein eine il lo".split()
)


def to_ascii(text: str) -> str:
    """Lower-case ASCII letters and digits of a text; what has no transliteration here is left out."""
    return re.sub(r"[^a-z0-9]", "", romanise(text))


class CitationKeys:
    """Gives each paper of one file its key, no key twice."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._counts: dict[str, int] = {}

    def key(self, paper: Paper) -> str:
        """The key of the next paper."""
        return self.own(_base_key(paper))

    def own(self, base: str) -> str:
        """The next key that begins so."""
        while True:
            count = self._counts.get(base, 0)
            self._counts[base] = count + 1
            key = base + _suffix(count)
            if key not in self._given:  # "lee2020a" + "b" may be another paper's own key
                self._given.add(key)
                return key


def _base_key(paper: Paper) -> str:
    year = str(parts[0]) if (parts := date_parts(paper)) else ""
    return (_first_author(paper) or "anon") + re.sub(r"\D", "", year) + _first_word(paper.title)


def _first_author(paper: Paper) -> str:
    if not paper.authors:
        return ""
    name = clean(paper.authors[0].name)
    parsed = person(name, paper.authors[0].family)
    return to_ascii(parsed.family if parsed else name)[:_MAX_PART]


def _first_word(title: str) -> str:
    candidates = [ascii_word for word in words(title)[:20] if (ascii_word := to_ascii(word))]
    telling = [word for word in candidates if word not in _ARTICLES] or candidates
    return telling[0][:_MAX_PART] if telling else ""


def _suffix(count: int) -> str:
    """The ending of the n-th equal key: none, b, c, …, z, ba, bb, …"""
    letters = ""
    while count:
        count, digit = divmod(count, 26)
        letters = chr(ord("a") + digit) + letters
    return letters
