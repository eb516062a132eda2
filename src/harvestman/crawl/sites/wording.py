"""The features in words: what `harvestman classify` shows a person who asks why."""

from __future__ import annotations

import re
from collections.abc import Callable

_PARTS = {"d": "domain", "s": "subdomain", "D": "host", "S": "subdomain", "p": "path", "t": "~user"}
_COMPONENTS = {"H": "host", "P": "path", "D": "document"}
_HINTS = {"": "no event word or acronym", "e": "an event word", "a": "a known acronym"}


def in_words(feature: str) -> str:
    """One feature's name as a person would say it; the name itself where there is no better word."""
    for pattern, say in _WORDINGS:
        match = pattern.fullmatch(feature)
        if match:
            return say(match)
    return feature


def _years(marks: str) -> str:
    """ "dYpy" is a four-digit year in the domain and a two-digit one in the path."""
    found = [
        f"a {'year' if form == 'Y' else 'two-digit year'} in the {_PARTS[part]}"
        for part, form in zip(marks[::2], marks[1::2], strict=True)
    ]
    return " and ".join(found) or "no year"


def _hint(letters: str) -> str:
    return _HINTS.get(letters) or "an event word and a known acronym"


def _place(match: re.Match[str]) -> str:
    depth = int(match[2])
    where = "the host itself" if not depth else f"a path {depth} deep"
    kind = match[3]
    about = _years(kind) if re.fullmatch(r"(?:[dsDSpt][Yy])*", kind) else f"{kind} suffix"
    return f"{where} with {about}"


_WORDINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern), say)
    for pattern, say in (
        (r"letters (.+)", lambda m: f"letters {m[1]!r}"),
        (r"plan (\d) (\d) (.*)", _place),
        (r"year ((?:[dsDSpt][Yy])*)", lambda m: _years(m[1])),
        (r"year ((?:[dsDSpt][Yy])*) (\w+)", lambda m: f"{_years(m[1])}, {m[2]} suffix"),
        (
            r"hint ([ea]{0,2}) (year|none) (\w+)",
            lambda m: f"{_hint(m[1])}, {'a' if m[2] == 'year' else 'no'} year, {m[3]} suffix",
        ),
        (
            r"hint ([ea]{0,2}) ((?:[dsDSpt][Yy])*)",
            lambda m: f"{_hint(m[1])}, {_years(m[2])}",
        ),
        (r"depth (\d+)", lambda m: f"a path {m[1]} deep"),
        (r"([dsDSpt]) word (.+)", lambda m: f"the word {m[2]!r} in the {_PARTS[m[1]]}"),
        (r"([dsDSpt]) acronym .*", lambda m: f"a known acronym in the {_PARTS[m[1]]}"),
        (r"([dsDSpt]) shape (\S+)", lambda m: f"the shape of the {_PARTS[m[1]]} ({m[2]})"),
        (r"last ([dsDSpt]) shape \S+ (\S+)", lambda m: f"the shape of the last part, {m[2]}"),
        (r"(?:name|host) (.+)", lambda m: f"the name {m[1]!r}"),
        (r"tld (.+)", lambda m: f"the ending .{m[1]}"),
        (r"suffix (.+)", lambda m: f"the ending .{m[1]}"),
        (r"class (.+)", lambda m: f"{m[1]} suffix"),
        (r"at (.+)", lambda m: f"at {m[1]}"),
        (r"known (.+)", lambda m: f"a known {m[1]} host"),
        (r"known", lambda m: "a host of the lists"),
        (r"user.*", lambda m: "below a ~user"),
        (r"document ?(.*)", lambda m: f"a document {m[1]}".rstrip()),
        (r"query ?(.*)", lambda m: f"a query {m[1]}".rstrip()),
        (r"capital.*", lambda m: "capital letters in the path"),
        (r"mixed.*", lambda m: "capital letters in the path"),
        (r"([HPD]) ALL:(\d+)", lambda m: f"{m[2]} words in the {_COMPONENTS[m[1]]}"),
        (
            r"([HPD]) (\d+):(\d+)",
            lambda m: f"word {int(m[2]) + 1} of the {_COMPONENTS[m[1]]} has {m[3]} letters",
        ),
        (
            r"([HPD]):(\d+):(.*)",
            lambda m: f"{m[3]!r} as word {int(m[2]) + 1} of the {_COMPONENTS[m[1]]}",
        ),
        (
            r"([HPD]):([^<]+)<(.+)",
            lambda m: f"{m[2]!r} before {m[3]!r} in the {_COMPONENTS[m[1]]}",
        ),
    )
)
