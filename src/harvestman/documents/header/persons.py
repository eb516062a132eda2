"""A person of the header, and the names that a line shows by its looks alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harvestman.documents.header.front import Front
from harvestman.documents.header.roles import has_other_role, names_organisation
from harvestman.documents.layout.lines import Line
from harvestman.text import fold
from harvestman.text.gazetteer import cities_named
from harvestman.text.naming import (
    clean_name,
    is_only_name,
    is_organisation,
    is_possible,
)
from harvestman.text.personal import TOKEN, is_name, split_names, word_look
from harvestman.text.romanising import is_cyrillic, sound
from harvestman.text.vocabulary import vocabulary

_WITH_INITIALS = 3
_FEWEST_WORDS = 2
_NAMED_LIKE_PEOPLE = frozenset("CN TW HK KR KP VN JP TH MM IN ID".split())
"""Where towns of two syllables are written like people: "Jing Jiang", "Yang Liu"."""
_ROOM = re.compile(r"(?:^|\s)[^\W\d_]$")
_LONGEST_MARK, _LONGEST_MARKS = 2, 16
_LETTER = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"\w+")
_STREET = re.compile(
    r"\b(?:Street|St|Road|Rd|Avenue|Ave|Drive|Dr|Lane|Blvd|Boulevard|Square|Quay|House)\b"
)
BY_LOOKS = 0.5


@dataclass(slots=True)
class Person:
    """A name, where it stands, and the marks after it."""

    name: str
    line: int
    start: int
    end: int
    marks: tuple[str, ...]
    confidence: float


def names_by_looks(front: Front, at: int) -> list[Person]:
    """The names of a line that is nothing but names, cut at its separators."""
    # Numbers stay: where a list has no commas they part one name from the next.
    text = without_marks(front.lines[at].line, letters_only=True)
    if is_street(text, text):
        return []
    found = []
    for part, start in split_names(text):
        name = clean_name(part)
        if (
            is_possible(name)
            and not is_organisation(name)
            and not is_town(name)
            and not is_room(text, start + len(part))
            and not names_organisation(front, at)
            and not has_other_role(front, at, start)
        ):
            found.append(Person(name, at, start, start + len(part), (), BY_LOOKS))
    return found


def without_marks(line: Line, *, letters_only: bool = False) -> str:
    """The text of a line with blanks for its raised marks (or those that are letters), which otherwise stick to names and addresses."""
    text = line.text
    for span in line.spans:
        mark = text[span.start : span.end]
        if span.raised and _is_mark(mark):
            blank = _LETTER.sub(" ", mark) if letters_only else " " * len(mark)
            text = text[: span.start] + blank + text[span.end :]
    return text


def _is_mark(raised: str) -> bool:
    """Whether raised letters are marks of a note or an organisation, one or several: "a", "a,1,∗"."""
    parts = _WORDS.findall(raised)
    return len(raised) <= _LONGEST_MARKS and all(len(part) <= _LONGEST_MARK for part in parts)


def is_surely_name(name: str) -> bool:
    """One name and nothing else; initials with dots make a name of any capitalised word."""
    if is_only_name(name, sure=False):
        return True
    looks = [word_look(token) for token in TOKEN.findall(name)]
    return "." in name and is_name(looks) and "I" in looks and len(looks) <= _WITH_INITIALS


def is_room(text: str, end: int) -> bool:
    """Whether what looks like a name up to here is a room's: a letter and a number end it, "Aula B3"."""
    return _ROOM.search(text[:end]) is not None and text[end : end + 1].isdigit()


def is_street(words: str, line: str) -> bool:
    """Whether words that look like a name are a street or house: one of them says so, and their line has a number."""
    return _STREET.search(words) is not None and any(map(str.isdigit, line))


def is_town(name: str) -> bool:
    """Whether what looks like a name is a town of several words, or a town and its country, and no first name is in it."""
    words = name.split()
    if len(words) < _FEWEST_WORDS or word_look(words[0]) == "G":
        return False
    if any(city.country not in _NAMED_LIKE_PEOPLE for city in cities_named(name)):
        return True
    return fold(words[-1]) in vocabulary().countries and bool(cities_named(" ".join(words[:-1])))


def each_once(people: Sequence[Person]) -> list[Person]:
    """The people without those who stand there twice, also with initials or in another order."""
    kept: list[Person] = []
    for person in people:
        twin = next((other for other in kept if is_same(person.name, other.name)), None)
        if twin is None:
            kept.append(person)
            continue
        if person.line == twin.line and len(person.name) > len(twin.name):
            twin.name = person.name
        if person.marks and not twin.marks:
            twin.marks = person.marks
    return kept


def _sounds(name: str) -> list[str]:
    """How the family name and the first letters of the other words sound, in any letters: "А. Седов" and "A. Sedov" are one."""
    words = sorted(map(sound, _folded_words(name)), key=len)
    return [*sorted(word[:1] for word in words[:-1]), *words[-1:]]


@lru_cache(maxsize=1_024)  # the names of a header are compared with each other, again and again
def _folded_words(name: str) -> tuple[str, ...]:
    """The words of a name; initials in one piece ("А.Д.") are several."""
    found: list[str] = []
    for word in TOKEN.findall(name):
        letters = word.split(".") if word_look(word) == "I" else [word]
        found += [folded for letter in letters if (folded := fold(letter))]
    return tuple(found)


def is_same(a: str, b: str) -> bool:
    """Equal, or one is the other with initials only, or in another order."""
    if fold(a) == fold(b):
        return True
    if is_cyrillic(a) != is_cyrillic(b):
        return _sounds(a) == _sounds(b)
    x, y = _folded_words(a), _folded_words(b)
    shared = [w for w in x if w in y and len(w) > 1]
    if not shared:
        return False
    rest_x, rest_y = [w for w in x if w not in shared], [w for w in y if w not in shared]
    if not rest_x or not rest_y:
        return len(shared) > 1
    if all(len(w) > 1 for w in rest_x) and all(len(w) > 1 for w in rest_y):
        return False
    few, many = sorted((rest_x, rest_y), key=len)
    return all(w[0] in {v[0] for v in many} for w in few)
