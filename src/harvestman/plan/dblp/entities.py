"""The characters that dblp writes by name, from our own table; numbers by rule; nothing else is expanded.

The names are those of ISO 8879's Latin-1 set, which dblp's DTD declares. What a file declares itself is never looked at, so
that an entity made of entities stays the few letters it is written with.
"""

from __future__ import annotations

import re

# In the order of their code points, from U+00A0 on: sixteen a line.
_LATIN_1 = """
nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
"""
NAMED = {name: chr(0xA0 + place) for place, name in enumerate(_LATIN_1.split())} | {
    "amp": "&",
    "apos": "'",
    "gt": ">",
    "lt": "<",
    "quot": '"',
}
"""Every entity that is resolved by name."""

_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


def resolve(text: str) -> str:
    """The text with references replaced; a name that our table lacks stays as it is written."""
    return _REFERENCE.sub(_character, text) if "&" in text else text


def plain_text(raw: bytes, encoding: str) -> str:
    """The text of a field: markup dropped, references resolved, white space as single blanks."""
    text = raw.decode(encoding, errors="replace")
    if "<" in text:
        text = _TAG.sub("", text)
    return " ".join(resolve(text).split())


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return NAMED.get(name, match.group())
    code = int(decimal) if decimal else int(hexadecimal, 16)
    # What XML does not allow is no character: control characters, surrogates, numbers beyond Unicode.
    if code < 0x20 and code not in (0x9, 0xA, 0xD):
        return "\ufffd"
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
