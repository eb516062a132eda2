"""Key dates by folds of sites: each site is read without the words that only it uses.

Nothing is trained to read dates, but the lists of words grew by looking at misses. So the sites are parted into folds, and the pages
of a fold are read without every word of the lists that no page of the other folds has: what they would be if nobody had seen
them. Words that any caller for papers would have listed are left out too, so the figures are rather low than high.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

from harvestman.learn.dates_eval import judge_dates, read_gold, read_row, text_of
from harvestman.model import Plain
from harvestman.pages.dates import word_list
from harvestman.text import unaccent

_WORD = re.compile(r"[^\W\d_]+")


def judge_dates_by_folds(folder: Path, *, folds: int) -> Plain:
    """The figures of all splits of a folder, each page read without the words that only pages of its own fold have."""
    rows = read_gold(folder / "gold.jsonl", None)
    places = [crc32(site_of(row).encode()) % folds for row in rows]
    used: list[set[str]] = [set() for _ in range(folds)]
    for row, place in zip(rows, places, strict=True):
        used[place] |= terms_in(text_of(folder, row))
    own = [
        frozenset(used[place].difference(*(used[:place] + used[place + 1 :])))
        for place in range(folds)
    ]
    place_of = {id(row): place for row, place in zip(rows, places, strict=True)}
    figures = judge_dates(
        rows, read=lambda row: read_row(folder, row, without=own[place_of[id(row)]])
    )
    return figures | {"folds": folds, "words_left_out": [len(words) for words in own]}


def site_of(row: Mapping[str, Any]) -> str:
    """The site that a page belongs to: the host of its address, or where it was taken from."""
    host = urlsplit(str(row.get("url") or "")).hostname
    return (
        host or f"{row.get('source') or ''} {row['file'] if row.get('kind') == 'cfp-text' else ''}"
    )


def terms_in(text: str) -> set[str]:
    """The words and phrases of the lists whose every word stands in a text."""
    words = sorted(set(_WORD.findall(unaccent(text))))
    return {term for term in word_list() if all(_has(words, word) for word in _parts(term))}


def _parts(term: str) -> Iterable[str]:
    return (word for word in unaccent(term).split() if word != "~")


def _has(words: list[str], wanted: str) -> bool:
    """Whether one of the words that a bar parts is among the words; "paper*" stands for all that begin so."""
    for word in wanted.split("|"):
        stem = word.removesuffix("*")
        at = bisect_left(words, stem)
        found = words[at] if at < len(words) else ""
        if found.startswith(stem) if word.endswith("*") else found == stem:
            return True
    return False
