"""Authors as formats want them: a person with family and given name, or an organisation whose name stays whole.

A paper's claims only give a printed name. It is taken for an organisation when a word of it is one that no person bears
(`organisations.txt`, by language), when it joins several by "and", or when it is one word all in capitals.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from harvestman.formats.fields import clean
from harvestman.text import Name, parse_name, words

_ACRONYM = re.compile(r"[A-Z][A-Z0-9&-]+")
_SEVERAL = re.compile(r"\band\b|&", re.IGNORECASE)


@lru_cache(maxsize=10_000)  # a format asks twice for the first author, and people write many papers
def person(text: str, family: str = "") -> Name | None:
    """The parts of a person's name; None when the name is an organisation's or cannot be taken apart.

    `family` is the family name where the source has stated it, so that nothing need be guessed.
    """
    text, family = clean(text), clean(family)
    if family and "," not in text and text.endswith(f" {family}"):
        return Name(text.removesuffix(family).strip(), family)
    if is_organisation(text) or not any(c.isalpha() for c in text):
        return None
    name = parse_name(text)
    # A comma left in a part would shift all parts when read again.
    if not name.family or "," in name.given + name.family + name.suffix:
        return None
    return name


def is_organisation(text: str) -> bool:
    """Whether the name shows that it is no person's."""
    if _ACRONYM.fullmatch(text) or _SEVERAL.search(text):
        return True
    return not _organisation_words().isdisjoint(words(text))


@cache
def _organisation_words() -> frozenset[str]:
    lines = files(__package__).joinpath("organisations.txt").read_text("utf-8").splitlines()
    return frozenset(
        word for line in lines if not line.startswith("#") for word in words(line.partition(":")[2])
    )
