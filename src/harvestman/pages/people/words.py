"""The words by which pages tell roles, organisations and offices: one file a language in `words`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from harvestman.text.lexicon import plain_word
from harvestman.text.phrases import PhraseLists


def says(kind: str, text: str) -> bool:
    """Whether a word or phrase of that kind stands in a text."""
    return _lists().says(kind, text)


@cache
def _lists() -> PhraseLists:
    return PhraseLists(files(__package__).joinpath("words"))


@cache
def given_names() -> frozenset[str]:
    """First names that people on pages have, in small letters without accents."""
    text = files(__package__).joinpath("given_names.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(plain_word(word) for line in lines for word in line.split())
