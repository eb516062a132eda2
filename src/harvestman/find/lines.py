"""Is a line of text a bibliographic reference? A linear model over the line's words and shapes decides.

After section 5.3 of the paper finder: a line is described by what its words look like (initials, years, page ranges, quoted titles,
names of months and publishers) and by properties of the whole line, and a linear classifier says whether it is an entry of a
list of publications or references. The model is taught by `harvestman learn lines`.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from harvestman.text import squeeze
from harvestman.text.linear import LinearModel, shipped_linear
from harvestman.text.personal import PARTICLES, word_look

LONGEST = 1200
"""Letters of a line that are looked at; a reference is hardly ever longer than 600."""
_TOKEN = re.compile(
    r"https?:\S{1,300}|\d{1,6}(?:[-–—:]{1,2}\d{1,6})?|(?:[^\W\d_]\.-?){1,4}(?=[\s,;]|$)|[^\W\d_]{1,40}(?:['’-][^\W\d_]{1,40}){0,3}|//|\S"
)
_YEAR = re.compile(r"(?:1[6-9]\d\d|20[0-4]\d)")
_QUOTES = frozenset('"“”„«»‘’`')
_DASHES = frozenset("-–—−")
_ENDS = 4
"""Tokens at either end whose places count."""


def reference_chance(text: str, *, model: LinearModel | None = None) -> float:
    """How likely a line is a bibliographic reference, from 0 to 1."""
    known = model or shipped_linear(__package__ or "", "lines")
    score = known.sums((sign, 1.0) for sign in line_signs(text))[0]
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))


def is_reference(text: str) -> bool:
    """Whether a line is a bibliographic reference."""
    return reference_chance(text) >= 0.5


def line_signs(text: str) -> set[str]:
    """What the model sees of a line."""
    line = squeeze(text[:LONGEST])
    tokens = _TOKEN.findall(line)
    kinds = [_kind(token) for token in tokens]
    signs = {"bias", *_whole_signs(line, tokens, kinds)}
    for token, kind in zip(tokens, kinds, strict=True):
        if token[0].isalpha() and len(token) > 1 and not token.startswith("http"):
            low = token.lower()
            signs.add(f"w {low}")
            if len(low) > 5:
                signs.add(f"p {low[:5]}")
        signs.add(f"k {kind}")
    padded = ["^", *kinds, "$"]
    signs.update(f"2 {a} {b}" for a, b in itertools.pairwise(padded))
    signs.update(f"3 {a} {b} {c}" for a, b, c in zip(padded, padded[1:], padded[2:], strict=False))
    for place in range(min(_ENDS, len(kinds))):
        signs.add(f"a{place} {kinds[place]}")
        signs.add(f"z{place} {kinds[-1 - place]}")
    return signs


def _kind(token: str) -> str:  # noqa: PLR0911 - a table of looks, read from top to bottom
    """The look of one token: a year, initials, a name, a quoting mark."""
    first = token[0]
    if first.isdigit():
        if _YEAR.fullmatch(token):
            return "year"
        if not token.isdigit():
            return "range"
        return f"n{min(len(token), 4)}"
    if token.startswith("http"):
        return "url"
    if not first.isalpha():
        return "quote" if first in _QUOTES else "dash" if token in _DASHES else token
    if "." in token:
        return "I"
    look = word_look(token)
    if look in "lC" and token.lower() in PARTICLES:
        return "p"
    return look


def _whole_signs(line: str, tokens: list[str], kinds: list[str]) -> Iterator[str]:
    """Properties of the line as a whole."""
    count = max(1, len(tokens))
    yield f"long {min(12, int(math.log2(count + 1) * 2))}"
    letters = sum(letter.isalpha() for letter in line) or 1
    yield f"capitals {int(10 * sum(letter.isupper() for letter in line) / letters)}"
    yield f"digits {min(10, int(20 * sum(letter.isdigit() for letter in line) / len(line or ' ')))}"
    years, initials = kinds.count("year"), kinds.count("I")
    yield f"years {min(3, years)}"
    yield f"initials {min(4, initials)}"
    yield f"commas {min(6, kinds.count(','))}"
    yield f"names {min(5, sum(kind in 'GNSP' for kind in kinds[:12]))}"
    marks = ("year" in kinds, "range" in kinds, initials > 0, "quote" in kinds, "//" in kinds)
    yield "marks " + "".join("01"[mark] for mark in marks)
    yield f"mark count {sum(marks)}"
    yield f"ends {line[-1:] if not line[-1:].isalnum() else 'x'}"
    if "year" in kinds:
        yield f"year at {int(4 * kinds.index('year') / count)}"
    if _is_sentence(tokens, kinds):
        yield "a sentence"


def _is_sentence(tokens: list[str], kinds: list[str]) -> bool:
    """Running text: a long stretch of small words without a capital, and hardly a number."""
    run = longest = 0
    for kind in kinds:
        run = run + 1 if kind in ("l", "p") else 0
        longest = max(longest, run)
    return longest >= 12 and sum(kind[0] in "nry" for kind in kinds) < 3 and bool(tokens)
