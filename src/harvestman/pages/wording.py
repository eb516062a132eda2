"""The words by which pages say what something is ("Folien", "sala", "организаторы"), one file a language, as patterns over all languages.

A page may mix languages, and its own is not always told: every word counts everywhere. In a pattern, words share their beginnings, since an
expression that tries hundreds of words one after the other takes four times as long.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final

_MEANING: Final = {"*": r"\w*+", " ": r"\s"}
_END: Final = ""
_Tree = dict[str, Any]


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
    tree = _tree(word for name in names for word in words_for(part, name))
    # The first letters come first of all: so the search runs over a text without trying anything at most of its letters.
    letters = "".join(re.escape(first + first.upper()) for first in tree)
    rest = "|".join(f"(?<={_letter(first)}){_shared(words)}" for first, words in tree.items())
    return re.compile(rf"[{letters}](?<!\w(?s:.))(?i:{rest})(?!\w)")


def alternatives(words: Iterable[str]) -> str:
    """Words in any case as the alternatives of an expression, the longest first; a star stands for any ending, a blank for any white space."""
    return f"(?i:{_shared(_tree(words))})"


def _tree(words: Iterable[str]) -> _Tree:
    """Words letter by letter, those that begin alike in one branch; the star, which takes all that is left, behind other letters."""
    tree: _Tree = {}
    for word in sorted(set(words), key=lambda one: one.replace("*", "\U0010ffff")):
        branch = tree
        for letter in word:
            branch = branch.setdefault(letter, {})
        branch[_END] = {}
    return tree


def _shared(tree: _Tree) -> str:
    branches = [_letter(letter) + _shared(rest) for letter, rest in tree.items() if letter != _END]
    if not branches:
        return ""
    if len(branches) == 1 and _END not in tree:
        return branches[0]  # most are: without a group around each, it compiles a third faster
    return f"(?:{'|'.join(branches)}){'?' if _END in tree else ''}"


def _letter(letter: str) -> str:
    # Said to be in any case all together: with both cases of each letter named ("[aA]"), an expression takes three times as long to compile.
    return _MEANING.get(letter) or re.escape(letter)
