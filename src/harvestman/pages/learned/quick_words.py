"""Words of some kinds (`pages.wording`) that are looked for in many short texts: their first letters tell that most texts have none."""

from __future__ import annotations

import re
from typing import Final

from harvestman.pages.wording import pattern, words_for
from harvestman.text.beginnings import IS_COMPILED, Beginnings

_PART: Final = "entries"


class QuickWords:
    """The words of some kinds; read when they are first asked for."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = kinds
        self._beginnings: Beginnings | None = None
        self._pattern: re.Pattern[str] | None = None

    def _read(self) -> Beginnings:
        words = [word for kind in self._kinds for word in words_for(_PART, kind)]
        self._pattern = pattern(_PART, *self._kinds)
        self._beginnings = Beginnings(words)
        return self._beginnings

    def are_in(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        beginnings = self._beginnings or self._read()
        if self._pattern is None:
            return False
        if not IS_COMPILED:
            return self._pattern.search(text) is not None
        at = beginnings.next_in(text, 0)
        while at >= 0:
            if self._pattern.match(text, at) is not None:
                return True
            at = beginnings.next_in(text, at + 1)
        return False

    def may_begin(self, text: str) -> bool:
        """Whether a text may begin with one of them: surely not where this says no."""
        return (self._beginnings or self._read()).may_begin(text)

    def are(self, text: str) -> bool:
        """Whether a text is one of them."""
        if not self.may_begin(text) or self._pattern is None:
            return False
        return self._pattern.fullmatch(text) is not None
