"""Putting printed lines together into running text: hyphens at line ends undone, blanks squeezed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harvestman.text import squeeze

_HYPHEN = re.compile(r"(\w)[-‐\u00ad]$")
_COMPOUND = re.compile(r"(?:^|\s)(?:self|cross|well|real|high|low|large)$")
OPEN_WORDS = frozenset(
    "a an the of for in on to with and by from at as via using or de la el los las y para con por en del un una и в на с для по "
    "о об der die das und für von zu im mit des".split()
)
"""What ends with one of these goes on in the next line."""


def join_lines(lines: Iterable[str]) -> str:
    """One text of several lines."""
    text = ""
    for line in map(squeeze, lines):
        if not line:
            continue
        if _HYPHEN.search(text):
            # A hyphen before a small letter is the printer's, unless the word before it is often compounded.
            if line[0].islower() and not _COMPOUND.search(text[:-1].lower()):
                text = text[:-1] + line
            else:
                text += line
        else:
            text = f"{text} {line}" if text else line
    return squeeze(text.replace("\u00ad", ""))
