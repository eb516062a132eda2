"""Whether texts may be titles, by their length and marks and by what they name: no word of a title is known."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import cache, lru_cache
from statistics import median
from typing import Final

from harvestman.pages.learned.links import is_label
from harvestman.pages.learned.name_lists import is_institution
from harvestman.pages.wording import pattern, words_for

_FEW_INSTITUTIONS: Final = 0.4
_MOST_TITLES: Final = 0.75
_FEW_WORDS: Final = 3  # that half of the titles have at least
_MAX_TITLE: Final = 300
_MIN_WORDS: Final = 2
_MAX_WORDS: Final = 45
_FEW_FOR_ROOM: Final = (
    4  # words: "Blue Room, DPI" is one, "Echoes of a Room that is not there" a title
)
_FEW_FOR_PROSE: Final = 12
_FEW_FOR_TIME: Final = 4
_LETTERS: Final = string.ascii_letters.encode()
_BEGINNING: Final = 5  # letters of a word
_CLOCK: Final = re.compile(r"\d{1,2}\s?[:.h]\s?\d\d")
_SENTENCES: Final = re.compile(r"[^\W\d_]{3}[.!]\s+[^\W\d_]")
_NO_BEGINNING: Final = re.compile(r"\d{4}-\d\d-\d\d|\W*+[,;)]|[(\[][^()\[\]]*[)\]]\W*$")
_ADDRESS: Final = re.compile(r"\w@\w+\.\w|\(at\)|\sat\s\w+\.\w|https?:|www\.|[$€£]\s?\d")
_ADDRESS_SIGNS: Final = ("@", "(at)", " at ", "http", "www.", "$", "€", "£")


def are_title_texts(texts: Sequence[str]) -> bool:
    """Whether texts are titles by their length, their difference and what they name."""
    size = len(texts)
    if len(set(texts)) < 0.9 * size:
        return False
    if median([len(text.split(None, 2 * _FEW_WORDS)) for text in texts]) < _FEW_WORDS:
        return False
    if sum([is_institution(text) for text in texts]) > _FEW_INSTITUTIONS * size:
        return False
    left = size  # titles that there may be
    for text in texts:
        if not is_title_text(text):
            left -= 1
            if left < _MOST_TITLES * size:
                return False
    return True


@lru_cache(maxsize=2_000)  # asked of a column, then of each of its texts
def is_title_text(text: str) -> bool:
    """Whether a text may be a title by its length and marks: no sentences, addresses, prices, rooms or chairs."""
    words = text.split(None, _MAX_WORDS) if len(text) <= _MAX_TITLE else []
    if not _MIN_WORDS <= len(words) <= _MAX_WORDS or is_label(text):
        return False
    if not words[0].isalpha() and _NO_BEGINNING.match(text):
        return False
    if _names_chair(text, words) or _has_address(text):
        return False
    if len(words) <= _FEW_FOR_ROOM and _names_room(text):
        return False
    if _is_prose(text) if len(words) > _FEW_FOR_PROSE else _is_time(text, words):
        return False
    return 2 * _letters(text) >= len(text)


def _has_address(text: str) -> bool:
    """Whether a text has an address or a price."""
    for sign in _ADDRESS_SIGNS:
        if sign in text:
            return _ADDRESS.search(text) is not None
    return False


def _is_prose(text: str) -> bool:
    """Whether a text ends as a sentence does, or two sentences end within it."""
    if text.endswith("."):
        return True
    return text.count(".") + text.count("!") > 1 and len(_SENTENCES.findall(text)) > 1


def _is_time(text: str, words: list[str]) -> bool:
    """Whether a text is hardly more than a time."""
    return len(words) < _FEW_FOR_TIME and _CLOCK.search(text) is not None


def _letters(text: str) -> int:
    """How many letters there are."""
    if text.isascii():
        return len(text) - len(text.encode("ascii").translate(None, _LETTERS))
    return sum([letter.isalpha() for letter in text])


@cache
def _beginnings_of_chairs() -> frozenset[str]:
    """The first letters of all words that announce a chair or an organiser."""
    words = words_for("entries", "chair") + words_for("entries", "organiser")
    return frozenset([word.partition("*")[0][:_BEGINNING] for word in words])


def _names_chair(text: str, words: list[str]) -> bool:
    """Whether a text announces a chair or an organiser: the first letters of its words tell of most that they do not, at a tenth of the time of a search."""
    if text.isascii() and not _may_name_chair(words):
        return False
    return pattern("entries", "chair", "organiser").search(text) is not None


def _may_name_chair(words: list[str]) -> bool:
    beginnings = _beginnings_of_chairs()
    for word in words:
        if word[:_BEGINNING].lower() in beginnings:
            return True
        if not (word.isalnum() or word[:-1].isalnum() or len(word) == 1):
            return True  # there may be words within it
    return False


def _names_room(text: str) -> bool:
    """Whether a short text names a room: "Sala 3", but not "The music-hall of Lyon", nor "Schools im ländlichen Raum"."""
    found = pattern("entries", "room").search(text)
    if found is None or text[found.start() - 1 : found.start()] == "-":
        return False
    before = text[: found.start()].split()
    return len(before) < _FEW_FOR_ROOM - 1 or not before[-1][:1].islower()
