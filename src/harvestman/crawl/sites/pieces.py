"""A piece of an address, a host label or a path segment, and what it shows by itself.

Shape, year, words of events, a known acronym, capitals, and the letters it is made of. Nothing here depends on the other
pieces, so that a classifier may remember a piece: hosts repeat, and so do the names of folders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from harvestman.crawl.sites.address import Address, Host
from harvestman.crawl.sites.lists import EVENT_ENDINGS, EVENT_WORDS
from harvestman.crawl.sites.seed import YEAR, tokens

PLACES = "DS"  # the roles of hosts that are only the place of an event
GRAM_LENGTHS = (2, 3, 4)
_MAX_PIECE = 48
_MAX_LETTERS = 24  # the rest of a longer piece is a sentence
_SHAPES = [f"a{min(length, 16)}" for length in range(_MAX_PIECE + 1)]  # of letters alone
_DIGITS = re.compile(r"\d+")
_NAME_AND_NUMBER = re.compile(r"([a-z]+)(?:(19[7-9]\d|20[0-4]\d)|([0129]\d)|(\d+))")
_NO_LETTERS = re.compile(r"[^a-z]+")


@dataclass(frozen=True, slots=True)
class Lists:
    """Word lists that are learned and shipped with the model."""

    acronyms: frozenset[str]  # of conference series, letters only: "icde"


class Piece(NamedTuple):
    """What one piece shows."""

    role: str
    marks: list[str]
    letters: str  # between ^ and $; years are Y or y, other digits 0; capitals in places
    year: str  # "Y" four digits, "y" two, "" none
    has_event: bool
    has_acronym: bool


def host_pieces(host: Host, *, is_place: bool) -> list[tuple[str, str]]:
    """The pieces of a host with their roles: d domain, s subdomain.

    Behind a path the host is only the place (a university's, mostly) and bears no event's name: then they are D and S.
    """
    domain, subdomain = ("D", "S") if is_place else ("d", "s")
    found = [(domain, host.domain)] if host.domain else []
    for label in host.subdomains[-4:]:
        if label:
            found.append((subdomain, label))
    return found


def path_pieces(address: Address) -> list[tuple[str, str]]:
    """The pieces of a path with their roles: p a folder or page, t a user's ~name."""
    found = []
    for segment in address.segments:
        if segment[0] == "~":
            found.append(("t", segment[1:]))
        elif segment[0] == "%" and segment[:3].lower() == "%7e":
            found.append(("t", segment[3:]))
        else:
            found.append(("p", segment))
    return found


def read_piece(role: str, text: str, lists: Lists) -> Piece:
    """Work out what one piece shows."""
    text = text[:_MAX_PIECE]
    low = text.lower()
    if low.isalpha():
        year, letters, bare, shape = "", low, low, _SHAPES[len(low)]
    else:
        year, letters, bare, shape = _outline(low)
    letters = f"^{letters[:_MAX_LETTERS]}$"
    if role in PLACES:
        # Capitals keep the letters of a mere place apart from those of names.
        letters = letters.upper()
        marks = [f"{role} shape {shape}", f"host {bare}"]
    else:
        marks = [f"{role} shape {shape}", f"name {bare}"]
    events = EVENT_WORDS.findall(low)
    if events:
        marks += [f"{role} word {word}" for word in events]
    has_acronym = bare in lists.acronyms
    if has_acronym:
        marks.append(f"{role} acronym {min(len(bare), 8)}{'' if bare == low else '+'}")
    elif events or bare != low:
        found = _hidden_acronym(role, low, bare, lists)
        if found:
            has_acronym = True
            marks.append(found)
    if low != text:
        marks += _case_marks(text, year)
    return Piece(role, marks, letters, year, bool(events), has_acronym)


def grams(letters: str) -> list[str]:
    """The letter n-grams of a piece."""
    return [letters[i : i + n] for n in GRAM_LENGTHS for i in range(len(letters) - n + 1)]


def _outline(text: str) -> tuple[str, str, str, str]:
    """The year ("Y", "y" or none), the text with years and digits masked, its letters alone, and its shape."""
    plain = _NAME_AND_NUMBER.fullmatch(text)
    if plain:  # "icde2004", "icde04", "wac4": most of those that matter, in one step
        name, full, _, number = plain.groups()
        shape = _SHAPES[len(name)]
        if number:
            digits = min(len(number), 3)
            return "", name + "0" * digits, name, f"{shape}d{digits}"
        year = "Y" if full else "y"
        return year, f"{name}${year}^", name, shape + year
    plan = f"{text.count('-')}-{min(len(text) // 4, 6)}"
    if _DIGITS.search(text) is None:
        return "", text, _NO_LETTERS.sub("", text), plan
    first = YEAR.search(text)
    if first is None:
        return "", _DIGITS.sub(_digit_letters, text), _NO_LETTERS.sub("", text), plan + "d"
    letters = _DIGITS.sub(_digit_letters, YEAR.sub(_year_letter, text))
    bare = _NO_LETTERS.sub("", YEAR.sub("", text))
    year = "Y" if first[1] else "y"
    return year, letters, bare, (year if first[0] == text else plan + year)


def _year_letter(match: re.Match[str]) -> str:
    # The name before a year ends there, and may begin after it: "icde2004" shares its last letters with "icde".
    return "$Y^" if match[1] else "$y^"


def _digit_letters(match: re.Match[str]) -> str:
    return "0" * min(len(match[0]), 3)


def _hidden_acronym(role: str, text: str, bare: str, lists: Lists) -> str:
    """The mark of an acronym that is not all of the piece: one token of it, or before the word for an event."""
    if "-" in text or "_" in text or "." in text:
        for token in tokens(text):
            rest = token if token.isalpha() else _NO_LETTERS.sub("", YEAR.sub("", token))
            if len(rest) > 2 and rest in lists.acronyms:
                return f"{role} acronym token"
    for ending in EVENT_ENDINGS:
        if bare.endswith(ending) and bare[: -len(ending)] in lists.acronyms:
            return "acronym and event"
    return ""


def _case_marks(text: str, year: str) -> list[str]:
    """Capital letters in a path: "/ICDE04/" is how acronyms are written."""
    if text.isupper():
        return ["capitals", f"capitals {min(len(text), 9)}", f"capitals {year or 'none'}"]
    if text[1:].islower():
        return ["capital"]
    return ["mixed 3"] if sum(map(str.isupper, text)) >= 3 else ["mixed"]
