"""Words of some kinds (`pages.wording`) that are looked for in many short texts: their first two letters tell that most texts have none."""

from __future__ import annotations

import re
from typing import Final

from harvestman.pages.wording import pattern, words_for
from harvestman.text.beginnings import Beginnings

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
        if not beginnings.may_be_in(text) or self._pattern is None:
            return False
        return self._pattern.search(text) is not None

    def may_begin(self, text: str) -> bool:
        """Whether a text may begin with one of them: surely not where this says no."""
        return (self._beginnings or self._read()).may_begin(text)

    def are(self, text: str) -> bool:
        """Whether a text is one of them."""
        if not self.may_begin(text) or self._pattern is None:
            return False
        return self._pattern.fullmatch(text) is not None
