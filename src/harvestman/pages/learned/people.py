"""Spans of names and affiliations in, people out.

"Author One (Institution), Author Two and Author Three" is three people. An affiliation belongs to the names in front of it
that have none yet, or, where superscripts or other marks join them, to those with its mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from harvestman.pages.learned.lexica import is_degree, is_particle, look_up, tokens_of

_BETWEEN = re.compile(
    r"(?:(?<!\s)\s+)?(?:;|\||&|/|·|•)\s*|(?<!\s)\s+(?:and|und|et|y|and\s+others)\s+|^(?:and|und|et|y|by|von|par|por)\s+",
    re.IGNORECASE,
)
_AROUND = " \t\r\n,;:.-–—*†‡§¶|/&()[]{}<>\"“”'`"
_PRESENTER = re.compile(
    r"(?:(?<!\s)\s+)?[\[(](?:presenter|presenting|speaker|presented by|chair|invited|[*†]|\d)[^()\[\]]*[\])]\s*",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"^(?:(?:authors?|speakers?|presenters?|presented by|autor(?:en|es)?|auteurs?)\s*:|(?:prof|dr|mr|mrs|ms|ing)\.?\s(?:dr\.?\s)?)\s*",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"(?:,\s*|(?<![\s,])\s+)?(?:ph\.?\s?d\.?|m\.?sc\.?|et al\.?)$", re.IGNORECASE)
_INITIALS = re.compile(r"^\s*(?:[^\W\d_]\.?[\s-]?){1,3}$|^\s*(?:jr|sr)\.?\s*$", re.IGNORECASE)
_TRAILING_MARKS = re.compile(r"(?<=[^\W\d_])[\d*†‡§¶,]+$")


class _Span(Protocol):
    kind: str
    text: str
    marks: list[str]


@dataclass(slots=True)
class Person:
    """An author as the page prints them."""

    name: str
    affiliations: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    wanted: list[tuple[str, str]] = field(default_factory=list)
    """Affiliations with marks, told after the names; kept on the last person until `attach`."""


def people_in(spans: Sequence[_Span]) -> list[Person]:
    """The people of one group of spans."""
    people: list[Person] = []
    waiting: list[Person] = []
    marked: list[tuple[str, str]] = []
    was_affiliation = False
    for span in spans:
        if span.kind == "A":
            if was_affiliation:
                waiting = []
            for name in split(span.text):
                person = Person(name, marks=list(span.marks))
                people.append(person)
                waiting.append(person)
            was_affiliation = False
        else:
            text = span.text.strip(_AROUND.replace(".", "").replace(")", "").replace("(", ""))
            if not text:
                continue
            if span.marks and any(person.marks for person in people):
                marked.append((span.marks[0], text))
            else:
                for person in waiting:
                    person.affiliations.append(text)
            was_affiliation = True
    if people and marked:
        people[-1].wanted = marked
    return people


def attach(people: Sequence[Person]) -> None:
    """Give marked affiliations to the people with their mark."""
    for holder in people:
        for mark, text in holder.wanted:
            for person in people:
                if any(mark in re.split(r"[,;\s]+", one) for one in person.marks):
                    person.affiliations.append(text)


def split(text: str) -> list[str]:
    """The single names in a text that should hold one, but may hold more."""
    text = _PRESENTER.sub(" ", text)
    names = []
    for part in _BETWEEN.split(text):
        for piece in _at_commas(part or ""):
            if name := clean_name(piece):
                names.append(name)
    return names


def _at_commas(text: str) -> list[str]:
    """ "Ana Ruiz, Luis Pérez" is two names, "Ruiz, A." one."""
    if "," not in text:
        return [text]
    parts = [part for part in text.split(",") if part.strip()]
    if len(parts) == 2 and _INITIALS.match(parts[1]):
        return [text]
    return parts


def clean_name(text: str) -> str:
    """A name without titles, marks and punctuation around it."""
    ends_in_dot = re.search(r"\b(?:[^\W\d_]|Jr|Sr)\.[\s,;:*)]*$", text) is not None
    name = text.strip(_AROUND)
    for _ in range(2):
        name = _BEHIND.sub("", _BEFORE.sub("", name)).strip(_AROUND)
    name = _TRAILING_MARKS.sub("", name)
    return f"{name}." if ends_in_dot and name else name


def is_person(name: str) -> bool:
    """Whether this may be a name at all: two letters, few words, nothing that names do not have."""
    words = tokens_of(name)
    if not words or len(words) > 9 or len(name) > 60 or sum(map(str.isalpha, name)) < 2:
        return False
    letters = [word for word in words if word[0].isalpha()]
    if any(word.isdigit() for word in words) or "@" in name or "://" in name:
        return False
    if all(is_degree(word.lower()) for word in letters):
        return False
    small = sum(look_up(word).kind in "sl" and not is_particle(word.lower()) for word in letters)
    return small <= len(letters) // 2
