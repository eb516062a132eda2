"""Glyph numbers that were stored instead of letters, turned back word by word.

Printer drivers of Windows wrote a TrueType font's glyph numbers and no table of letters: "the" comes out as "WKH", each letter
29 places too low. The usual fonts have their glyphs in the order of the Macintosh's alphabet (Apple, TrueType Reference Manual,
"post" table), so every number is known. Only some fonts of a file are stored so: words are judged one by one.
"""

from __future__ import annotations

import re

_FREQUENT = "WKH RI DQG WR LQ GH HO OD TXH HQ ORV GHU GLH XQG OHV GHV".split()
"""the, of, and, to, in, de, el, la, que, en, los, der, die, und, les, des."""
_TELLING = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_FREQUENT)})(?![A-Za-z])")
_ENOUGH = 3
_LINE = re.compile(r"[^\r\n]+")
_LETTERS = str.maketrans(
    {
        **{number: chr(number + 29) for number in range(3, 98) if number != 32},
        **{number: bytes([number + 30]).decode("mac_roman") for number in range(98, 199)},
        **{number: bytes([number + 31]).decode("mac_roman") for number in range(199, 225)},
    }
)
_SMALL = re.compile(r"[a-z]")
_VOWEL = re.compile(r"[aeiouyáéíóúàèäöüâêîô]", re.IGNORECASE)
_ODD = re.compile(r"[^\w.,;:()\"'“”‘’«»¿?¡!/&%–—@+-]|[_åÅ]")


def has_glyph_numbers(text: str) -> bool:
    """Whether a page has words of glyph numbers: frequent short words in that disguise."""
    # Counting is ten times as fast as the pattern, and enough for nearly every page.
    is_likely = sum(map(text.count, _FREQUENT)) >= _ENOUGH
    return is_likely and len(_TELLING.findall(text)) >= _ENOUGH


def letters_of_glyphs(text: str) -> str:
    """The page with such words turned back; the number of characters stays."""
    return _LINE.sub(_turned, text)


def _turned(match: re.Match[str]) -> str:
    """A line's words, each as it is or turned back; those too short to tell go with the one before."""
    words = re.split(r"( +)", match.group())
    judged = [_judge(word) for word in words]
    if True not in judged:
        return match.group()
    first = next(verdict for verdict in judged if verdict is not None)
    shown: list[str] = []
    for word, verdict in zip(words, judged, strict=True):
        first = first if verdict is None else verdict
        shown.append(word.translate(_LETTERS) if first else word)
    return "".join(shown)


def _judge(word: str) -> bool | None:
    """Whether a word reads better turned back; None when it is too short to say."""
    if len(word) < 4 or word.isspace():
        return None
    turned = word.translate(_LETTERS)
    if _ODD.search(turned):
        return False
    before, after = _likeness(word), _likeness(turned)
    return None if abs(before - after) < 0.2 else after > before


def _likeness(word: str) -> float:
    """How much a word is like a written one: mostly small letters, a vowel to every other one, few odd signs."""
    small = len(_SMALL.findall(word))
    if small < 3:
        return 0.0
    vowels = len(_VOWEL.findall(word)) / len(word)
    odd = len(_ODD.findall(word)) / len(word)
    return small / len(word) - 2 * odd - (0.3 if not 0.15 <= vowels <= 0.7 else 0.0)
