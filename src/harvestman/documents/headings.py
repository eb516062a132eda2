"""Which part of a document a heading opens, by its words. The words are data, one line a kind and language, and shared by
the layout reader (which needs to know where the references begin) and the structure reader.

A heading is recognised however it is set: in capitals, letter-spaced, numbered, with or without accents, with a colon.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from harvestman.text.folding import unaccent

LONGEST = 90
"""Letters of a heading: longer lines are never looked at."""

_LONGEST_ALONE = 60
_DATA = Path(__file__).parent / "data" / "headings.txt"
_ANY = "~"
_NUMBER = re.compile(
    r"[\W_]*(?:(?:chapter|section|part|capitulo|seccion|глава|раздел|kapitel|chapitre)\s+)?"
    r"(?:\d{1,3}|[ivxl]{1,6}|[a-h])(?:\.\d{1,2}){0,3}(?:\s*[.):—–-]\s*|\s+)(?=\D)"
)
# The heading and the first entry on one line: "References [1] …", "Литература: 1. …".
_INLINE = re.compile(r"(.{5,60}?)\s*+(?:[.:—–-]\s++)?(?<=\s)(?=(?:[\[［]1[\]］]|\(1\)|1[.)])\s*\w)")
_FIRST_TWO = re.compile(r"[\W_]*([^\W_])[\W_]*([^\W_])")
# The two accents are letters to Unicode; printed apart from their letter ("Referencias ˆ") they are none.
_NO_LETTERS = re.compile(r"[\W_ˆˇ]+")
# The last words of a line behind a full stop: a plain text layer often glues a heading to the paragraph above it.
_TAIL = re.compile(r"[.!?)\]]\s+([^.!?]{5,40})$")
_FIRST_MARK = re.compile(r"1[]］).]")


@dataclass(slots=True)
class _Words:
    whole: dict[str, str] = field(default_factory=dict)  # letters of the heading: kind
    beginnings: dict[str, str] = field(default_factory=dict)  # first words: kind
    any_beginning: tuple[str, ...] = ()
    openings: frozenset[tuple[str, ...]] = frozenset()  # the first two letters of each heading


@cache
def _words() -> _Words:
    words = _Words()
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        key, _, value = line.partition(":")
        kind = key.split()[0]
        for heading in value.split(","):
            bare = _letters(unaccent(heading))
            words.whole.setdefault(bare, kind)
            if heading.rstrip().endswith(_ANY):
                words.beginnings.setdefault(unaccent(heading).strip(f" {_ANY}"), kind)
    words.any_beginning = tuple(words.beginnings)
    words.openings = frozenset(tuple(letters[:2]) for letters in words.whole)
    return words


@lru_cache(maxsize=4_096)
def heading_kind(text: str) -> str | None:
    """The kind of part that the line opens (references, acknowledgements, appendix, closing, body, others), if any."""
    # Lines that go on or begin small are no headings; "literature" alone on a line is the end of a sentence.
    if not text or len(text) > LONGEST or text[0].islower() or text[-1] in "-,;":
        return None
    return _kind(unaccent(text))


def _kind(plain: str) -> str | None:
    words = _words()
    number = _NUMBER.match(plain)
    first = _FIRST_TWO.match(plain)
    if number is None and (first is None or first.groups() not in words.openings):
        return None  # so it is with most lines
    kind = words.whole.get(_letters(plain))
    if kind is not None:
        return kind
    bare = plain[number.end() :] if number else plain.lstrip()
    if number and (kind := words.whole.get(_letters(bare))) is not None:
        return kind
    # In two languages: "Ссылки на источники/References".
    told = [words.whole.get(_letters(part)) for part in bare.split("/")] if "/" in bare else []
    if told and all(told):
        return told[0]
    if not bare.startswith(words.any_beginning):
        return None
    fitting = (
        kind
        for beginning, kind in words.beginnings.items()
        if bare.startswith(beginning) and not bare[len(beginning) : len(beginning) + 1].isalpha()
    )
    return next(fitting, None)


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text)


def is_reference_heading(text: str) -> bool:
    """Whether the line is the heading of a list of references, and nothing else."""
    # Most lines are refused here, and need not be looked up among those that were judged before.
    return len(text) <= LONGEST and not text[:1].islower() and heading_kind(text) == "references"


def has_reference_heading(page: str) -> bool:
    """Whether a line of a page's text is the heading of a list of references."""
    return above_reference_heading(page) is not None


@lru_cache(maxsize=16)  # pages are looked through from the last one back, then once more forwards
def above_reference_heading(page: str) -> str | None:
    """What a page's text has above the first heading of a list of references; None where there is no such heading."""
    lines = page.splitlines()
    for at, line in enumerate(lines):
        if _has_heading(line):
            return "\n".join(lines[:at])
    return None


def _has_heading(line: str) -> bool:
    if 5 <= len(line) <= _LONGEST_ALONE and is_reference_heading(line.strip()):
        return True
    # A heading in capitals may be glued to the end of a line; most lines do not end in capitals.
    return line[-6:].strip().isupper() and _ends_with_heading(line)


def _ends_with_heading(line: str) -> bool:
    """Whether a heading in capitals is glued to the end of a line: "… York University. REFERENCES"."""
    tail = _TAIL.search(line.rstrip()[-60:])
    return tail is not None and tail[1].isupper() and is_reference_heading(tail[1])


def inline_reference_heading(text: str) -> int | None:
    """Where the first entry begins in a line that holds the heading of the list and its first entry."""
    if text[:1].islower() or not _FIRST_MARK.search(text, 0, LONGEST):
        return None
    found = _INLINE.match(text, 0, LONGEST)
    return found.end() if found and heading_kind(found[1]) == "references" else None
