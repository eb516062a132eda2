"""The words that personal names are made of: a list from DBLP (CC0) and training pages, made by `harvestman learn pages`."""

from __future__ import annotations

import gzip
from functools import cache

from harvestman.text.vocabulary import DATA

NAME_WORDS = DATA / "names.txt.gz"


@cache
def name_words() -> frozenset[str]:
    """All of them, in lower case without accents; read once."""
    try:
        return frozenset(gzip.decompress(NAME_WORDS.read_bytes()).decode("utf-8").split("\n"))
    except FileNotFoundError:
        return frozenset()
