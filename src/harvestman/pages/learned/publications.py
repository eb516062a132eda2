"""Lists of publications of one scholar or group: whether a page is one, whose it is, and its entries.

The page reader finds the entries as it finds the papers of an event; `lookalikes.py` keeps them from being taken for such. A page
of which it refused everything is a list of publications when one author has a part in most entries, or when the entries have
years and places of their own and the page says that they are publications or whose page it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lexica import is_particle, look_up, tokens_of
from harvestman.pages.learned.lookalikes import (
    has_one_author,
    is_bibliography,
    texts_beside_titles,
    year_in,
)
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.people import is_person
from harvestman.text import name_key, squeeze

_FEWEST: Final = 5
"""Entries; from fewer nothing can be told."""
_MANY: Final = 10
"""Entries; a scholar's page may also end with a few references."""
_MOST: Final = 0.6
"""Of the entries with authors, those in which the owner has a part."""
_MAX_HEADING_WORDS: Final = 8
_SPEAKS: Final = re.compile(
    r"\b(?:publications?|published (?:articles|papers|works?)|(?:journal|research|working|selected|refereed) (?:articles|papers)|"
    r"publicaciones|artículos (?:publicados|científicos)|libros|producción (?:académica|científica)|"
    r"публикаци\w*|(?:научные|основные) (?:труды|работы|статьи)|список (?:трудов|работ|публикаций)|"
    r"publikationen|veröffentlichungen|schriften(?:verzeichnis)?|pubblicazioni|publicações)\b",
    re.IGNORECASE,
)
_PARTS_OF_TITLE: Final = re.compile(r"(?<!\s)\s++[-–—|:·•]++\s++|(?:(?<!\s)\s++)?[|:•]\s*+|,\s++")
_AROUND_OWNER: Final = re.compile(
    r"^(?:(?:the )?(?:personal |academic )?(?:home\s?page|web\s?(?:site|page)|site|publications?)(?: list)? (?:of|by)\s+"
    r"|(?:página|publicaciones) de\s+|(?:публикации|страница|сайт)\s+|(?:prof|dr)\.?\s+)+"
    r"|['’]s?\s.*$|(?<!\s)\s++(?:home\s?page|web\s?(?:site|page)|publications?|papers|cv)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of publications as one stretch of a page prints it."""

    owner: str
    """Whose it is; empty where nothing says so, as with most groups."""
    entries: tuple[tuple[Bundle, int | None], ...]
    """Each entry with the year it tells."""


def publications_in(
    bundles: Sequence[Bundle], sketches: Sequence[Sketch], *, page_title: str = ""
) -> Listed | None:
    """The list of publications that the entries are; None when they are something else."""
    if len(bundles) < _FEWEST:
        return None
    named = _owner_in_title(page_title)
    speaks = _speaks_of_publications(page_title) or any(
        _speaks_of_publications(one.region.text) for one in sketches if one.region.flags & HEADING
    )
    author = _most_frequent_author(bundles)
    if not (
        has_one_author(bundles)
        or (speaks and author)
        or (is_bibliography(bundles, sketches) and (speaks or (named and len(bundles) >= _MANY)))
    ):
        return None
    order = sorted(bundles, key=lambda one: one.first)
    years = map(year_in, texts_beside_titles(order, sketches))
    return Listed(named or author, tuple(zip(order, years, strict=True)))


def _speaks_of_publications(heading: str) -> bool:
    return (
        len(heading.split()) <= _MAX_HEADING_WORDS
        and not heading.endswith(".")
        and _SPEAKS.search(heading) is not None
    )


def _owner_in_title(title: str) -> str:
    """The person whom the page's title names: "Publications - Ana Ruiz", "Home page of Ana Ruiz"."""
    for part in _PARTS_OF_TITLE.split(title[:300]):
        name = squeeze(_AROUND_OWNER.sub("", squeeze(part)))
        if 2 <= len(name.split()) <= 5 and _is_name(name) and not _SPEAKS.search(name):
            return name
    return ""


def _is_name(text: str) -> bool:
    """Whether a text is a person's name for sure: all words are capitalised, and one is known as a name."""
    words = tokens_of(text)
    spelt = all(
        word[0].isupper() or is_particle(word.lower()) for word in words if word[0].isalpha()
    )
    return spelt and is_person(text) and any(look_up(word).is_name for word in words)


def _most_frequent_author(bundles: Sequence[Bundle]) -> str:
    """Who has a part in most entries, by the longest form of the name that occurs; empty when nobody has."""
    forms: dict[str, Counter[str]] = {}
    for one in bundles:
        for person in one.people:
            forms.setdefault(name_key(person.name), Counter())[person.name] += 1
    if not forms:
        return ""
    best = max(forms.values(), key=Counter.total)
    if best.total() < _MOST * sum(bool(one.people) for one in bundles):
        return ""
    return max(best, key=len)
