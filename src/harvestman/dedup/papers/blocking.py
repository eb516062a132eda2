"""Blocks: which papers are worth comparing at all. Two papers are compared when they share one of these keys.

Every variant that we want to recognise must leave one key as it is: an identifier; the family name of any author (by its sound)
with the beginning of the title; two of the title's longest words, which are nearly always its rarest; the title's first
words; the file that one links and the other is. Keys that very many papers share name no block: the store leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from harvestman.dedup.papers.marks import little_words
from harvestman.dedup.papers.people import family_sounds
from harvestman.dedup.papers.records import Record
from harvestman.dedup.papers.titles import main_words, title_words
from harvestman.text import sound

_MAX_AUTHORS = 6
_MAX_TITLES = 4
_START_LETTERS = 6
_LONG_WORDS = 3
_LEAST_WORD = 5  # letters


def block_keys(record: Record) -> frozenset[str]:
    """The blocks that a paper stands in."""
    keys = {f"doi:{doi}" for doi in record.dois} | {f"arxiv:{arxiv}" for arxiv in record.arxivs}
    keys |= {f"file:{file}" for file in (*record.files, *record.sources) if _is_file(file)}
    families = {
        name
        for authors in record.authors
        for author in authors[:_MAX_AUTHORS]
        for name in family_sounds(author)
        if len(name) > 1
    }
    for title in record.titles[:_MAX_TITLES]:
        whole, before = title_words(title), main_words(title)
        words = _telling(whole)
        rows = (words,) if before == whole else (words, _telling(before))
        start = sound("".join(words)[:20])[:_START_LETTERS]
        if start:
            keys |= {f"name:{family}|{start}" for family in families}
        if len(words) >= 3:
            keys.add(f"start:{' '.join(words[:3])}")
        keys |= {f"pair:{x}|{y}" for row in rows for x, y in _rare_pairs(row)}
    return frozenset(keys)


def _is_file(address: str) -> bool:
    return address.lower().partition("?")[0].endswith((".pdf", ".ps", ".gz", ".doc", ".docx"))


def _telling(words: tuple[str, ...]) -> tuple[str, ...]:
    little = little_words()
    return tuple(word for word in words if word not in little)


def _rare_pairs(words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Pairs of the longest words: a misprint in one of them leaves a pair of the others."""
    longest = sorted(set(words), key=lambda word: (-len(word), word))[:_LONG_WORDS]
    yield from combinations(sorted(w for w in longest if len(w) >= _LEAST_WORD), 2)
