"""What scripts would write into a page, worked out without running them: strings put together, escaped or spelt as numbers.

Understood are string literals joined by `+`, variables that hold such strings, `unescape`, `decodeURIComponent`, `atob`, `String.fromCharCode`,
`reverse` and `eval` around them, and functions of the page's own that put their arguments together. Anything else ends the expression. What comes out may be such a script again, a few times over.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

MAX_SCRIPT: Final = 20_000  # characters; what hides an address is short
_MAX_TOKENS: Final = 4_000
_MAX_OUT: Final = 40_000
_MAX_FUNCTIONS: Final = 20
_MAX_CALLS: Final = 100
_MAX_BODY: Final = 300
_MAX_ARGUMENTS: Final = 16
_MAX_CODES: Final = 400
_SPACE: Final = 32
_AT_SIGN: Final = 64
_DELETE: Final = 127
_DEPTH: Final = 3
_TOKEN: Final = re.compile(
    r"""'(?:[^'\\\n]|\\.)*+'|"(?:[^"\\\n]|\\.)*+"|[A-Za-z_$][\w$]*+|\d++|[^\s\w]""", re.ASCII
)
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_PLAIN_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_PERCENT_U: Final = re.compile(r"%u([0-9A-Fa-f]{4})")
_DECODERS: Final = frozenset(("unescape", "decodeURIComponent", "decodeURI", "atob"))
_MARKUP: Final = re.compile(r"[<>\"'=]|mailto:")


def written_by(code: str, shared: str = "") -> list[str]:
    """The texts that a script puts together, without the signs of markup; `shared` are scripts whose functions it may call."""
    found: list[str] = []
    waiting = [code[:MAX_SCRIPT]]
    for _ in range(_DEPTH):
        made = [text for one in waiting for text in _strings(one, shared[:MAX_SCRIPT])]
        found += made
        waiting = [text for text in made if "(" in text and len(text) > 20]
        if not waiting or sum(map(len, found)) > _MAX_OUT:
            break
    return [_MARKUP.sub(" ", html.unescape(text[:_MAX_OUT])) for text in found]


def cloudflare(code: str) -> str:
    """The address that a `data-cfemail` attribute hides: each byte is joined with the first by an exclusive or."""
    try:
        data = bytes.fromhex(code[:400])
    except ValueError:
        return ""
    return bytes(byte ^ data[0] for byte in data[1:]).decode("utf-8", "replace") if data else ""


@dataclass(frozen=True, slots=True)
class _Function:
    """A function of the page's own."""

    parameters: list[str]
    body: list[str]


def _strings(code: str, shared: str) -> Iterator[str]:
    """The values of all expressions of strings, in the order of the script; then those that its functions make of what they are given."""
    tokens = _TOKEN.findall(code)[:_MAX_TOKENS]
    yield from _values(tokens, {})
    yield from _spelt(tokens)
    functions = _functions(_TOKEN.findall(shared)[:_MAX_TOKENS]) | _functions(tokens)
    for at, arguments in _calls(tokens, functions):
        function = functions[tokens[at]]
        yield from _values(function.body, dict(zip(function.parameters, arguments, strict=False)))


def _spelt(tokens: list[str]) -> Iterator[str]:
    """The texts of lists of character codes, which a loop writes out: `[104, 101, 64, …]`."""
    for begin in (at + 1 for at, sign in enumerate(tokens) if sign == "["):
        end = begin
        while (
            end < len(tokens)
            and end - begin < _MAX_CODES
            and (tokens[end].isdigit() or tokens[end] == ",")
        ):
            end += 1
        codes = [int(one[:4]) for one in tokens[begin:end] if one.isdigit()]
        if _AT_SIGN in codes and all(_SPACE < code < _DELETE for code in codes):
            yield "".join(map(chr, codes))


def _functions(tokens: list[str]) -> dict[str, _Function]:
    """The functions that a script defines: `function write(user, host) { … }`."""
    found: dict[str, _Function] = {}
    for at, word in enumerate(tokens):
        if word != "function" or len(found) >= _MAX_FUNCTIONS or tokens[at + 2 : at + 3] != ["("]:
            continue
        closed = _end(tokens, at + 3, ")")
        begin = closed + 2
        parameters = [one for one in tokens[at + 3 : closed] if one != ","]
        depth = 1
        end = begin
        while end < min(len(tokens), begin + _MAX_BODY) and depth:
            depth += {"{": 1, "}": -1}.get(tokens[end], 0)
            end += 1
        found[tokens[at + 1]] = _Function(parameters, tokens[begin : end - 1])
    return found


def _calls(tokens: list[str], functions: dict[str, _Function]) -> Iterator[tuple[int, list[str]]]:
    """Where a function is called with strings alone, and the strings."""
    count = 0
    for at, token in enumerate(tokens):
        is_call = token in functions and tokens[at + 1 : at + 2] == ["("]
        if not is_call or tokens[at - 1 : at] == ["function"] or count >= _MAX_CALLS:
            continue
        given = [one for one in tokens[at + 2 : _end(tokens, at + 2, ")")] if one != ","]
        if given and all(one[0] in "'\"" and len(one) > 1 for one in given):
            count += 1
            yield at, [_literal(one) for one in given]


def _end(tokens: list[str], at: int, sign: str) -> int:
    """The place of the next such sign among the next few tokens; where there is none, the last of these."""
    last = min(at + _MAX_ARGUMENTS, len(tokens))
    return next((n for n in range(at, last) if tokens[n] == sign), last)


def _values(tokens: list[str], known: dict[str, str]) -> Iterator[str]:
    """The values of all expressions of strings; `known` are the variables that hold strings already."""
    size = 0
    at = 0
    while at < len(tokens):
        target = ""
        if at + 2 < len(tokens) and tokens[at + 1] == "=" and tokens[at][0].isalpha():
            target, start = tokens[at], at + 2
        elif at + 3 < len(tokens) and tokens[at + 1 : at + 3] == ["+", "="]:
            target, start = tokens[at], at + 3
        else:
            start = at
        value, end = _expression(tokens, start, known)
        if value is None or end == start:
            at += 1
            continue
        if target:
            value = known.get(target, "") + value if tokens[at + 1] == "+" else value
            known[target] = value[:_MAX_OUT]
        size += len(value)
        if size > _MAX_OUT:
            return
        yield value
        at = end


def _expression(tokens: list[str], at: int, known: dict[str, str]) -> tuple[str | None, int]:
    """The text of operands joined by `+` from a place on, and where they end; None where there is none."""
    parts: list[str] = []
    while at < len(tokens):
        value, end = _operand(tokens, at, known)
        if value is None:
            break
        parts.append(value)
        at = end
        if at + 1 < len(tokens) and tokens[at] == "+" and tokens[at + 1] != "=":
            at += 1
            continue
        break
    return ("".join(parts), at) if parts else (None, at)


def _operand(tokens: list[str], at: int, known: dict[str, str]) -> tuple[str | None, int]:
    token = tokens[at]
    if token[0] in "'\"" and len(token) > 1:
        return _methods(tokens, at + 1, _literal(token))
    if token in _DECODERS and at + 2 < len(tokens) and tokens[at + 1] == "(":
        value, end = _argument(tokens, at + 2, known)
        if value is not None and end < len(tokens) and tokens[end] == ")":
            return _decoded(token, value), end + 1
        return None, at
    if tokens[at : at + 4] == ["String", ".", "fromCharCode", "("]:
        return _characters(tokens, at + 4)
    if token in known and tokens[at + 1 : at + 2] != ["="]:
        return _methods(tokens, at + 1, known[token])
    return None, at


def _argument(tokens: list[str], at: int, known: dict[str, str]) -> tuple[str | None, int]:
    """A string or variable in brackets: one step deep, so that nothing recurses."""
    if at < len(tokens):
        token = tokens[at]
        if token[0] in "'\"" and len(token) > 1:
            return _literal(token), at + 1
        if token in known:
            return known[token], at + 1
    return None, at


def _methods(tokens: list[str], at: int, value: str) -> tuple[str, int]:
    """`.split("").reverse().join("")` turns a string round."""
    if tokens[at : at + 2] == [".", "split"] and tokens[at + 5 : at + 7] == [".", "reverse"]:
        end = next((n for n in range(at, min(at + 16, len(tokens))) if tokens[n] == "join"), None)
        if end is not None:
            return value[::-1], min(end + 4, len(tokens))
    return value, at


def _characters(tokens: list[str], at: int) -> tuple[str, int]:
    letters: list[str] = []
    while at < len(tokens) and tokens[at] != ")":
        if tokens[at].isdigit() and int(tokens[at]) < 0x110000:
            letters.append(chr(int(tokens[at])))
        at += 1
    return "".join(letters), at + 1


def _literal(token: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code:
            return chr(int(code, 16))
        return _PLAIN_ESCAPES.get(match[3], match[3])

    return _ESCAPE.sub(plain, token[1:-1])


def _decoded(function: str, value: str) -> str:
    if function == "atob":
        try:
            return base64.b64decode(value[:_MAX_OUT], validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return ""
    return unquote(_PERCENT_U.sub(lambda match: chr(int(match[1], 16)), value), errors="replace")
