r"""Text in LaTeX and back, as far as a bibliography needs it: characters that LaTeX would act on, and accents to read.

Everything else stays as it is, in UTF-8, which biber and every engine of today read. Braces are never written as `\{`:
BibTeX counts braces without regard to backslashes, so one alone would swallow the rest of the file.
"""

from __future__ import annotations

import re
import unicodedata

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: f"\\{character}" for character in "$&%#_"},
    }
)
_COMMANDS = {
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "lbrace": "{",
    "rbrace": "}",
} | dict(
    pair.split(":")
    for pair in "ss:ß o:ø O:Ø l:ł L:Ł ae:æ AE:Æ oe:œ OE:Œ aa:å AA:Å i:ı j:ȷ dh:ð th:þ".split()
)
# LaTeX's accent commands and the combining characters that they stand for, in the same order.
_ACCENTS = dict(
    zip(
        "`'^~\"=.uvHckrdb",
        "\u0300\u0301\u0302\u0303\u0308\u0304\u0307\u0306\u030c\u030b\u0327\u0328\u030a\u0323\u0331",
        strict=True,
    )
)
# An accent with its letter, a command with the blank or empty group that ends it, an escaped sign, a brace, a tie.
_TOKEN = re.compile(
    r"""
      \\(?P<sign>[`'^~"=.])\s*(?:\{\\?(?P<a>\w)\}|\\?(?P<b>\w))
    | \\(?P<mark>[uvHckrdb])(?:\s*\{\\?(?P<c>\w)\}|\s+\\?(?P<d>\w))
    | \\(?P<command>[A-Za-z]+)(?:\{\}|\s+|(?![A-Za-z]))
    | \\(?P<escaped>[^A-Za-z])
    | (?P<brace>[{}])
    | (?P<tie>~)
    """,
    re.VERBOSE,
)


def to_latex(text: str) -> str:
    """The text with every character escaped that LaTeX would act on."""
    return text.translate(_ESCAPES)


def from_latex(text: str) -> str:
    """The text that LaTeX would print; commands that are not known are left as they are, unless they only format."""
    return _TOKEN.sub(_printed, text)


def _printed(token: re.Match[str]) -> str:
    if accent := token["sign"] or token["mark"]:
        letter = token["a"] or token["b"] or token["c"] or token["d"]
        return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
    if command := token["command"]:
        is_formatting = token.string.startswith(
            "{", token.end()
        )  # \emph{…}: what it holds is the text
        return _COMMANDS.get(command, "" if is_formatting else token[0].removesuffix("{}"))
    return token["escaped"] or (" " if token["tie"] else "")
