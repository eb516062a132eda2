"""Headings of sections, by what can be seen: known words, numbers that go on, larger, bold or capital letters.

Middle pages come without looks; there a heading has a known word, or a number that goes on from the headings before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median_low

from harvestman.documents.headings import heading_kind
from harvestman.documents.layout.lines import Line

LONGEST = 110
"""Letters of a heading's line."""

_LONGEST_UNNUMBERED = 80
_LONGEST_UNSEEN = 70

_NUMBERED = re.compile(
    r"(?:(?:Chapter|Section|Capítulo|Глава|Раздел|Kapitel)\s+)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-H])(?P<mark>[.):]?)\s+(?=[^\W\d_a-zа-яё]|[«\"“¿])"
)
_ROMAN = {"I": 1, "V": 5, "X": 10}
_ENDS_SENTENCE = re.compile(r"[.!?:;][\"”»)\]]?$")
_LETTER = re.compile(r"[^\W\d_]{2}")
_LEADER = re.compile(r"(?:\.\s?){4,}|…")


class Headlines:
    """Tells headings from other lines while going through a document from its beginning."""

    def __init__(self, flow: Sequence[Line]) -> None:
        sizes = [line.size for line in flow[:4_000] if line.size and len(line.text) > 30]
        self.body_size = median_low(sizes) if sizes else 0.0
        lengths = sorted(len(line.text) for line in flow[:6_000])
        self.usual_length = lengths[len(lengths) * 3 // 4] if lengths else 0
        """Letters of a line that is full."""
        self._last: list[int] = []

    def kind(self, line: Line, before: Line | None, after: Line | None) -> str | None:
        """The kind of section that the line opens ("section" when its words do not tell); None when it opens none."""
        text = line.text
        if (
            len(text) > LONGEST
            or text[0].islower()
            or text[-1] in "-,;"
            or not _LETTER.search(text)
            or _LEADER.search(text)
        ):
            return None
        known = heading_kind(text)
        number = _NUMBERED.match(text)
        stands_out = self.stands_out(line)
        if known is not None and (stands_out or number or self._is_apart(line, before)):
            self._note(number, restarts=True)
            return known
        if number is not None:
            if (
                text[-1] in ".:?"
                or not self._goes_on(number, restarts=stands_out)
                or not (stands_out or self._reads_like_heading(line, before, after))
            ):
                return None
            self._note(number, restarts=stands_out)
            return "section"
        is_section = (
            stands_out
            and len(text) <= _LONGEST_UNNUMBERED
            and not _ENDS_SENTENCE.search(text)
            and self._is_apart(line, before)
        )
        return "section" if is_section else None

    def _reads_like_heading(self, line: Line, before: Line | None, after: Line | None) -> bool:
        """Without looks: a short line between the end of a sentence and the beginning of the next one."""
        return (
            not line.size
            and len(line.text) <= _LONGEST_UNSEEN
            and _sentence_ended(before)
            and (
                after is None
                or not after.text[0].islower()
                or len(line.text) < 0.85 * self.usual_length
            )
        )

    def stands_out(self, line: Line) -> bool:
        """Whether a line is larger, bolder or in larger letters than the text."""
        if not line.size:
            return False
        if line.size >= 1.12 * self.body_size or (line.bold and line.size >= 0.95 * self.body_size):
            return True
        return line.text.isupper() and len(line.text) > 5

    @staticmethod
    def _is_apart(line: Line, before: Line | None) -> bool:
        if before is None or before.page != line.page:
            return True
        if line.size:
            return (
                before.block != line.block
                or before.column != line.column
                or before.size != line.size
            )
        return _sentence_ended(before)

    def _goes_on(self, found: re.Match[str], *, restarts: bool) -> bool:
        """Whether the number follows those before it: 3 or 2.5 or 2.4.1 after 2.4; 1 after the table of contents."""
        number = _number(found["number"])
        if number is None:
            return False
        last = self._last
        if not last or (restarts and number == [1]):
            return number in ([1], [0])
        depth = len(number)
        if depth > len(last) + 1:
            return False
        if depth == len(last) + 1:
            return number[:-1] == last and number[-1] in (0, 1)
        return number[:-1] == last[: depth - 1] and 0 < number[-1] - last[depth - 1] <= 2

    def _note(self, found: re.Match[str] | None, *, restarts: bool) -> None:
        if found is not None and self._goes_on(found, restarts=restarts):
            self._last = _number(found["number"]) or self._last


def _number(text: str) -> list[int] | None:
    if text[0].isdigit():
        return [int(part) for part in text.split(".")]
    if set(text) <= set(_ROMAN):
        values = [_ROMAN[letter] for letter in text]
        return [
            sum(
                -value if place + 1 < len(values) and values[place + 1] > value else value
                for place, value in enumerate(values)
            )
        ]
    return None


def _sentence_ended(before: Line | None) -> bool:
    return before is None or bool(_ENDS_SENTENCE.search(before.text)) or len(before.text) < 45
