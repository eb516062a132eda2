"""Which of many words stand in a text, told by one pass over it: a hundred words cost a twelfth of a hundred searches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ahocorasick_rs import AhoCorasick, BytesAhoCorasick, Implementation

_MOST_WORDS: Final = 2_000
_ASKS_A_BUILD: Final = 200  # searches, at 5 µs each, cost as much as making a new one for all words

_NONE: Final[frozenset[str]] = frozenset()


class ManyWords:
    """Words that are looked for together."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = frozenset(words)
        self._numbered = tuple(self.words)
        self._search = AhoCorasick(
            self._numbered, implementation=Implementation.DFA, store_patterns=False
        )

    def within(self, text: str) -> frozenset[str]:
        """Those of the words that stand anywhere in a text, inside of others as well."""
        try:
            found = self._search.find_matches_as_indexes(text, overlapping=True)
        except UnicodeEncodeError:  # half a character, of a broken script
            return frozenset(word for word in self.words if word in text)
        if not found:
            return _NONE
        return frozenset([self._numbered[number] for number in {match[0] for match in found}])

    def places(self, text: str) -> list[int]:
        """Where the words begin that stand in a text, in the order of their ends."""
        try:
            found = self._search.find_matches_as_indexes(text, overlapping=True)
        except UnicodeEncodeError:
            whole = text.encode("utf-8", "replace").decode("utf-8")  # of the same length
            found = self._search.find_matches_as_indexes(whole, overlapping=True)
        return [match[1] for match in found]


class ManyPlainWords:
    """Words of ASCII that are looked for together in bytes: half the time of a search in text that has other letters, too."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = frozenset(words)
        self._numbered = tuple(self.words)
        self._search = BytesAhoCorasick(
            [word.encode("ascii") for word in self._numbered], implementation=Implementation.DFA
        )

    def within(self, text: bytes) -> frozenset[str]:
        """Those of the words that stand anywhere in a text, inside of others as well."""
        found = self._search.find_matches_as_indexes(text, overlapping=True)
        return frozenset([self._numbered[number] for number in {match[0] for match in found}])


class AskedWords:
    """Words of ASCII that somebody asks for in one text after another: those that were asked for often enough are looked for together."""

    def __init__(self) -> None:
        self._together = ManyPlainWords()
        self._apart: set[str] = set()
        self._asks = 0

    def together(self) -> ManyPlainWords:
        """The words to look for in the next text at once."""
        if self._asks >= _ASKS_A_BUILD:
            self._together = ManyPlainWords(self._together.words | self._apart)
            self._apart, self._asks = set(), 0
        return self._together

    def is_within(self, word: str, text: bytes) -> bool:
        """Whether a word that is not among those stands in a text."""
        if len(self._together.words) + len(self._apart) < _MOST_WORDS:
            self._apart.add(word)
            self._asks += 1
        return word.encode("ascii") in text
