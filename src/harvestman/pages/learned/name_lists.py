"""Whether a text is nothing but people: "Ana Ruiz, Luis Pérez (León)", "Ruiz, Ana; Pérez, Luis", "Иванов И.И., Петров П.П.".

Told by the shape of the words alone, so that it holds for names that no list has; whoever asks looks at many texts of one page and
believes it of most of them or of none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
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
from harvestman.pages.wording import alternatives, pattern, words_for
from harvestman.text.gazetteer import cities_named

_MAX_TEXT: Final = 1_500
_SHORT_TEXT: Final = 150  # what pages of a site have in common
_LONGEST_PIECE: Final = 200  # characters that are looked at; no name is as long
_MAX_WORDS: Final = 5  # of one name, particles aside
_MAX_PEOPLE: Final = 60
_SMALLEST: Final = 3  # letters of two words that may be a name: "Bo Li" has four
_MARKS: Final = re.compile(
    r"[¹²³⁴-⁹⁰*†‡§¶]+|(?<=[^\W\d_])\d{1,2}(?:,\d{1,2})*(?=\W|$)|(?<=\s)\d(?=\s*(?:[,;]|$))"
)
_MARKED: Final = re.compile(r"[\d¹²³⁴-⁹⁰*†‡§¶]")  # without one of these there is no mark
_PLAIN_MARKS: Final = "0123456789*"
_LETTER_MARKS: Final = re.compile(r"(?<=[^\W\d_][^\W\d_])\s[a-df-h](?=[,;]|$)")
_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]{0,200})[)\]]")
_NO_LIST: Final = re.compile(r"[:?!\"“”«»=/|]")
_PIECE_END: Final = re.compile(r"[,;&/()\[\]]")
_ANDS: Final = frozenset("and und et y e и".split())
_AND_WORDS: Final = _ANDS | {"&"}
_DASHES: Final = ("-", "–", "—")
_PLACE_MARK: Final = "\ue001"
_JOINED: Final = "\ue002"
_DASH: Final = re.compile(r"\s[-–—]\s")
_SHORT_NAME: Final = range(
    3, 6
)  # letters of an institution's short name before its town: "ETH Zürich"
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
_DIGIT: Final = re.compile(r"\d")
_SPLIT_INITIALS: Final = re.compile(r"(?<=\.)(?=[^\W\d_])")


@dataclass(slots=True)
class NameList:
    """The people of a text, each name with the place behind it; they are made only for whoever wants them."""

    named: list[tuple[str, str]] = field(default_factory=list)
    is_as_printed: bool = False
    """Whether names keep the marks around them, and anything behind them is where they work."""
    _people: list[Person] | None = None
    _is_known: bool | None = None

    @property
    def people(self) -> list[Person]:
        """The people, the same at each call."""
        if self._people is None:
            self._people = list(map(self._person, self.named))
        return self._people

    def _person(self, named: tuple[str, str]) -> Person:
        name, where = named
        if self.is_as_printed:
            return Person(name, [where])
        return Person(clean_name(name), [where] if where and is_affiliation(where) else [])

    @property
    def is_known(self) -> bool:
        """Whether at least half of the people are surely people: a list of names or initials speak for them."""
        if self._is_known is None:
            known = sum(is_known_name(name) for name, _ in self.named)
            self._is_known = 2 * known >= len(self.named)
        return self._is_known


@lru_cache(maxsize=1)
def _label() -> re.Pattern[str]:
    words = alternatives(words_for("entries", "authors"))
    called = alternatives(words_for("entries", "called"))
    return re.compile(
        rf"^\W*+(?:(?:{words})(?:\s*\(\w{{1,3}}\))?(?:\s*:|\s)|(?:{called})\s*:)\s*", re.IGNORECASE
    )


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
    text = without_start(_label(), text).strip(" \t,;:-–—")
    if _begins_otherwise(text):
        return []
    text = without_others(text).strip(" \t,;:-–—")
    words = text.lower().split()
    if words and (words[0] in _AND_WORDS or words[-1] in _AND_WORDS):
        text = _LAST_AND.sub("", text)
    places: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        places.append(found.group(1).strip())
        return f"{_PLACE_MARK};"

    text = text.replace(" / ", "; ")
    if "(" in text or "[" in text:
        text = _BRACKET.sub(put_aside, text)
    if not text or _NO_LIST.search(text):
        return []
    held: list[tuple[str, str]] = []
    taken = iter(places)
    for group in text.split(";"):
        if not group.strip(" ,.*"):
            continue
        if not _add_group(held, group, taken):
            return []
    return held if len(held) <= _MAX_PEOPLE else []


_known_named = remembered(4_000)(_named)  # menus and committees of a site: a megabyte or two


def _is_marked(text: str) -> bool:
    """Whether there is a sign by which names are marked; in a plain paragraph a tenth of the time of the pattern."""
    if text.isascii():
        return any(map(text.__contains__, _PLAIN_MARKS))
    return _MARKED.search(text) is not None


def _begins_otherwise(text: str) -> bool:
    """Whether a text begins with what is surely no name: most texts of a page do, and need no closer look."""
    end = _PIECE_END.search(text, 0, _LONGEST_PIECE)
    piece = text[:_LONGEST_PIECE] if end is None else text[: end.start()]
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


def _add_group(held: list[tuple[str, str]], group: str, places: object) -> bool:
    """The people between two semicolons or brackets; False where there is something else."""
    place = ""
    if _PLACE_MARK in group:
        group = group.replace(_PLACE_MARK, "")
        place = next(places, "")  # type: ignore[call-overload]
    pieces = _pieces(group)
    if not pieces:
        return bool(held)
    turns = _turns(pieces)
    if not turns:
        return False
    for names, behind in turns:
        where = ", ".join(behind) or place
        held += [(name.replace(_JOINED, " "), where) for name in names]
    return True


def _pieces(group: str) -> list[str]:
    """What stands between the commas and "and" of a list of people, without what they are: "к.х.н.", "PhD"."""
    if " e " in group or " y " in group:
        group = _INNER_AND.sub(rf"\1{_JOINED}\2{_JOINED}", group)
    parted = (part for some in _AND.split(group) for part in some.split(","))
    if _DASH.search(group):
        parted = (piece for part in parted for piece in _at_dash(part))
    pieces = [piece for part in parted if (piece := part.strip()).strip(" .*")]
    return [piece for piece in pieces if not is_rank(piece)] or pieces


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
    sides = [_plain_words(family), _plain_words(given)]
    if not all(1 <= len(words) <= 3 and _are_capitalised(words) for words in sides):
        return False
    is_initials = _INITIALS.fullmatch(given) is not None  # "U." is also short for a university
    if _DIGIT.search(family + given) or (is_institution(given) and not is_initials):
        return False
    return any(len(words) == 1 for words in sides) or is_initials


@remembered(20_000)
def looks_like_name(text: str) -> bool:
    """Whether a text has the shape of one person's name: two to five words with capitals, no institution."""
    if len(text) > 60 or _DIGIT.search(text):
        return False
    words = _plain_words(text)
    if not 2 <= len(words) <= _MAX_WORDS or sum(map(len, words)) < _SMALLEST:
        return False
    if not _are_capitalised(words) or is_workplace(text):
        return False
    return any(len(word.rstrip(".")) > 1 for word in words)


def _plain_words(text: str) -> list[str]:
    words = (_SPLIT_INITIALS.sub(" ", text) if "." in text else text).split()
    return [word for word in words if not is_particle(low := word.lower()) and not is_degree(low)]


def _are_capitalised(words: list[str]) -> bool:
    firsts = [word[0] for word in words if word[0].isalpha()]
    return bool(firsts) and not any(map(str.islower, firsts))


@remembered(20_000)
def is_known_name(text: str) -> bool:
    """Whether one of its words is in the lists of names, or it has initials."""
    if "." in text and _INITIAL.search(text):
        return True
    return any(look_up(word).is_name for word in tokens_of(text) if word[:1].isalpha())


def is_workplace(text: str) -> bool:
    """Whether a short text between commas is a place of work: an institution or a firm."""
    return is_firm(text) or is_institution(text) or _is_of_town(text)


@remembered(20_000)
def _is_of_town(text: str) -> bool:
    """Whether a text is a short name in capitals and a town: "IIT Madras", "ETH Zürich", but not "LEE Paris" where Lee is a name."""
    first, _, town = text.strip(" .").partition(" ")
    if not (first.isalpha() and first.isupper()) or len(first) not in _SHORT_NAME:
        return False
    is_town = not town.isupper() and bool(cities_named(town))
    return is_town and not look_up(first).is_name


@lru_cache(maxsize=20_000)
def is_firm(text: str) -> bool:
    """Whether a text is a firm or the like by its last word: "Georgia Tech", "AWE PLC"."""
    before, _, last = text.strip(" .,;*").rpartition(" ")
    return bool(before) and pattern("entries", "firm").fullmatch(last) is not None


@lru_cache(maxsize=20_000)
def is_institution(text: str) -> bool:
    """Whether a text names a university, a company or the like."""
    return pattern("entries", "organisation").search(text) is not None or (
        "U" in text and _SHORT.search(text) is not None
    )
