"""Authors as the paper itself asks to be cited: "ACM Reference Format: Ann Lee and Bo Roe. 2011. Counting …".

Such a line names everybody, in order and with nothing between the names, so it settles who the authors are wherever it names mostly the
people who were found below the title.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from harvestman.documents.header.banners import CITED_AS, CITED_LINES
from harvestman.documents.header.front import Front
from harvestman.documents.header.joining import join_lines
from harvestman.documents.header.persons import BY_LOOKS, Person, is_same
from harvestman.documents.references.people import parse_names
from harvestman.text import fold
from harvestman.text.naming import is_possible
from harvestman.text.personal import is_name, looks_of

_TITLE_WORDS = 4
_PAUSES = string.whitespace + '\u00a0.,:“"()'
_YEAR = re.compile(r"(?:19|20)\d\d[a-z]?$")
_OTHERS = re.compile(r"(?i)\bet al\b|\band others\b|\bи др\b|\by otros\b")
_LONGEST = 600


def as_cited(front: Front, title: str, people: Sequence[Person]) -> list[Person]:
    """The people that the paper's own citation names, where that agrees with those who were found; else these."""
    for at, line in enumerate(front.lines):
        head = CITED_AS.match(line.line.text)
        if head is None or line.page > 1:
            continue
        lines = [one.line.text for one in front.lines[at : at + CITED_LINES]]
        names = _names_before(join_lines([lines[0][head.end() :], *lines[1:]])[:_LONGEST], title)
        if not names:
            continue
        found = [_known(name, people) or Person(name, at, 0, 0, (), BY_LOOKS) for name in names]
        agreed = sum(one in people for one in found)
        if 2 * agreed >= max(1, min(len(people), len(names))):
            return found
    return list(people)


def _names_before(text: str, title: str) -> list[str]:
    """Whole names before the title; none where they are shortened or not all told."""
    words = [re.escape(word) for word in title.split()[:_TITLE_WORDS]]
    place = re.search(r"\s+".join(words), text, re.IGNORECASE) if words else None
    if place is None:
        return []
    before = _YEAR.sub("", text[: place.start()].rstrip(_PAUSES)).rstrip(_PAUSES)
    names = [] if _OTHERS.search(before) else parse_names(before.lstrip(" .:"))
    is_whole = all(
        "," not in name and is_possible(name) and is_name(looks_of(name)) for name in names
    )
    return names if is_whole and len({fold(name) for name in names}) == len(names) else []


def _known(name: str, people: Sequence[Person]) -> Person | None:
    return next((one for one in people if is_same(one.name, name)), None)
