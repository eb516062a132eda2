"""Words by which pages about people and their publications are told, as files by language: `words/*.txt`.

A line in brackets names a list; the lines below it are its words, lower-cased. A word counts wherever a text has it at the
beginning of a word, so stems serve for languages with endings. A language more is a file more.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "ru", "es")


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The words of a list in all languages."""
    return tuple(word for language in LANGUAGES for word in phrases_in(language, name))


@cache
def phrases_in(language: str, name: str) -> tuple[str, ...]:
    """The words of a list in one language."""
    found: list[str] = []
    current = ""
    text = files(__package__ or "").joinpath("words", f"{language}.txt").read_text("utf-8")
    for line in text.splitlines():
        plain = line.strip().lower()
        if not plain or plain.startswith("#"):
            continue
        if plain.startswith("["):
            current = plain.strip("[]")
        elif current == name:
            found.append(plain)
    return tuple(found)
