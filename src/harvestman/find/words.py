"""Words that promise a paper: in addresses, titles and texts of links. Lists by language in `keywords/`, all of them used at once."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from harvestman.text import romanise


@cache
def words_of(section: str) -> frozenset[str]:
    """The words of a section in all languages, in Latin letters."""
    found: set[str] = set()
    for file in (files("harvestman.find") / "keywords").iterdir():
        if not file.name.endswith(".txt"):
            continue
        for line in file.read_text("utf-8").splitlines():
            name, _, rest = line.partition(":")
            if name == section:
                found.update(romanise(word) for word in rest.split())
    return frozenset(found)


WORD = re.compile(r"[^\W_]+")
FILE_WORDS = words_of("file")
"""What links to files say."""
PAGE_WORDS = words_of("page")
"""What pages with links to papers are called."""
CORRECTION_WORDS = words_of("correction")
"""What a document that only corrects another calls itself."""
