"""What the codes of a PDF's fonts stand for: their letters and widths, as tables.

Letters are told by the font's own table to Unicode, by the names that its encoding gives them, or by the encoding within a Type 1 font.
A font of which none of these is known is `NotPlain` (ISO 32000-1, 9.6 to 9.10).
"""

from __future__ import annotations

import re
import sys
import unicodedata
from array import array
from functools import cache, lru_cache
from typing import Any

from harvestman.documents.files.pdf_objects import Dictionary, NotPlain, Objects

Font = tuple[int, bytes, bytes]
"""The bytes of a code; for each code its letter in UTF-16, and its width in thousandths as a float of 32 bits."""

_ENCODED = re.compile(rb"dup\s+(\d{1,3})\s*/(\S+)\s+put")
_CLEAR_BYTES = 12_000  # of a Type 1 font, before what is encrypted in it
_CODE = re.compile(rb"<\s*([0-9A-Fa-f]+)\s*>")
_PAIR = re.compile(_CODE.pattern + rb"\s*" + _CODE.pattern)
_RANGE = re.compile(_PAIR.pattern + rb"\s*(?:" + _CODE.pattern + rb"|\[([^\[\]]*)\])")
_NUMBERED = re.compile(r"u(?:ni)?([0-9A-F]{4,6})")
_CODES = 1 << 16
_MOST_CODES = 4 * _CODES  # that a table tells; those of real fonts tell each code once
_SPELT = {"ff": 0xFB00, "fi": 0xFB01, "fl": 0xFB02, "ffi": 0xFB03, "ffl": 0xFB04}
_NAMED = {
    "space": " ", "hyphen": "-", "minus": "-", "endash": "–", "emdash": "—", "quoteright": "’", "quoteleft": "‘",
    "quotedblleft": "“", "quotedblright": "”", "period": ".", "comma": ",", "colon": ":", "semicolon": ";", "slash": "/",
    "parenleft": "(", "parenright": ")", "bracketleft": "[", "bracketright": "]", "zero": "0", "one": "1", "two": "2",
    "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "dotlessi": "ı",
    "germandbls": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "oslash": "ø", "Oslash": "Ø", "lslash": "ł",
    "Lslash": "Ł", "at": "@", "percent": "%", "ampersand": "&", "underscore": "_", "equal": "=", "plus": "+",
}  # fmt: skip
_ACCENTS = {
    "acute": "\u0301", "grave": "\u0300", "circumflex": "\u0302", "dieresis": "\u0308", "tilde": "\u0303",
    "caron": "\u030c", "cedilla": "\u0327", "ring": "\u030a", "ogonek": "\u0328", "breve": "\u0306",
    "macron": "\u0304", "dotaccent": "\u0307", "hungarumlaut": "\u030b", "commaaccent": "\u0326",
}  # fmt: skip
_GREEK = {
    unicodedata.name(chr(code)).rsplit(" ", 1)[-1].lower(): chr(code)
    for code in range(0x3B1, 0x3CA)
}
_STANDARD = {code: chr(code) for code in range(32, 127)} | {
    39: "’",
    96: "‘",
    174: "\ufb01",
    175: "\ufb02",
    177: "–",
    208: "—",
}
_CODECS = {b"WinAnsiEncoding": "cp1252", b"MacRomanEncoding": "mac_roman"}


def read_font(objects: Objects, font: Dictionary) -> Font:
    """The tables of a font; NotPlain where they are not known."""
    kind = font.get(b"Subtype")
    if kind == b"Type0":
        return _composite(objects, font)
    if kind not in (b"Type1", b"TrueType", b"MMType1"):
        raise NotPlain("a font of its own kind")
    if b"ToUnicode" in font:
        known = {32: 32} | _unicode(objects.stream(font[b"ToUnicode"]))  # which often leaves it out
    else:
        known = _encoded(objects, font)
    widths, first = objects.of(font.get(b"Widths")), objects.of(font.get(b"FirstChar", 0))
    if not isinstance(widths, list) or not isinstance(first, int) or first < 0:
        raise NotPlain("no widths")  # as for the fourteen fonts that every reader has
    return 1, *_tables(known, [(first, widths)], standard=0.0, most=256)


def _composite(objects: Objects, font: Dictionary) -> Font:
    """A font with codes of two bytes, of which only a table to Unicode says what they are."""
    if font.get(b"Encoding") != b"Identity-H" or b"ToUnicode" not in font:
        raise NotPlain("codes of many kinds")
    inner = objects.of(font.get(b"DescendantFonts"))
    if not isinstance(inner, list) or len(inner) != 1:
        raise NotPlain("fonts within fonts")
    descendant = objects.dictionary(inner[0])
    told = objects.of(descendant.get(b"W")) or []
    widths: list[tuple[int, list[Any]]] = []
    place, left = 0, _MOST_CODES
    while place + 1 < len(told):
        first, following = told[place], objects.of(told[place + 1])
        if isinstance(following, list):
            widths.append((first, following))
            place += 2
        else:
            count = min(following, _CODES) + 1 - first
            left -= max(count, 0)
            if first < 0 or left < 0:
                raise NotPlain("too many codes")
            widths.append((first, [told[place + 2]] * count))
            place += 3
    known = _unicode(objects.stream(font[b"ToUnicode"]))
    standard = float(descendant.get(b"DW", 1000))
    return 2, *_tables(known, widths, standard=standard, most=_CODES)


def _tables(
    known: dict[int, int], widths: list[tuple[int, list[Any]]], *, standard: float, most: int
) -> tuple[bytes, bytes]:
    """Letters and widths of all codes up to the last one with a letter."""
    count = min(max(known, default=0) + 1, most)
    letters = array("H", bytes(2 * count))
    for code, letter in known.items():
        if code < count:
            letters[code] = letter
    table = array("f", [standard]) * count
    for first, some in widths:
        if 0 <= first < count:
            fitting = array("f", some[: count - first])
            table[first : first + len(fitting)] = fitting
    return letters.tobytes(), table.tobytes()


def _unicode(table: bytes) -> dict[int, int]:
    """The letters of codes by a table to Unicode, whose sections stand between "beginbfchar" or "beginbfrange" and "endbf…"."""
    found: dict[int, int] = {}
    left = _MOST_CODES
    for before in table.split(b"endbf")[:-1]:
        section = before.rpartition(b"beginbf")[2]
        if section.startswith(b"char"):
            for code, letter in _PAIR.findall(section):
                found[int(code, 16)] = _letter(letter)
            continue
        for first, last, begin, letters in _RANGE.findall(section):
            start, end = int(first, 16), min(int(last, 16), _CODES)
            left -= max(end - start, 0)
            if left < 0:
                raise NotPlain("too many codes")
            if begin:
                letter_code = _letter(begin)
                for code in range(start, end + 1):
                    found[code] = min(letter_code + code - start, 0xFFFD)
            else:
                for code, letter in zip(
                    range(start, end + 1), _CODE.findall(letters), strict=False
                ):
                    found[code] = _letter(letter)
    return found


@lru_cache(maxsize=4096)
def _letter(digits: bytes) -> int:
    """The one unit of UTF-16 that stands for what some digits say; 0 where there is none."""
    try:
        return _unit(bytes.fromhex(digits.decode()).decode("utf-16-be", "replace"))
    except ValueError:
        return 0


def _unit(text: str) -> int:
    if len(text) > 1 or text > "\uffff":
        text = unicodedata.normalize("NFC", text)
        if len(text) > 1:
            return _SPELT.get(text, 0)
        text = unicodedata.normalize("NFKC", text)
    return ord(text) if len(text) == 1 and text <= "\uffff" else 0


def _encoded(objects: Objects, font: Dictionary) -> dict[int, int]:
    """What the codes of a simple font stand for by its encoding."""
    encoding = objects.of(font.get(b"Encoding"))
    found: dict[int, int] = {}
    base = encoding.get(b"BaseEncoding") if isinstance(encoding, dict) else encoding
    if base in _CODECS:
        found = dict(_standard(_CODECS[base]))
    elif base is None:
        found = _own_encoding(objects, font)
    if isinstance(encoding, dict):
        code = 0
        for one in objects.of(encoding.get(b"Differences")) or []:
            if isinstance(one, int):
                code = one
            elif isinstance(one, bytes):
                found[code] = _named(one)
                code += 1
    if not found:
        raise NotPlain("an encoding of its own")
    return found


@cache
def _standard(codec: str) -> dict[int, int]:
    text = bytes(range(32, 256)).decode(codec, "replace")
    return {code: _unit(letter) for code, letter in enumerate(text, start=32)}


def _own_encoding(objects: Objects, font: Dictionary) -> dict[int, int]:
    """The encoding within a Type 1 font; the standard one for what is no symbol."""
    descriptor = objects.of(font.get(b"FontDescriptor"))
    if not isinstance(descriptor, dict):
        return {}
    if b"FontFile" in descriptor:
        clear = objects.stream(descriptor[b"FontFile"], _CLEAR_BYTES)
        if b"StandardEncoding def" not in clear:
            return {
                int(code): _named(name) for code, name in _ENCODED.findall(clear) if int(code) < 256
            }
    elif descriptor.get(b"Flags", 4) & 4:
        return {}  # within a font of another format
    return {code: ord(letter) for code, letter in _STANDARD.items()}


@lru_cache(maxsize=4096)
def _named(name: bytes) -> int:
    """The letter with a name (Adobe Glyph List), as far as words have it."""
    told = name.decode("latin-1").partition(".")[0]
    if len(told) == 1:
        return ord(told)
    if numbered := _NUMBERED.fullmatch(told):
        code = int(numbered[1], 16)
        return _unit(chr(code)) if code < sys.maxunicode else 0
    if told.lower() in _GREEK:
        letter = _GREEK[told.lower()]
        return ord(letter.upper() if told[0].isupper() else letter)
    if told[1:] in _ACCENTS:
        return _unit(unicodedata.normalize("NFC", told[0] + _ACCENTS[told[1:]]))
    return _SPELT.get(told) or ord(_NAMED.get(told, "\0"))
