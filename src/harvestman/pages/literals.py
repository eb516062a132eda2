"""Data as people write it in scripts: `var papers = [{title: 'Oak', authors: ["A. Alder",]}, …]`, read without running anything.

More than JSON is understood: single quotes and backticks, names without quotes, trailing commas, comments, texts joined by `+`,
`undefined`. Whatever is no plain data (a call, a variable, a function) ends the value, and the value is then none. The reading is one
walk over the text without recursion, and it never goes back: the time grows with the length of the text and no faster.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

MAX_DEPTH: Final = 60
MAX_PARTS: Final = 500_000  # texts, numbers, brackets of one script

_SKIPPED: Final = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z))++")
_TOKEN: Final = re.compile(
    r"(?P<mark>[\[\]{}:,])"
    r"|(?P<text>\"(?:[^\"\\\n]++|\\[\s\S])*+\"|'(?:[^'\\\n]++|\\[\s\S])*+'|`(?:[^`\\]++|\\[\s\S])*+`)"
    r"|(?P<number>-?+(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?+\d++)?+)(?![\w$])"
    r"|(?P<word>[A-Za-z_$][\w$]*+)"
)
_JOINED: Final = re.compile(r"\s*+\+\s*+(?=[\"'`])")
_ESCAPE: Final = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))"
)
_ESCAPED: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "",
    "\n": "",
}
_WORDS: Final[dict[str, Any]] = {"true": True, "false": False, "null": None, "undefined": None}
# What stands before data: a name that it is given to, a call that it is handed to, a module's one value.
# The first letters come first of all, so that the search tries nothing at most letters of a script: a fifth of its time.
_BEGINS: Final = re.compile(
    r"[=(drJ](?:(?:(?<=[=(])|(?<=d)(?<!\w.)efault\b|(?<=r)(?<!\w.)eturn\b)\s*+(?=[\[{])|(?<=J)(?<!\w.)SON\.parse\(\s*+(?=[\"'`]))",
    re.DOTALL,
)
_GREATEST: Final = 0x10FFFF


class _NoData(ValueError):
    """What stands there is no plain data."""


def values_in(text: str) -> Iterator[Any]:
    """The lists and objects of plain data in a script, the outermost ones, in their order."""
    walk = _Walk(text)
    for begins in _BEGINS.finditer(text):
        if begins.end() < walk.at:
            continue  # inside of what was read already
        walk.at = begins.end()
        try:
            value = walk.value()
            if isinstance(value, str):
                value = json.loads(value)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, (list, dict)):
            yield value


class _Walk:
    """One walk over a script; `at` only ever grows."""

    def __init__(self, text: str) -> None:
        self.at = 0
        self._text = text
        self._left = MAX_PARTS

    def value(self) -> Any:
        """The value that begins here; `_NoData` when it is none."""
        open_: list[tuple[list[Any] | dict[str, Any], str]] = []
        """The lists and objects that are not closed yet, each with the name under which its owner has it."""
        key = ""
        token = self._next()
        while True:
            if token["mark"] in ("[", "{"):
                if len(open_) >= MAX_DEPTH:
                    raise _NoData
                open_.append(([] if token["mark"] == "[" else {}, key))
                is_first, value = True, None
            else:
                is_first, value = False, self._atom(token)
            while True:
                # `value` is whole, unless a list or object has just been opened.
                if not is_first:
                    if not open_:
                        return value
                    _put(open_[-1][0], key, value)
                token = self._next()
                if token["mark"] == "," and not is_first:
                    token = self._next()
                elif token["mark"] not in ("]", "}") and not is_first:
                    raise _NoData
                owner = open_[-1][0]
                if token["mark"] != ("]" if isinstance(owner, list) else "}"):
                    break
                value, key = open_.pop()
                is_first = False
            if isinstance(owner, dict):
                key = self._key(token)
                token = self._next()

    def _next(self) -> re.Match[str]:
        if skipped := _SKIPPED.match(self._text, self.at):
            self.at = skipped.end()
        token = _TOKEN.match(self._text, self.at)
        self._left -= 1
        if token is None or self._left < 0:
            raise _NoData
        self.at = token.end()
        return token

    def _key(self, token: re.Match[str]) -> str:
        if token["mark"] or self._next()["mark"] != ":":
            raise _NoData
        return _plain(token["text"]) if token["text"] else token["number"] or token["word"]

    def _atom(self, token: re.Match[str]) -> Any:
        """A text, with those that are joined to it, a number or one of the known words."""
        if token["text"]:
            parts = [_plain(token["text"])]
            while joined := _JOINED.match(self._text, self.at):
                self.at = joined.end()
                parts.append(_plain(self._next()["text"] or ""))
            return "".join(parts)
        if token["number"]:
            number = token["number"]
            return (
                int(number) if number.lstrip("-").isdigit() and len(number) < 19 else float(number)
            )
        if token["word"] in _WORDS:
            return _WORDS[token["word"]]
        raise _NoData


def _put(owner: list[Any] | dict[str, Any], key: str, value: Any) -> None:
    if isinstance(owner, list):
        owner.append(value)
    else:
        owner[key] = value


def _plain(quoted: str) -> str:
    """What a quoted text says."""
    inner = quoted[1:-1]
    if quoted[0] == "`" and "${" in inner:
        raise _NoData
    if "\\" not in inner:
        return inner
    plain = _ESCAPE.sub(_unescaped, inner)  # signs beyond U+FFFF may be written as two halves
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return chr(number) if number <= _GREATEST else "\ufffd"
    return _ESCAPED.get(match[4], match[4])
