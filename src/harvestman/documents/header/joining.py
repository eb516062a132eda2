"""Putting printed lines together into running text: hyphens at line ends undone, blanks squeezed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harvestman.text import squeeze

_HYPHEN = re.compile(r"(\w)[-‐\u00ad]$")
_COMPOUND = re.compile(r"(?:^|\s)(?:self|cross|well|real|high|low|large)$")


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
