"""What the file says of itself (PDF Info, XMP, a Word file's properties), as far as it can be believed.

On our 221 training files a property title that stands on the first pages is right in 12 of 20 cases, one that does not in none
of 60: it is the name of a file, of a template, or of another document. So only what is also printed is believed.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from harvestman.documents.layout.lines import Layout
from harvestman.text import find_doi, fold, squeeze

_FIRST_PAGES = 2
_MIN_LETTERS = 8  # a shorter one stands on any page by chance
_MAX_TITLE = 400
_NAMES = re.compile(
    r"(?:(?<!\s)\s+)?(?:[;\n]|,(?!\s*(?:jr|sr|ii|iii)\b)|\s(?:and|y|und|et|и|&)\s)\s*",
    re.IGNORECASE,
)
_NAME_WORDS = range(2, 6)


def printed_title(layout: Layout) -> str:
    """The title in the file's properties when it is one and stands on the first pages; else ""."""
    title = squeeze(layout.properties.title)
    if len(title) > _MAX_TITLE or is_empty_title(title):
        return ""
    folded = fold(title)
    is_printed = len(folded) >= _MIN_LETTERS and folded in fold(first_text(layout))
    return title if is_printed else ""


def printed_authors(layout: Layout) -> tuple[str, ...]:
    """The authors in the file's properties when all of them stand on the first pages; else ()."""
    names = [squeeze(name) for name in _NAMES.split(layout.properties.author) if name.strip()]
    if not names or any(len(name.split()) not in _NAME_WORDS for name in names):
        return ()
    printed = fold(first_text(layout))
    return tuple(names) if all(fold(name) in printed for name in names) else ()


def property_doi(layout: Layout) -> str:
    """The DOI in the file's properties; publishers write it there, nobody else does."""
    properties = layout.properties
    for text in (properties.doi, properties.subject, properties.title):
        if doi := find_doi(text):
            return doi
    return ""


def is_empty_title(title: str) -> bool:
    """Whether a title says nothing about the document: "Microsoft Word - paper.doc"."""
    return (
        not any(c.isalpha() for c in title) or _empty_titles().fullmatch(title.strip()) is not None
    )


def first_text(layout: Layout) -> str:
    """The text of the first pages."""
    return "\n".join(line.text for page in layout.pages[:_FIRST_PAGES] for line in page.lines)


@cache
def _empty_titles() -> re.Pattern[str]:
    text = files(__package__).joinpath("data", "empty_titles.txt").read_text("utf-8")
    patterns = [line for line in text.splitlines() if line and not line.startswith("#")]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
