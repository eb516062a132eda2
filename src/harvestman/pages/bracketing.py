"""Names with brackets behind them: "Ana Ruiz (University of León, Spain)*, Eva Gil (UNED)" is two people and where they work.

A comma inside brackets parts no names, and what stands in brackets behind a whole name says where the person works, unless it
is what they do ("presenter") or how their name is written in another script.
"""

from __future__ import annotations

import re
from typing import Final

from harvestman.pages.wording import pattern

_BEHIND: Final = " \t\n\r,;.*†‡§¶∗✉"
_MIN_LETTERS: Final = 2
_LONGEST_PLACE: Final = 400
_PRONOUNS: Final = re.compile(r"(?:he|she|they|him|her|them)(?:\s?/\s?\w{2,6}){1,3}", re.IGNORECASE)
_FIRST_IDEOGRAM: Final = "\u2e80"


def parts_outside(separator: re.Pattern[str], text: str) -> list[str]:
    """A text cut where a separator stands outside round brackets; a bracket that is never closed is none."""
    closed = _bracketed(text)
    if not closed:
        return [part or "" for part in separator.split(text)]
    parts, start, next_closed = [], 0, 0
    for found in separator.finditer(text):
        while next_closed < len(closed) and closed[next_closed][1] <= found.start():
            next_closed += 1
        if next_closed < len(closed) and closed[next_closed][0] < found.end():
            continue
        parts.append(text[start : found.start()])
        start = found.end()
    return [*parts, text[start:]]


def _bracketed(text: str) -> list[tuple[int, int]]:
    """Where outermost brackets open and close, in order."""
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    if ")" not in text:
        return found  # most texts
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            start = opened.pop()
            while found and found[-1][0] > start:
                found.pop()
            found.append((start, place + 1))
    return found


def name_and_place(text: str) -> tuple[str, str]:
    """A name without the brackets behind it, and the place of work in them, "" if they hold something else or there are none.

    Only behind a name of several words: the brackets of "Ruiz (Ana)" are part of the name.
    """
    bare = text.rstrip(_BEHIND)
    if not bare.endswith(")"):
        return text, ""
    closed = _bracketed(bare)
    if not closed or closed[-1][1] != len(bare):
        return text, ""
    start, end = closed[-1]
    name, within = bare[:start].strip(), bare[start + 1 : end - 1].strip()
    if len(name.split()) < 2:
        return text, ""
    letters = [sign for sign in within if sign.isalpha()]
    is_place = (
        len(letters) >= _MIN_LETTERS
        and len(within) <= _LONGEST_PLACE
        and not _is_role(within)
        and not all(sign >= _FIRST_IDEOGRAM for sign in letters)
        and "@" not in within
    )
    return name, within if is_place else ""


def _is_role(text: str) -> bool:
    """Whether brackets say what a person does or how to speak of them: "presenter", "докладчик", "she/her"."""
    bare = text.rstrip(".")
    is_called = pattern("entries", "role").fullmatch(bare) is not None
    return is_called or _PRONOUNS.fullmatch(bare) is not None
