"""Characters as printed files have them, made into Unicode text that can be read and compared."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c",
    "˚": "\u030a", "¯": "\u0304", "˘": "\u0306", "˙": "\u0307", "˝": "\u030b", "¸": "\u0327",
}  # fmt: skip
"""TeX's old fonts print an accent and its letter as two characters, the accent first."""
_ACCENTED = re.compile(r"([´¨ˆ˜ˇ˚¯˘˙˝¸])([A-Za-zıȷ])|(?<=\w)([`])([aeiouAEIOU])(?=\w)")
_CEDILLA = re.compile("([cCsStT])¸")
_HALVES = re.compile("[\ud800-\udfff]")
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_BULLETS = frozenset(range(0xF0A0, 0xF0FF))
_ODD = re.compile(
    "[\ufb00-\ufb06\ufffe\u00ad\u0000-\u001f\u007f-\u009f\u2010\u2011\u200b-\u200f\ufeff\u2060]"
)
_REMARKABLE = re.compile(
    "[\ud800-\udfff\ue000-\uf8ff\ufb00-\ufb06\ufffe\u00ad\u0000-\u001f\u007f-\u009f\u2010\u2011\u200b-\u200f\ufeff\u2060"
    "´¨ˆ˜ˇ˚¯˘˙˝¸`]"
)
"""What any of the patterns here needs: most lines have none of it."""
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st",
    "\ufb06": "st", "\ufffe": "-", "\u2010": "-", "\u2011": "-",
}  # fmt: skip
ACCENTS = frozenset(_ACCENTS)

_CODES = str.maketrans({
    "\x0b": "\ufb00", "\x0c": "\ufb01", "\x0e": "\ufb03", "\x0f": "\ufb04",  # OT1, TeX's first encoding
    "\x1b": "\ufb00", "\x1c": "\ufb01", "\x1d": "\ufb02", "\x1e": "\ufb03", "\x1f": "\ufb04",  # T1
    "\x10": "“", "\x11": "”", "\x13": "«", "\x14": "»", "\x15": "–", "\x16": "—",
})  # fmt: skip
_CODE = re.compile(r"[\x0b\x0c\x0e-\x11\x13-\x16\x1b-\x1f]")
_LONE = re.compile(r"\r(?!\n)")
_LONE_C = 0.006
"""Some drivers number "c" 13 and "]" 0x2104; "c" is one letter of forty, the "fl" that has number 13 in OT1 one of a thousand."""
_OT1 = re.compile(r"[A-Za-z][\x0b\x0c\x0e][a-z]")
_OT1_SIGNS = re.compile(r"(?<=\w)\{(?=\w)|\\(?=\w)|(?<=[\w.,?!])\"|(?<=[a-z])\r(?=[a-z])|\|(?=\w)")
_OT1_MEANT = {"{": "–", "\\": "“", '"': "”", "\r": "\ufb02", "|": "—"}


def restore_codes(text: str) -> str:
    """TeX's own codes made into the letters they stand for, one for one.

    Fonts drawn as pictures of letters have no names for them: "o\x0ecial" is "official", "TREC{3" is "TREC–3".
    """
    if not _CODE.search(text) and text.count("\r") == text.count("\r\n"):
        return text
    lone = len(_LONE.findall(text))
    if lone > 5 and lone > _LONE_C * len(text):
        text = _LONE.sub("c", text).replace("\u2104", "]")
    if _OT1.search(text):
        text = _OT1_SIGNS.sub(lambda match: _OT1_MEANT[match.group()], text)
    return text.translate(_CODES)


def tidy(text: str, *, is_printed: bool = True) -> str:
    """Text with ligatures opened, controls dropped, in NFC; a hyphen at its end is "-".

    Where the text comes from a printed page, accents before their letters are put on them; elsewhere "Let´s" is meant.
    """
    if text.isascii() and text.isprintable():
        return text
    if not _REMARKABLE.search(text):
        return unicodedata.normalize("NFC", text)
    if _HALVES.search(text):  # the two units of one character, as PDFium counts them
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if text.endswith("\u00ad"):
        text = text[:-1] + "-"
    text = _ODD.sub(lambda match: _LIGATURES.get(match.group(), ""), text)
    text = _PRIVATE.sub(_private, text)
    if is_printed:
        text = _CEDILLA.sub(lambda match: accented(match.group(1), "¸"), text)
        text = _ACCENTED.sub(_compose, text).replace("/˜", "/~")
    return unicodedata.normalize("NFC", text)


def accented(letter: str, accent: str) -> str:
    """A letter with an accent on it; the letter alone where there is no such letter."""
    plain = {"ı": "i", "ȷ": "j"}.get(letter, letter)
    composed = unicodedata.normalize("NFC", plain + _ACCENTS[accent])
    return composed if len(composed) == 1 else letter


def _compose(match: re.Match[str]) -> str:
    accent, letter = match.group(1) or match.group(3), match.group(2) or match.group(4)
    composed = accented(letter, accent)
    return composed if composed != letter else match.group()


def _private(match: re.Match[str]) -> str:
    """Symbol fonts put their signs at U+F000 and up: letters are meant as they stand, high ones are mostly bullets."""
    code = ord(match.group())
    if 0xF020 <= code < 0xF07F:
        return chr(code - 0xF000)
    return "•" if code in _BULLETS else ""
