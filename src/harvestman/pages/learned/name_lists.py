"""Whether a text is nothing but people: "Ana Ruiz, Luis Pérez (León)", "Ruiz, Ana; Pérez, Luis", "Иванов И.И., Петров П.П.".

Told by the shape of the words alone, so that it holds for names that no list has; whoever asks looks at many texts of one page and
believes it of most of them or of none.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from harvestman.pages.learned.lexica import is_degree, is_particle, look_up, remembered, tokens_of
from harvestman.pages.learned.people import (
    Person,
    clean_name,
    is_affiliation,
    is_rank,
    without_code,
    without_others,
    without_start,
)
from harvestman.pages.learned.quick_words import QuickWords
from harvestman.pages.wording import alternatives, words_for
from harvestman.text.beginnings import Beginnings, Signs, has_digit
from harvestman.text.gazetteer import cities_named

_MAX_TEXT: Final = 1_500
_SHORT_TEXT: Final = 150  # what pages of a site have in common
_LONGEST_PIECE: Final = 200  # characters that are looked at; no name is as long
_MAX_WORDS: Final = 5  # of one name, particles aside
_MAX_PEOPLE: Final = 60
_SMALLEST: Final = 3  # letters of two words that may be a name: "Bo Li" has four
# It looks for the first sign of a mark first of all, so that the search runs on between marks.
_MARKS: Final = re.compile(
    r"[\d¹²³⁴-⁹⁰*†‡§¶](?:(?<=[¹²³⁴-⁹⁰*†‡§¶])[¹²³⁴-⁹⁰*†‡§¶]*|(?<=[^\W\d_]\d)\d?(?:,\d{1,2})*(?=\W|$)|(?<=\s\d)(?=\s*(?:[,;]|$)))"
)
_MARKED: Final = re.compile(r"[\d¹²³⁴-⁹⁰*†‡§¶]")  # without one of these there is no mark
_LETTER_MARKS: Final = re.compile(r"(?<=[^\W\d_][^\W\d_])\s[a-df-h](?=[,;]|$)")
_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]{0,200})[)\]]")
_NO_LIST: Final = Signs(':?!"“”«»=/|')
_PIECE_END: Final = Signs(",;&/()[]")
_ANDS: Final = frozenset("and und et y e и".split())
_LONGEST_AND: Final = 3
_AND_WORDS: Final = _ANDS | {"&"}
_DASHES: Final = ("-", "–", "—")
_PLACE_MARK: Final = "\ue001"
_JOINED: Final = "\ue002"
_DASH: Final = re.compile(r"\s[-–—]\s")
_SHORTEST_NAME: Final = 3  # letters of an institution's short name before its town: "ETH Zürich"
_LONGEST_NAME: Final = 5
_AND: Final = re.compile(r"\s(?:and|und|et|y|e|и)\s|&", re.IGNORECASE)
_INNER_AND: Final = re.compile(
    r"(\w \w{2,30}) ([ey]) (?=\w{3,30}(?:,|;|$))"
)  # "Ana de Sousa e Silva"
_LAST_AND: Final = re.compile(
    r"(?:^(?:and|und|et|y|e|и|&)|(?<!\s)\s+(?:and|und|et|y|e|и|&))$|^(?:and|und|et|y|и|&)\s+",
    re.IGNORECASE,
)
_SHORT: Final = re.compile(r"(?:^|\s)U\.?\s?(?:of\s|$)|^(?:U\.|UC|TU)\s")  # "Rutgers U.", "U. Utah"
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.[\s-]?){1,3}|[^\W\d_]{1,2}\.?")
_INITIAL_FIRST: Final = re.compile(r"(?:[^\W\d_]\.[\s-]?){1,3}[^\W\d_]{2}")
_INITIAL: Final = re.compile(r"(?<!\w)[^\W\d_]\.")
_SPLIT_INITIALS: Final = re.compile(r"(?<=\.)(?=[^\W\d_])")


_ORGANISATIONS: Final = QuickWords("organisation")
_FIRMS: Final = QuickWords("firm")


class NameList:
    """The people of a text, each name with the place behind it; they are made only for whoever wants them."""

    __slots__ = ("_is_known", "_people", "is_as_printed", "named")

    def __init__(self, named: list[tuple[str, str]], *, is_as_printed: bool = False) -> None:
        self.named: list[tuple[str, str]] = named
        self.is_as_printed: bool = is_as_printed
        """Whether names keep the marks around them, and anything behind them is where they work."""
        self._people: list[Person] | None = None
        self._is_known: bool | None = None

    @property
    def people(self) -> list[Person]:
        """The people, the same at each call."""
        if self._people is None:
            self._people = [self._person(name, where) for name, where in self.named]
        return self._people

    def _person(self, name: str, where: str) -> Person:
        if self.is_as_printed:
            return Person(name, [where])
        return Person(clean_name(name), [where] if where and is_affiliation(where) else [])

    @property
    def is_known(self) -> bool:
        """Whether at least half of the people are surely people: a list of names or initials speak for them."""
        if self._is_known is None:
            known = sum([is_known_name(name) for name, _ in self.named])
            self._is_known = 2 * known >= len(self.named)
        return self._is_known


@cache
def _label() -> re.Pattern[str]:
    words = alternatives(words_for("entries", "authors"))
    called = alternatives(words_for("entries", "called"))
    return re.compile(
        rf"^\W*+(?:(?:{words})(?:\s*\(\w{{1,3}}\))?(?:\s*:|\s)|(?:{called})\s*:)\s*", re.IGNORECASE
    )


@cache
def _first_label() -> Beginnings:
    return Beginnings([*words_for("entries", "authors"), *words_for("entries", "called")])


def _without_label(text: str) -> str:
    """A list of people without what says that it is one: "Authors:"."""
    start = 0
    while start < len(text) and not (text[start].isalnum() or text[start] == "_"):
        start += 1
    may_have = _first_label().may_begin(text[start : start + 3])
    return without_start(_label(), text) if may_have else text


def name_list(text: str) -> NameList | None:
    """The people that a text names, with what stands in brackets or behind them as affiliation; None where it says anything else."""
    if not text or len(text) > _MAX_TEXT:
        return None
    named = _known_named(text) if len(text) <= _SHORT_TEXT else _named(text)
    return NameList(list(named)) if named else None


def _named(text: str) -> list[tuple[str, str]]:
    """The names of a text and the places behind them; none where it says anything else."""
    if _is_marked(text):
        text = _MARKS.sub(" ", without_code(text))
    if " a," in text or " a;" in text or text.endswith((" a", " b")):
        text = _LETTER_MARKS.sub("", text)
    text = _without_label(text).strip(" \t,;:-–—")
    if _begins_otherwise(text):
        return []
    text = without_others(text).strip(" \t,;:-–—")
    if _has_and_at_end(text):
        text = _LAST_AND.sub("", text)
    text = text.replace(" / ", "; ")
    places: list[str] = []
    if "(" in text or "[" in text:
        parts = _BRACKET.split(text)
        places = parts[1::2]
        text = f"{_PLACE_MARK};".join(parts[0::2])
    if not text or _NO_LIST.are_in(text):
        return []
    held: list[tuple[str, str]] = []
    taken = 0
    for group in text.split(";"):
        if not group.strip(" ,.*"):
            continue
        names, place = group, ""
        if _PLACE_MARK in group:
            names = group.replace(_PLACE_MARK, "")
            place = places[taken].strip() if taken < len(places) else ""
            taken += 1
        if not _add_group(held, names, place):
            return []
    return held if len(held) <= _MAX_PEOPLE else []


_known_named = remembered(4_000)(_named)  # menus and committees of a site: a megabyte or two


def _is_marked(text: str) -> bool:
    """Whether there is a sign by which names are marked."""
    if "*" in text or has_digit(text):
        return True
    return not text.isascii() and _MARKED.search(text) is not None


def _has_and_at_end(text: str) -> bool:
    """Whether the first or the last word of a text joins names."""
    ends = text[: _LONGEST_AND + 1] + text[-_LONGEST_AND - 1 :]
    if len(text) > _LONGEST_AND and not any(letter.isspace() for letter in ends):
        return False
    words = text.lower().split()
    return bool(words) and (words[0] in _AND_WORDS or words[-1] in _AND_WORDS)


def _begins_otherwise(text: str) -> bool:
    """Whether a text begins with what is surely no name: most texts of a page do, and need no closer look."""
    end = _PIECE_END.first_in(text, _LONGEST_PIECE)
    piece = text[: end if end >= 0 else _LONGEST_PIECE]
    words = piece.split()
    for word in words:
        if word[0].islower():
            low = word.lower()
            if low in _ANDS or low.startswith("et"):
                return False  # another piece follows, or "etal."
            if not is_particle(low) and not is_degree(low):
                return not is_rank(piece)
        elif word in _DASHES:
            return False
    return len(words) == 1 and len(piece) == len(text) and "." not in piece  # "K.Sato" is two words


def _add_group(held: list[tuple[str, str]], group: str, place: str) -> bool:
    """The people between two semicolons or brackets; False where there is something else."""
    pieces = _pieces(group)
    if not pieces:
        return bool(held)
    turns = _turns(pieces)
    if not turns:
        return False
    for names, behind in turns:
        where = ", ".join(behind) or place
        for name in names:
            held.append((name.replace(_JOINED, " "), where))
    return True


def _pieces(group: str) -> list[str]:
    """What stands between the commas and "and" of a list of people, without what they are: "к.х.н.", "PhD"."""
    if " e " in group or " y " in group:
        group = _INNER_AND.sub(rf"\1{_JOINED}\2{_JOINED}", group)
    parted: list[str] = []
    for some in _AND.split(group) if _may_have_and(group) else [group]:
        parted += some.split(",")
    if ("-" in group or "–" in group or "—" in group) and _DASH.search(group):
        parted = [piece for part in parted for piece in _at_dash(part)]
    pieces: list[str] = []
    for part in parted:
        piece = part.strip()
        if piece.strip(" .*"):
            pieces.append(piece)
    return [piece for piece in pieces if not is_rank(piece)] or pieces


def _may_have_and(text: str) -> bool:
    """Whether a sign or a word of a text may join names."""
    if "&" in text:
        return True
    return any(len(word) <= _LONGEST_AND and word.lower() in _ANDS for word in text.split())


def _at_dash(text: str) -> list[str]:
    """ "Ana Ruiz – University of León" is a name and a place of work."""
    dash = _DASH.search(text)
    if dash is None:
        return [text]
    name, place = text[: dash.start()].strip(), text[dash.end() :].strip()
    return [name, place] if looks_like_name(name) and is_workplace(place) else [text]


def _turns(pieces: list[str]) -> list[tuple[list[str], list[str]]]:
    """Names and the institution behind them, as often as they take turns between commas; nothing where pieces are neither."""
    if len(pieces) == 2 and _is_turned(*pieces):
        return [([f"{pieces[0]}, {pieces[1]}"], [])]
    turns: list[tuple[list[str], list[str]]] = [([], [])]
    for number, piece in enumerate(pieces):
        names, behind = turns[-1]
        following = pieces[number + 1] if number + 1 < len(pieces) else ""
        if behind:
            if takes_turn(piece, following):
                turns.append(([piece], []))
            else:
                behind.append(piece)
        elif looks_like_name(piece):
            names.append(piece)
        elif names and _INITIALS.fullmatch(piece):
            names[-1] = f"{names[-1]}, {piece}"
        elif names and is_workplace(piece):
            behind.append(piece)
        else:
            return []
    return turns


def takes_turn(piece: str, following: str) -> bool:
    """Whether what stands behind a place of work is the next person: a name, no town, with a place of work behind it."""
    if not looks_like_name(piece) or not is_workplace(following):
        return False
    return _INITIAL_FIRST.match(piece) is not None or (
        is_known_name(piece) and not cities_named(piece)
    )


def _is_turned(family: str, given: str) -> bool:
    """ "Ruiz, Ana" and "Ruiz Soto, Ana María", each side too short to be a name of its own or the first one a lone surname."""
    words, others = _plain_words(family), _plain_words(given)
    if not 1 <= len(words) <= 3 or not 1 <= len(others) <= 3:
        return False
    if not _are_capitalised(words) or not _are_capitalised(others):
        return False
    if has_digit(family) or has_digit(given):
        return False
    is_initials = _INITIALS.fullmatch(given) is not None  # "U." is also short for a university
    if not is_initials and is_institution(given):
        return False
    return len(words) == 1 or len(others) == 1 or is_initials


def looks_like_name(text: str) -> bool:
    """Whether a text has the shape of one person's name: two to five words with capitals, no institution."""
    if len(text) > 60 or has_digit(text):
        return False
    words = _plain_words(text)
    if not 2 <= len(words) <= _MAX_WORDS or not _are_capitalised(words):
        return False
    if sum([len(word) for word in words]) < _SMALLEST or is_workplace(text):
        return False
    return any(len(word) > 1 and (word[-1] != "." or len(word.rstrip(".")) > 1) for word in words)


def _plain_words(text: str) -> list[str]:
    words = (_SPLIT_INITIALS.sub(" ", text) if "." in text else text).split()
    return [word for word in words if not is_particle(low := word.lower()) and not is_degree(low)]


def _are_capitalised(words: list[str]) -> bool:
    """Whether some words begin with a letter, and none of these is a small one."""
    has_letter = False
    for word in words:
        first = ord(word[0])
        if 65 <= first <= 90:  # A to Z
            has_letter = True
        elif word[0].isalpha():
            if word[0].islower():
                return False
            has_letter = True
    return has_letter


@remembered(20_000)
def is_known_name(text: str) -> bool:
    """Whether one of its words is in the lists of names, or it has initials."""
    if "." in text and _INITIAL.search(text):
        return True
    return any(look_up(word).is_name for word in tokens_of(text) if word[:1].isalpha())


def is_workplace(text: str) -> bool:
    """Whether a short text between commas is a place of work: an institution or a firm."""
    return is_firm(text) or is_institution(text) or _is_of_town(text)


def _is_of_town(text: str) -> bool:
    """Whether a text is a short name in capitals and a town: "IIT Madras", "ETH Zürich", but not "LEE Paris" where Lee is a name."""
    bare = text.strip(" .")
    end = bare.find(" ")
    if not _SHORTEST_NAME <= end <= _LONGEST_NAME:
        return False
    first, town = bare[:end], bare[end + 1 :]
    if not (first.isupper() and first.isalpha()) or town.isupper():
        return False
    return bool(cities_named(town)) and not look_up(first).is_name


def is_firm(text: str) -> bool:
    """Whether a text is a firm or the like by its last word: "Georgia Tech", "AWE PLC"."""
    bare = text.strip(" .,;*")
    end = bare.rfind(" ")
    return end > 0 and _FIRMS.are(bare[end + 1 :])


def is_institution(text: str) -> bool:
    """Whether a text names a university, a company or the like."""
    return _ORGANISATIONS.are_in(text) or ("U" in text and _SHORT.search(text) is not None)
