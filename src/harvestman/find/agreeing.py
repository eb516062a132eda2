"""Whether a page speaks of the affiliation or the field that is known of a person: what separates namesakes.

Words are compared by how they sound at their beginning, so that endings, plurals and cognates of another script count ("политехнический" and
"polytechnic"); what has no cognate is in `words/translations.tsv`. Words that any university has in its name say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from harvestman.text import romanise, sound

_WORD = re.compile(r"[^\W\d_]{2,40}")
_STEM = 5  # letters of a word that count
_ACRONYM = re.compile(r"\b[A-ZА-ЯЁ]{3,8}\b")
_MOST_TEXT = 200_000


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a page agrees with what is known of a person, each from 0 to 1; None where nothing is known."""

    affiliation: float | None
    field: float | None
    coauthors: float | None = None
    """The share of the known co-authors who stand beside the person."""

    @property
    def is_any(self) -> bool:
        """Whether one of them agrees; one co-author is enough, for namesakes hardly share one."""
        said = (self.affiliation or 0.0, self.field or 0.0)
        return max(said) >= AGREES or bool(self.coauthors)

    @property
    def is_known(self) -> bool:
        """Whether there was anything to compare."""
        known = (self.affiliation, self.field, self.coauthors)
        return any(value is not None for value in known)


AGREES = 0.6
"""From here on a page speaks of the affiliation or the field (set on the train questions)."""


@lru_cache(maxsize=64)
def stems_of(text: str) -> frozenset[str]:
    """The beginnings of a text's words, as they sound."""
    return frozenset(
        stem for word in set(_WORD.findall(text[:_MOST_TEXT])) for stem in _stems(word)
    )


@lru_cache(maxsize=50_000)
def _stems(word: str) -> tuple[str, ...]:
    heard = sound(word)
    own = heard[:_STEM]
    return (own,) if own else ()


def agreement(text: str, address: str, *, affiliation: str, field: str) -> Agreement:
    """How far a page, or several joined, agrees with an affiliation and a field. `address` has hosts and e-mail domains."""
    return Agreement(
        _of_affiliation(text, address, affiliation) if affiliation.strip() else None,
        _share(_telling(field), stems_of(text)) if field.strip() else None,
    )


def _of_affiliation(text: str, address: str, affiliation: str) -> float | None:
    """The best of the organisations that an affiliation names."""
    have = stems_of(text)
    domains = set(re.split(r"[^a-z0-9]+", address.lower()))
    shares = []
    for part in re.split(r"\s/\s|;|,", affiliation):
        acronyms = _ACRONYM.findall(part)
        if any(romanise(one) in domains for one in acronyms) or any(
            re.search(rf"\b{re.escape(one)}\b", text) for one in acronyms
        ):
            shares.append(1.0)
        told = _share(_telling(part), have)
        if told is not None:
            shares.append(told)
    return max(shares, default=None)


def _telling(text: str) -> list[tuple[str, ...]]:
    """The words that tell one organisation or field from others, each with its translations."""
    found = []
    for word in _WORD.findall(text):
        plain = romanise(word)
        if len(plain) < 3 or sound(word)[:_STEM] in _generic():
            continue
        own = tuple(dict.fromkeys((*_stems(word), *_translations().get(sound(word)[:_STEM], ()))))
        if own:
            found.append(own)
    return found


def _share(wanted: Iterable[tuple[str, ...]], have: frozenset[str]) -> float | None:
    """The share of the words that occur in one of their forms."""
    words = list(wanted)
    if not words:
        return None
    return sum(any(form in have for form in forms) for forms in words) / len(words)


@cache
def _generic() -> frozenset[str]:
    """Words that most organisations and fields share."""
    text = files(__package__ or "").joinpath("words", "generic.txt").read_text("utf-8")
    return frozenset(
        sound(word)[:_STEM]
        for line in text.splitlines()
        if not line.startswith("#")
        for word in line.split()
    )


@cache
def _translations() -> dict[str, tuple[str, ...]]:
    """For the beginning of a word those of its translations."""
    text = files(__package__ or "").joinpath("words", "translations.tsv").read_text("utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            stems = tuple(stem for word in line.split() for stem in _stems(word))
            for stem in stems:
                found[stem] = tuple(dict.fromkeys((*found.get(stem, ()), *stems)))
    return found
