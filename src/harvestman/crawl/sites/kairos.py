"""The features of Kairos (Hänse, Kan and Karduck 2010, section 4 and Table 1), under the paper's own names.

For each component (H host, P path, D document): its tokens with their ordinal position, their lengths, the number of tokens,
the bigrams of all tokens in order with any gap, ordinal numbers, and possible years with their prefix, in full form, and
marked when they are the current year.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"[^\W_]+")
# Full years, two digits, and the fashion of the turn of the century: "isca2k", "isca2k1".
YEAR = re.compile(
    r"(?<!\d)(?:(19[7-9]\d|20[0-4]\d)|[09]\d|[12]\d|(?<=[a-z])2k\d?(?![a-z\d]))(?!\d)"
)
_NAME_AND_YEAR = re.compile(r"([a-z]+)(19[7-9]\d|20[0-4]\d|[0129]\d)")
_ORDINAL = re.compile(r"\d*(?:1st|2nd|3rd|\dth)")
_ONES = "first second third fourth fifth sixth seventh eighth ninth".split()
ORDINAL_WORDS = frozenset(
    (*_ONES, *(ten + one for ten in ("twenty", "thirty", "forty", "fifty") for one in _ONES))
) | frozenset(
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth "
    "fortieth fiftieth".split()
)
MAX_TOKENS = 12  # bigrams grow with the square


def tokens(text: str) -> list[str]:
    """The tokens of a component: cut at punctuation."""
    return [text] if text.isalnum() else _TOKEN.findall(text)[:MAX_TOKENS]


def full_year(year: str) -> str:
    """The year in four digits: "08" is "2008", "98" is "1998", "2k1" is "2001"."""
    if "k" in year:
        return "200" + (year[2:] or "0")
    if len(year) == 4:
        return year
    return ("19" if year[0] == "9" else "20") + year


def kairos_features(component: str, words: Sequence[str], *, year: int) -> list[str]:
    """Kairos's binary features of one component, given its tokens; `year` is the one called current."""
    found = pair_features(component, words)
    for i, word in enumerate(words):
        found += token_features(component, i, word, year=year)
    return found


def token_features(component: str, place: int, word: str, *, year: int) -> list[str]:
    """The features of one token at its place: itself, its length, its years, whether it is an ordinal number."""
    at = f"{component}:{place}:"
    return [f"{component} {place}:{len(word)}", *(at + form for form in token_forms(word, year))]


def token_forms(word: str, year: int) -> list[str]:
    """The forms under which a token is known: itself, its parts and its full form when it may hold a year."""
    plain = _NAME_AND_YEAR.fullmatch(word)
    if plain:  # the common case, "icde04", in one step
        prefix, short = plain.groups()
        full = full_year(short)
        found = [word, prefix, short, full, prefix + full, prefix + "<year>", "<year>"]
        if len(short) == 4:
            found = [word, prefix, short, prefix + "<year>", "<year>"]
        return [*found, "<current year>"] if int(full) == year else found
    found = [word]
    if not word.isalpha():
        for match in YEAR.finditer(word):
            short, prefix = match[0], word[: match.start()]
            full = full_year(short)
            found += (prefix, short, full, prefix + full, prefix + "<year>", "<year>")
            if int(full) == year:
                found.append("<current year>")
        if len(found) > 1:
            found = list(dict.fromkeys(found))
        if word[0].isdigit() and _ORDINAL.fullmatch(word):
            found.append("<ordinal>")
    elif word in ORDINAL_WORDS:
        found.append("<ordinal>")
    return found


def pair_features(component: str, words: Sequence[str]) -> list[str]:
    """The number of tokens, and each pair of them in order, neighbours or not."""
    found = [f"{component} ALL:{len(words)}"]
    for i, word in enumerate(words[:-1], 1):
        before = f"{component}:{word}<"
        found += [before + later for later in words[i:]]
    return found
