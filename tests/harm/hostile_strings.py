"""Strings made to keep a regular expression busy, from the expression itself.

An expression backtracks where it repeats something. So each of its repetitions is reached by a shortest text that leads to it, fed with
every sign that it takes, and then disappointed. A fixed list of what strangers write (spaces, brackets, "et al.") comes on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as sre
from re import _parser
from typing import Any

_SIGNS = " a1,.-'\"([<&\nAЯ/:;_)]>—é\t{}@=%"
_MANY = 30  # a repetition that ends sooner cannot cost much
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_SINGLE = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)

COMMON = (
    *(" ", "\t", "\n", " \n", "(", "[", "<", "{", ")", "]", "}", ",", ";", ".", ":", "::", "-", "– ", "'", '"', "&", "/", "=", "%41"),
    *("a", "A", "О", "1", "1.", "1-1 ", "1/1/", "(a", "[1", "a.", "a-", "a@", "A. ", "A., ", ". ", ", ", "and ", "&amp;", "<a ", "\\"),
    *("et al. ", "et al., ", "http://", "January 1, ", "Иванов И.И., "),
)  # fmt: skip


def hostile_parts(pattern: re.Pattern[Any]) -> list[tuple[str, str]]:
    """Beginnings and what to repeat behind each."""
    given = pattern.pattern
    text = given.decode("latin-1") if isinstance(given, bytes) else given
    flags = pattern.flags & ~re.UNICODE if isinstance(given, bytes) else pattern.flags
    tree = _parser.parse(text, flags)
    found: dict[tuple[str, str], None] = {}
    for least in (0, 1):
        for choice in (0, 1):
            found |= dict.fromkeys(_parts(tree, "", least, choice))
    return list(found | dict.fromkeys(("", piece) for piece in COMMON))


def _parts(tree: Any, before: str, least: int, choice: int) -> Iterator[tuple[str, str]]:
    """Every way to feed a repetition of the tree, with the text that leads to it."""
    for operator, value in tree:
        if operator is sre.BRANCH:
            for branch in value[1]:
                yield from _parts(branch, before, least, choice)
        elif operator is sre.SUBPATTERN:
            yield from _parts(value[3], before, least, choice)
        elif operator is sre.ATOMIC_GROUP:
            yield from _parts(value, before, least, choice)
        elif operator in (sre.ASSERT, sre.ASSERT_NOT) and value[0] > 0:
            yield from _parts(value[1], before, least, choice)
        elif operator in _REPEATS:
            body = value[2]
            if value[1] > _MANY:
                yield from _fed(body, before)
            yield from _parts(body, before, least, choice)
        before += _shortest([(operator, value)], least, choice)


def _fed(body: Any, before: str) -> Iterator[tuple[str, str]]:
    if len(body) == 1 and body[0][0] in _SINGLE:
        signs = [sign for sign in _SIGNS if _takes(body[0][0], body[0][1], sign)] or [
            _one(*body[0])
        ]
        yield from ((before, sign) for sign in signs)
        yield "", before + signs[0]
        return
    for least in (0, 1):
        for choice in (0, 1, 2):
            piece = _shortest(body, least, choice)
            if piece:
                yield before, piece
                yield "", before + piece


def _shortest(tree: Any, least: int, choice: int) -> str:
    """A short text that the tree matches: its optional parts `least` times, of alternatives the one of `choice`."""
    text = ""
    for operator, value in tree:
        if operator in _SINGLE:
            text += _one(operator, value)
        elif operator is sre.BRANCH:
            text += _shortest(value[1][choice % len(value[1])], least, choice)
        elif operator is sre.SUBPATTERN:
            text += _shortest(value[3], least, choice)
        elif operator is sre.ATOMIC_GROUP:
            text += _shortest(value, least, choice)
        elif operator in _REPEATS:
            times = max(value[0], min(least, value[1]))
            text += _shortest(value[2], least, choice) * times
    return text


def _one(operator: Any, value: Any) -> str:
    """A sign that a single step takes."""
    if operator is sre.LITERAL:
        return chr(value)
    for sign in "a 1A" + _SIGNS:
        if _takes(operator, value, sign):
            return sign
    for kind, inner in value if operator is sre.IN else ():
        if kind is sre.LITERAL:
            return chr(inner)
        if kind is sre.RANGE:
            return chr(inner[0])
    return "a"


def _takes(operator: Any, value: Any, sign: str) -> bool:
    if operator is sre.LITERAL:
        return bool(ord(sign) == value)
    if operator is sre.NOT_LITERAL:
        return bool(ord(sign) != value)
    if operator is sre.ANY:
        return sign != "\n"
    is_in = any(_in_set(kind, inner, sign) for kind, inner in value)
    return is_in != any(kind is sre.NEGATE for kind, _ in value)


def _in_set(kind: Any, inner: Any, sign: str) -> bool:
    if kind is sre.LITERAL:
        return bool(ord(sign) == inner)
    if kind is sre.RANGE:
        return bool(inner[0] <= ord(sign) <= inner[1])
    if kind is not sre.CATEGORY:
        return False
    name = str(inner)
    if "SPACE" in name:
        is_one = sign.isspace()
    elif "DIGIT" in name:
        is_one = sign.isdigit()
    else:
        is_one = sign.isalnum() or sign == "_"
    return is_one != ("NOT" in name)
