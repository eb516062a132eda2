"""Printed lines joined into running text: words that were divided at a line's end are made whole again.

A hyphen at a line's end is dropped when the document itself writes the joined word somewhere, kept when it writes the word
with a hyphen inside a line; otherwise it is dropped before a small letter, unless both parts are usual words that make none together,
and kept before a capital or a digit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from harvestman.text.known_words import are_compounded

_HYPHENS = "-‐­"
_LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[-‐­]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS_END = re.compile(r"(?:https?:|www\.|doi\.org|doi:)\S*$", re.IGNORECASE)
_ADDRESS_GOES_ON = re.compile(
    r"(?=[^\W\d_~]*+(?:~[^\W\d_~]*+)*+[\d/_%=&?#.-])[\w%~?=&#./-]*+(?:\s|$)"
)
# Prefixes that mostly keep their hyphen; "re-" and "pre-" do not.
_KEEPING = frozenset(
    "self non well high low multi cross semi quasi so end time state real open long short two three one first second "
    "half all object peer client data user large small case event model rule goal task social anti".split()
)


class Joiner:
    """Joins lines of one document, whose words it knows."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self._texts = texts

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words of the document; only asked for where a word was divided."""
        return frozenset(chain.from_iterable(map(str.split, self._texts)))

    def join(self, lines: Sequence[str]) -> str:
        """The lines as one text on one line."""
        parts: list[str] = []
        for text in lines:
            if not text:
                continue
            if not parts:
                parts.append(text)
                continue
            before = parts[-1]
            last = before[-1]
            if last in _HYPHENS:
                parts[-1], after = self._mended(before, text)
                parts.append(after)
            elif (last in "–—" and text[0].isdigit() and before[-2:-1].isdigit()) or (
                last not in ".,;" and self._is_cut_address(before, text)
            ):
                parts.append(text)
            else:
                parts.append(" ")
                parts.append(text)
        return "".join(parts)

    def _mended(self, before: str, text: str) -> tuple[str, str]:
        left, right = _LAST_WORD.search(before), _FIRST_WORD.match(text)
        if len(before) > 1 and before[-2] in " \t":  # a dash, set as a hyphen
            return before, f" {text}"
        if _ADDRESS_END.search(before[-200:]):
            return before, text
        if left is None or right is None or not text[0].islower():
            return before, text
        joined, divided = left[1] + right[0], f"{left[1]}-{right[0]}"
        if joined in self._words:
            return before[:-1], text
        if (
            divided in self._words
            or left[1].casefold() in _KEEPING
            or are_compounded(left[1], right[0])
        ):
            return before, text
        return before[:-1], text

    @staticmethod
    def _is_cut_address(before: str, text: str) -> bool:
        """Whether a web address goes on in the next line: it ended with a joining sign, or what follows is no word."""
        found = _ADDRESS_END.search(before[before.rfind(" ") + 1 :][-300:])
        if found is None or before[-1] in ")>":
            return False
        goes_on = _ADDRESS_GOES_ON.match(text)
        return (
            bool(goes_on and len(goes_on[0]) > 3 and not text[:4].isdigit())
            or before[-1] in "/_=&?%"
        )
