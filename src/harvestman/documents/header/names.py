"""The single names of a line of authors."""

from __future__ import annotations

import unicodedata

from harvestman.documents.references import parse_names
from harvestman.text.naming import MARKS, clean_name

_LONGEST_LINE = 4_000  # characters


def parse_header_names(text: str) -> list[str]:
    """The single names of a line of authors: "Ana Ruiz¹,*, Dr. Juan Gil² and J. Roa" is three."""
    bare = MARKS.sub(" ", unicodedata.normalize("NFKC", text[:_LONGEST_LINE]))
    return [name for found in parse_names(bare) if (name := clean_name(found))]
