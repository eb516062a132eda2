"""Cyrillic that was stored in one alphabet and labelled with another, turned back letter by letter.

Old programs wrote Russian in windows-1251 (or KOI8-R, or Macintosh Cyrillic) and called it Latin-1: «Борис» comes out as
"Áîðèñ". A printer driver of Windows wrote glyph numbers instead of letters: «Институт» comes out as "ɂɧɫɬɢɬɭɬ", each letter
470 places too low. Both are one letter for one letter, so every place in the text stays what it was.
"""

from __future__ import annotations

import re
from functools import cache

_HIGH = re.compile(r"[À-ÿ¸¨¹]++")
_HIGH_PAIR = re.compile(r"[À-ÿ]{2}")
_SUSPECT = re.compile(r"[À-ÿ][À-ÿ][À-ÿ]")
_SUSPECT_SHIFTED = re.compile(r"[\u0210-\u02af][\u0210-\u02af][\u0210-\u02af]")
_SHIFTED = re.compile(r"[\u0210-\u02af]{3,}")
_SHIFT = 0x1D6
_WORD = re.compile(r"[^\W\d_]{3,}")
_TURNED = re.compile(r"(?<![A-Za-z])[À-ÿ¸¨¹]+(?![A-Za-z])")
_SHIFTED_LETTER = re.compile(r"[\u021b-\u0289]")
_ENCODINGS = ("cp1251", "koi8-r", "mac-cyrillic")
_FREQUENT = frozenset("оеаинтсрвл")
_ENOUGH_WORDS, _ENOUGH_SHARE = 5, 0.05


def find_turn(text: str) -> str:
    """How Cyrillic must be turned back in a text: the name of its encoding, "shift", or "" when nothing is wrong."""
    if not _SUSPECT.search(text) and not _SUSPECT_SHIFTED.search(text):
        return ""
    words = len(_WORD.findall(text))
    enough = max(_ENOUGH_WORDS, _ENOUGH_SHARE * words)
    # No language has words of three letters and more that are all accented.
    high = [word for word in _WORD.findall(text) if _is_high(word)]
    if len(high) >= enough:
        sample = " ".join(high[:500])
        best = max(_ENCODINGS, key=lambda name: _plausibility(_turned(sample, name)))
        return best if _plausibility(_turned(sample, best)) >= 0.4 else ""
    shifted = _SHIFTED.findall(text)
    if len(shifted) >= enough and _plausibility(_turned(" ".join(shifted[:500]), "shift")) >= 0.4:
        return "shift"
    return ""


def _is_high(word: str) -> bool:
    return _HIGH.fullmatch(word) is not None and bool(_HIGH_PAIR.search(word.rpartition("¹")[2]))


def turn_back(text: str, turn: str) -> str:
    """The text with its Cyrillic words turned back; Latin words stay, and so does the number of characters."""
    return _turned(text, turn) if turn else text


def _turned(text: str, turn: str) -> str:
    if turn == "shift":
        return _SHIFTED_LETTER.sub(lambda match: chr(ord(match.group()) + _SHIFT), text)
    table = _table(turn)
    return _TURNED.sub(lambda match: match.group().translate(table), text)


@cache
def _table(encoding: str) -> dict[int, str]:
    codes = (*range(0xC0, 0x100), 0xB8, 0xA8, 0xB9)
    return {code: bytes([code]).decode(encoding, "replace") for code in codes}


def _plausibility(text: str) -> float:
    """The share of the ten most frequent Russian letters: 0.6 in Russian, 0.3 in letters by chance."""
    signs = text.replace(" ", "").casefold()
    return sum(sign in _FREQUENT for sign in signs) / max(1, len(signs))
