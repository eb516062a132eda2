"""Names that a line of authors breaks off and the next one goes on with: "…, Dirk" and below it "Zimmer, Ann Lee".

Models and rules look at one line after the other, and half a name looks like nothing. So the rest of the name is moved up to the line
where it began, if that line is a list of names and its last part cannot be one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from harvestman.documents.layout.lines import Line, Role, Span
from harvestman.text.lexicon import classes_of, plain_word
from harvestman.text.personal import TOKEN, is_name, looks_of, word_look

_AMONG = 40
"""Lines from the top among which authors stand."""
_SEPARATOR = re.compile(r"[,;&|•·]|(?<=\s)(?:and|y|e|и|und|et)(?=\s)")
_FIRST_PART = re.compile(r"\s*([^,;&|•·∗*†‡§¶#⋆\d(@]+)")
_JOINT = re.compile(r"\s(?:and|y|e|и|und|et)\s")
_MOST_WORDS = 3
_ORGANISATIONS = {"org", "part", "firm"}
_NO_NAMES = {"place"} | _ORGANISATIONS
_SAME_SIZE = 0.3
_ONE_BELOW = 2.2
"""Sizes between the tops of two neighbouring lines."""


def unwrapped(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page with broken names made whole."""
    found = list(lines[:_AMONG])
    at = 0
    while at + 1 < len(found):
        cut = _rest_of_name(found[at], found[at + 1])
        if cut:
            found[at], rest = _moved(found[at], found[at + 1], cut)
            if any(map(str.isalnum, rest.text)):
                found[at + 1] = rest
            else:
                del found[at + 1]
        at += 1
    return found + list(lines[_AMONG:])


def _rest_of_name(above: Line, below: Line) -> int:
    """How many characters of the lower line belong to the name that the upper one breaks off; 0 where none is broken."""
    begun = _broken_name(above) if _is_next(above, below) else ""
    first = _FIRST_PART.match(_without_raised(below)) if begun else None
    if first is None:
        return 0
    end = first.end()
    if joint := _JOINT.search(first.group(1)):
        end = first.start(1) + joint.start()
    rest = below.text[first.start(1) : end]
    words = TOKEN.findall(rest)
    is_rest = (
        1 <= len(words) <= _MOST_WORDS
        and is_name(looks_of(f"{begun} {rest}"))
        and not any(_is_of(word, _NO_NAMES) for word in words)
        and all(
            word_look(word) == "I" or word.isupper() == rest.isupper()
            for word in TOKEN.findall(begun)
        )
    )
    return end if is_rest else 0


def _broken_name(line: Line) -> str:
    """The beginning of a name that ends a line of names; "" where all are whole or they are no names."""
    plain = _without_raised(line)
    *names, last = [part.strip(" ∗*†‡§¶#⋆\t") for part in _SEPARATOR.split(plain)]
    if not last[:1].isupper():  # so it is with most lines
        return ""
    names = [part for part in names if part]
    named = sum(is_name(looks_of(part)) for part in names)
    is_list = bool(names) and named >= 0.7 * len(names) and "@" not in plain
    if not is_list or _ends_raised(line) or not _is_begun(last):
        return ""
    is_other = any(_is_of(word, _ORGANISATIONS) for word in TOKEN.findall(plain)) or any(
        _is_of(word, _NO_NAMES) for word in TOKEN.findall(last)
    )
    return "" if is_other else last


def _is_begun(part: str) -> bool:
    """Whether this is the beginning of a name: initials, or one word that begins with a capital."""
    looks = [word_look(token) for token in TOKEN.findall(part)]
    if not looks or not part[0].isupper():
        return False
    if all(look in "Ip" for look in looks):
        return True
    return sum(look in "GSNCA" for look in looks) == 1 and all(look in "IGSNCAp" for look in looks)


def _is_next(above: Line, below: Line) -> bool:
    return (
        above.role is below.role is Role.TEXT
        and abs(above.size - below.size) <= _SAME_SIZE
        and (bool(above.spans or below.spans) or _style(above) == _style(below))
        and 0 < below.y0 - above.y0 <= _ONE_BELOW * max(1.0, above.size)
    )


def _is_of(word: str, kinds: set[str]) -> bool:
    return word_look(word) != "I" and bool(set(classes_of(plain_word(word))) & kinds)


def _style(line: Line) -> tuple[bool, bool]:
    return line.bold, line.italic


def _ends_raised(line: Line) -> bool:
    """Whether a mark of an affiliation ends the line: then the name before it is whole."""
    end = len(line.text.rstrip())
    return any(span.raised and span.end >= end for span in line.spans)


def _without_raised(line: Line) -> str:
    """The text with commas for raised marks, which end names as commas do; as long as before."""
    text = line.text
    for span in line.spans:
        if span.raised:
            text = text[: span.start] + "," * (span.end - span.start) + text[span.end :]
    return text


def _moved(above: Line, below: Line, cut: int) -> tuple[Line, Line]:
    """Both lines after so many characters of the lower one, and the mark behind them, went up."""
    for span in below.spans:
        if span.raised and cut <= span.start <= cut + 1:
            cut = span.end
    start = len(above.text) + 1
    up = [
        replace(span, start=span.start + start, end=min(span.end, cut) + start)
        for span in _spans(below)
        if span.start < cut
    ]
    ends = "," if "," in below.text[cut : cut + 2] else ""
    left = len(below.text) - len(below.text[cut:].lstrip(" ,;"))
    down = tuple(
        replace(span, start=max(0, span.start - left), end=span.end - left)
        for span in below.spans
        if span.end > left
    )
    return (
        replace(above, text=f"{above.text} {below.text[:cut]}{ends}", spans=(*_spans(above), *up)),
        replace(below, text=below.text[left:], spans=down, gaps=()),
    )


def _spans(line: Line) -> tuple[Span, ...]:
    whole = Span(
        0,
        len(line.text),
        line.size,
        line.font,
        line.bold,
        line.italic,
        x0=line.x0,
        x1=line.x1,
    )
    return line.spans or (whole,)
