"""Finding the phrases of a word list in running words, all lists in one pass.

A list is a file: `SIGN LANGUAGE: phrase | phrase`; a "*" at a word's end stands for any ending. The languages of one sign
are joined: a title page does not say which language it is in, and many mix two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harvestman.text.folding import words


@dataclass(frozen=True, slots=True)
class _Phrase:
    sign: str
    words: tuple[str, ...]


class WordLists:
    """The phrases of one file, found by their first words."""

    def __init__(self, path: Path) -> None:
        self._whole: dict[str, list[_Phrase]] = {}
        self._begun: dict[str, list[_Phrase]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                key, _, values = line.partition(":")
                for phrase in values.split("|"):
                    self._add(key.split()[0], phrase)
        self._lengths = sorted({len(start) for start in self._begun})

    def _add(self, sign: str, phrase: str) -> None:
        parts = tuple(
            part for word in phrase.split() for part in (*_folded(word),) if part.strip("*")
        )
        if not parts:
            return
        first = parts[0]
        table = self._begun if first.endswith("*") else self._whole
        table.setdefault(first.rstrip("*"), []).append(_Phrase(sign, parts))

    def found(self, tokens: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """The signs in a sequence of folded words, each with the place of its phrase and the words it takes."""
        whole, begun, lengths = self._whole, self._begun, self._lengths
        for place, token in enumerate(tokens):
            known = whole.get(token)
            if known:
                yield from _matches(known, tokens, place)
            for length in lengths:
                if length > len(token):
                    break
                known = begun.get(token[:length])
                if known:
                    yield from _matches(known, tokens, place)


def _folded(word: str) -> list[str]:
    parts = words(word.rstrip("*"))
    return [*parts[:-1], parts[-1] + "*"] if word.endswith("*") and parts else parts


def _matches(
    phrases: Sequence[_Phrase], tokens: Sequence[str], place: int
) -> Iterator[tuple[str, int, int]]:
    for phrase in phrases:
        end = place + len(phrase.words)
        if end <= len(tokens) and all(
            token.startswith(word[:-1]) if word[-1] == "*" else token == word
            for token, word in zip(tokens[place:end], phrase.words, strict=True)
        ):
            yield phrase.sign, place, len(phrase.words)
