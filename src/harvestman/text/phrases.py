"""Lists of words and phrases by kind, read from a folder with one file a language: "kind: word, phrase, stem*"."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from harvestman.text.lexicon import words_of


class PhraseLists:
    """The words and phrases of all languages, by kind."""

    def __init__(self, folder: Traversable) -> None:
        self._kinds: dict[str, dict[str, list[tuple[tuple[str, ...], bool]]]] = {}
        self._shortest: dict[str, int] = {}
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".txt"):
                for line in entry.read_text(encoding="utf-8").splitlines():
                    self._add(line)

    def _add(self, line: str) -> None:
        kind, colon, entries = line.partition(":")
        if not colon or line.startswith("#"):
            return
        for one in entries.split(","):
            words = tuple(words_of(one.rstrip("*")))
            if not words:
                continue
            is_open = one.rstrip().endswith("*")
            self._kinds.setdefault(kind, {}).setdefault(words[0], []).append((words, is_open))
            if is_open and len(words) == 1:
                least = self._shortest.get(kind, len(words[0]))
                self._shortest[kind] = min(least, len(words[0]))

    def says(self, kind: str, text: str) -> bool:
        """Whether a word or phrase of that kind stands in a text."""
        return self.find(kind, words_of(text)) is not None

    def find(self, kind: str, words: list[str]) -> int | None:
        """The place of the first word or phrase of that kind among words; None where there is none."""
        phrases = self._kinds[kind]
        shortest = self._shortest.get(kind)
        for place, word in enumerate(words):
            if any(_stands(phrase, words, place) for phrase, _ in phrases.get(word, ())):
                return place
            if shortest is None:
                continue
            for length in range(shortest, len(word)):
                if any(open_ for _, open_ in phrases.get(word[:length], ())):
                    return place
        return None


def _stands(phrase: tuple[str, ...], words: list[str], place: int) -> bool:
    return tuple(words[place : place + len(phrase)]) == phrase
