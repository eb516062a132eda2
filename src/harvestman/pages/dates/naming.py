"""What the event calls itself: the part of the page's title with its year, or the first line that names an event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from harvestman.model import Told
from harvestman.pages.dates.findings import told
from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.shown import Line
from harvestman.text.calendar import find_spans
from harvestman.text.folding import unaccent

_PARTS: Final = re.compile(r"(?<!\s)\s+[-–—|:]+\s+|(?:(?<!\s)\s+)?(?:::|\|)\s*")
_YEAR: Final = re.compile(r"(?:19|20)\d\d|['’]\d\d\b")
_LABEL: Final = re.compile(r"^[^:]{3,24}:\s+(?=\S)")
_SMALL_END: Final = re.compile(r"(?<!\s)(?:\s+[a-zà-ÿа-я]++){1,4}$")
# Where the words that a page is called by may begin: "LIME 2024: Call for Papers".
_BEHIND_NAME: Final = re.compile(r"[:,–—-]\s?(?:\w{1,8}\s)?")
_EDGES: Final = " .,;:-–—·*\"'«»“”()"
_SHORTEST, _LONGEST = 8, 180
_OPENING: Final = 14  # lines
_DEADLINES: Final = ("camera_ready", "notification", "submission", "heading")


def find_name(lines: Sequence[Line], title: str, words: Keywords) -> Told[str] | None:
    """The event's name as the page writes it, or None."""
    for part in _PARTS.split(title):
        if _YEAR.search(part) and any(map(str.isupper, part)) and len(part) <= _LONGEST:
            return told(_trimmed(part, words), title, "title")
    for number, line in enumerate(lines[:_OPENING]):
        name = _name_in(lines, number, words)
        if name:
            return told(name, line.text, f"line {number + 1}")
    return told(title, title, "title") if title else None


def _trimmed(text: str, words: Keywords) -> str:
    """The text without punctuation at its ends and what the page is, but with the bracket that closes one of its own."""
    bare = _without_page(text.strip(_EDGES), words).strip(_EDGES)
    return f"{bare})" if bare.count("(") > bare.count(")") and f"{bare})" in text else bare


def _without_page(text: str, words: Keywords) -> str:
    """A name without what its page is called behind it: "Call for Papers", "Fechas importantes"."""
    for found in _BEHIND_NAME.finditer(text):
        for begin in {found.end(), _after_sign(text, found.start())}:
            if words.patterns["page"].fullmatch(unaccent(text[begin:])):
                return text[: found.start()]
    return text


def _after_sign(text: str, at: int) -> int:
    """Where the words behind a sign begin."""
    rest = text[at + 1 :]
    return len(text) - len(rest.lstrip())


def _name_in(lines: Sequence[Line], number: int, words: Keywords) -> str:
    text = lines[number].text
    if len(text) > 2 * _LONGEST:
        return ""
    if spans := find_spans(text):
        text = text[: spans[0].begin]
    text = _trimmed(_LABEL.sub("", text), words)
    folded = unaccent(text)
    for kind in ("venue", "host"):  # "... will be held in", "... in conjunction with"
        cut = words.patterns[kind].search(folded)
        if cut and cut.start() > _SHORTEST and len(folded) == len(text):
            text = _SMALL_END.sub("", text[: cut.start()].strip(_EDGES))
            folded = unaccent(text)
    if any(words.has(kind, folded) for kind in _DEADLINES) or not words.has("event", folded):
        return ""
    if not _looks_like_name(text):
        return ""
    # "1st International Workshop on", and its subject in the next line.
    if text.rpartition(" ")[2].islower() and number + 1 < len(lines):
        following = lines[number + 1].text
        if 0 < len(following) < 100 and not find_spans(following):
            text = f"{text} {following.strip(_EDGES)}"
    return text if _SHORTEST <= len(text) <= _LONGEST else ""


def _looks_like_name(text: str) -> bool:
    """Whether most long words have capitals: a name, not a sentence."""
    long = [word for word in text.split() if len(word) > 3]
    capital = sum(word[0].isupper() or not word[0].isalpha() for word in long)
    return bool(long) and capital * 2 >= len(long)
