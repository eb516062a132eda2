"""What the parsers of printed pages hand to the layout: words with their place and look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How a run of characters is printed. Made by `Looks` only, so that two are the same look if they are the same object."""

    size: float
    font: str = ""
    bold: bool = False
    italic: bool = False


class Looks:
    """The looks of a document, one object for each."""

    def __init__(self) -> None:
        self._known: dict[tuple[float, str, bool, bool], Look] = {}

    def get(self, size: float, font: str = "", bold: bool = False, italic: bool = False) -> Look:
        """The look of this description."""
        key = size, font, bold, italic
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Look(size, font, bold, italic)
        return known


class Word(NamedTuple):
    """Characters without a space between them, in one look: `a` and a raised `1` behind it are two words."""

    text: str
    x0: float
    x1: float
    base: float
    """The base line, in points from the page's upper edge."""
    look: Look
    turn: int = 0
    """Quarter turns against the page's reading direction; 0 for nearly all words."""
    is_joined: bool = False
    """Whether it follows the word before it without a space."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One page as a parser saw it, in the order of the file."""

    width: float
    height: float
    words: list[Word]
