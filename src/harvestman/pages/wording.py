"""The words by which pages say what something is ("Folien", "sala", "организаторы"), one file a language, as patterns over all languages.

A page may mix languages, and its own is not always told: every word counts everywhere.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def words_for(part: str, name: str) -> tuple[str, ...]:
    """The words of one kind in all languages, each once, in small letters."""
    found: dict[str, None] = {}
    for table in _tables():
        found |= dict.fromkeys(word.lower() for word in table[part].get(name, ()))
    return tuple(found)


@cache
def _tables() -> tuple[dict[str, Any], ...]:
    """The words of each language."""
    folder = files("harvestman.pages").joinpath("data/words")
    written = sorted(folder.iterdir(), key=lambda one: one.name)
    return tuple(
        tomllib.loads(file.read_text("utf-8")) for file in written if file.name.endswith(".toml")
    )


@cache
def pattern(part: str, *names: str) -> re.Pattern[str]:
    """Finds any of these words in a text; a star in a word stands for any ending."""
    return re.compile(
        rf"(?<!\w)(?:{alternatives(word for name in names for word in words_for(part, name))})(?!\w)",
        re.IGNORECASE,
    )


def alternatives(words: Iterable[str]) -> str:
    """Words as the alternatives of an expression, the longest first; blanks stand for any white space."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(
        re.escape(word).replace(r"\*", r"\w*+").replace(r"\ ", r"\s") for word in ordered
    )
