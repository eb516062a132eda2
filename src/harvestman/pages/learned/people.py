"""Spans of names and affiliations in, people out.

"Author One (Institution), Author Two and Author Three" is three people. An affiliation belongs to the names in front of it
that have none yet, or, where superscripts or other marks join them, to those with its mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Protocol

from harvestman.pages.learned.lexica import is_degree, is_particle, look_up, tokens_of
from harvestman.pages.learned.quick_words import QuickWords
from harvestman.pages.wording import alternatives, words_for
from harvestman.text.beginnings import Beginnings, Signs, has_digit

_BETWEEN: Final = re.compile(
    r"(?:(?<!\s)\s+)?(?:;|\||&|/|·|•)\s*|(?<!\s)\s+(?:and|und|et|y|and\s+others)\s+|^(?:and|und|et|y|by|von|par|por)\s+",
    re.IGNORECASE,
)
_SIGNS_BETWEEN: Final = Signs(";|&/·•")
_WORDS_BETWEEN: Final = frozenset("and und et y by von par por".split())  # most texts are one name
_LONGEST_BETWEEN: Final = 3
_AROUND: Final = " \t\r\n,;:.-–—*†‡§¶|/&()[]{}<>\"“”'`"
_AROUND_PLACE: Final = "".join(sign for sign in _AROUND if sign not in ".()")
_PRESENTER: Final = re.compile(
    r"(?:(?<!\s)\s+)?[\[(](?:presenter|presenting|speaker|presented by|chair|invited|[*†]|\d)[^()\[\]]*[\])]\s*",
    re.IGNORECASE,
)
_TITLE_WORDS: Final = (
    "prof dr mr mrs ms ing mme mlle sr sra dra eng herr frau проф доц акад д-р".split()
)
_TITLES: Final = rf"(?:{'|'.join(_TITLE_WORDS)})\.?\s(?:dr\.?\s)?"
_CODE: Final = re.compile(
    r"^\W{0,2}[A-Za-z]{0,4}\d{1,4}[A-Za-z]{0,2}(?:[-.–/]\d{1,4}[A-Za-z]?){0,2}[.:)\]]?\s+(?=[^\W\d_])"
)
_CODED: Final = 7  # letters: a code has its first digit within them
_RUSSIAN_DEGREE: Final = r"[дк]\.\s?(?:[а-я]{1,4}\.[\s-]?){1,3}н\.?"  # "д.ф.-м.н.", "к. х. н."
_BEHIND: Final = re.compile(
    rf"(?:,\s*|(?<![\s,])\s+)?(?:ph\.?\s?d\.?|m\.?sc\.?|et al\.?|{_RUSSIAN_DEGREE})$", re.IGNORECASE
)
_OTHERS: Final = re.compile(
    r"[\s,;]{0,3}\b(?:et\.?\s?al|(?:and|y|e)\s(?:others|otros|otras|outros|outras)|и\sдр)\b\.?",
    re.IGNORECASE,
)
_BEHIND_ENDS: Final = frozenset("dDcClLнН.")
_BEHIND_LETTERS: Final = 8  # the longest of them in Latin letters, and some
_LAST_DOT: Final = re.compile(r"\b(?:[^\W\d_]|Jr|Sr)\.[\s,;:*)]*$")
_LETTER_MARK: Final = re.compile(r"(?<=[^\W\d_][^\W\d_])\s[a-df-h]$")
_DEGREE: Final = re.compile(_RUSSIAN_DEGREE, re.IGNORECASE)
_INITIALS: Final = re.compile(
    r"^\s*(?:[^\W\d_]\.?[\s-]?){1,3}$|^\s*(?:jr|sr)\.?\s*$", re.IGNORECASE
)
_TRAILING_MARKS: Final = re.compile(r"(?<=[^\W\d_])[\d*†‡§¶,]+$")


_NO_AFFILIATION: Final = re.compile(
    r"^\W*et\.?\sal\b|\b\d{1,2}\s?[:.h]\s?\d\d\b|\b(?:https?|www)\b|@\w", re.IGNORECASE
)
_ORGANISATIONS: Final = QuickWords("organisation")
_NO_PLACES: Final = QuickWords("room", "chair")
_RANKS: Final = QuickWords("rank")
_PROGRAMMES: Final = QuickWords("programme")
_NAMES_AND_PLACE: Final = re.compile(r"([^()]+)(?:\(([^()]*)\))?")
_MAX_TEXT: Final = 2_000
_MAX_RANK: Final = 60  # characters
_MISTER: Final = re.compile(r"^(?:M\.|MM\.)\s+(?=\w{2,}\s)")
_FEWEST_MISTERS: Final = 3
_MOST_MISTERS: Final = 0.5
_SHORTEST_PLACE: Final = 3  # letters of an institution's short name
_MAX_SIDE: Final = 4  # words before or behind the comma of a name


class _Span(Protocol):
    kind: str
    text: str
    marks: list[str]


class Person:  # noqa: PLW1641 - it is changed while pages are read: nobody keeps it in a set
    """An author as the page prints them."""

    __slots__ = ("affiliations", "marks", "name", "wanted")

    def __init__(
        self,
        name: str,
        affiliations: list[str] | None = None,
        marks: list[str] | None = None,
        wanted: list[tuple[str, str]] | None = None,
    ) -> None:
        self.name: str = name
        self.affiliations: list[str] = [] if affiliations is None else affiliations
        self.marks: list[str] = [] if marks is None else marks
        self.wanted: list[tuple[str, str]] = [] if wanted is None else wanted
        """Affiliations with marks, told after the names; kept on the last person until `attach`."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Person)
            and self.name == other.name
            and self.affiliations == other.affiliations
            and self.marks == other.marks
            and self.wanted == other.wanted
        )


def people_in(spans: Sequence[_Span], *, turned: int = 0) -> list[Person]:
    """The people of one group of spans; `turned`: `votes_for_turned` of the page."""
    people: list[Person] = []
    waiting: list[Person] = []
    marked: list[tuple[str, str]] = []
    was_affiliation = False
    lost = _lost_mark(spans)
    for span in spans:
        if span.kind == "A":
            if was_affiliation:
                waiting = []
            for printed in split(span.text, turned=turned):
                name, place = _without_glued_place(printed)
                person = Person(name, [place] if place else [], list(span.marks))
                people.append(person)
                waiting.append(person)
            was_affiliation = False
        else:
            text = span.text.strip(_AROUND_PLACE)
            if not is_affiliation(text):
                continue
            if "(" in text and text.count("(") == text.count(")") + 1:
                text += ")"
            mark = span.marks[0] if span.marks else lost
            if mark and any(person.marks for person in people):
                marked.append((mark, text))
            else:
                for person in waiting:
                    person.affiliations.append(text)
            was_affiliation = True
    if people and marked:
        people[-1].wanted = marked
    return people


def _without_glued_place(name: str) -> tuple[str, str]:
    """A name, and the short name of an institution that nothing parts from it: "Georgios Marko INRIA", but not "Yann LECUN"."""
    before, _, last = name.rpartition(" ")
    known = look_up(last) if last else None
    is_short_name = known is not None and known.kind == "U" and len(last) >= _SHORTEST_PLACE
    if known is None or not is_short_name or known.is_name or "f" not in known.lexicon:
        return name, ""
    before = before.rstrip(" ,")
    if set(last) <= set("IVX"):
        return name, ""  # "Henry Ford III"
    return (before, last) if " " in before and not before.isupper() else (name, "")


def _lost_mark(spans: Sequence[_Span]) -> str:
    """The mark of the one affiliation that has none while all others have theirs: "¹ León" often loses it at the head of its line."""
    places = [span for span in spans if span.kind != "A"]
    used = {
        mark
        for span in spans
        if span.kind == "A"
        for one in span.marks
        for mark in re.split(r"[,;\s]+", one)
        if mark
    }
    left = used - {span.marks[0] for span in places if span.marks}
    has_others = sum(bool(span.marks) for span in places) == len(places) - 1 > 0
    return left.pop() if has_others and len(left) == 1 else ""


def people_in_text(text: str, *, turned: int = 0) -> list[Person]:
    """The people of a text that should be nothing but their names, with affiliations in brackets; none where it is something else."""
    people: list[Person] = []
    for names, where in _NAMES_AND_PLACE.findall(text[:_MAX_TEXT]):
        place = [where] if where and is_affiliation(where) else []
        people += [Person(name, list(place)) for name in split(names, turned=turned)]
    if not people or not all(is_person(person.name) for person in people):
        return []
    known = sum(any(look_up(word).is_name for word in tokens_of(p.name)) for p in people)
    is_long_enough = all(2 <= len(person.name.split()) <= _MAX_SIDE + 1 for person in people)
    return people if is_long_enough and known == len(people) else []


def attach(people: Sequence[Person]) -> None:
    """Give marked affiliations to the people with their mark."""
    for holder in people:
        for mark, text in holder.wanted:
            for person in people:
                if any(mark in re.split(r"[,;\s]+", one) for one in person.marks):
                    person.affiliations.append(text)


def split(text: str, *, turned: int = 0) -> list[str]:
    """The single names in a text that should hold one, but may hold more."""
    if "(" in text or "[" in text:
        text = _PRESENTER.sub(" ", text)
    text = without_others(text)
    names = []
    for part in _BETWEEN.split(text) if _may_be_several(text) else [text]:
        for piece in _at_commas(part or "", turned=turned):
            if name := clean_name(piece):
                names.append(name)
    return names


def _may_be_several(text: str) -> bool:
    """Whether there is a sign or a word in a text that may stand between names, commas aside."""
    if _SIGNS_BETWEEN.are_in(text):
        return True
    return any(
        len(word) <= _LONGEST_BETWEEN and word.lower() in _WORDS_BETWEEN for word in text.split()
    )


def _at_commas(text: str, *, turned: int) -> list[str]:
    """ "Ana Ruiz, Luis Pérez" is two names, "Ruiz, A." and "Ruiz, Ana" are one."""
    if "," not in text:
        return [text]
    given = [part for part in text.split(",") if part.strip()]
    parts = [part for part in given if not is_rank(part)] or given
    if len(parts) == 2:
        may_turn = turned > 0 or (turned == 0 and _has_one_surname(text))
        if _is_initials(parts[1]) or (may_turn and is_turned(text)):
            return [",".join(parts)]
    return parts


def _is_initials(text: str) -> bool:
    return _INITIALS.match(text) is not None and ("." in text or text.isupper())


def is_turned(text: str) -> bool:
    """Whether a text is one name with the surname in front: one comma, and a single word on one side of it."""
    family, comma, given = text.partition(",")
    if not comma or "," in given:
        return False
    sides = [
        [word for word in tokens_of(side) if word[0].isalpha() and not is_particle(word.lower())]
        for side in (family, given)
    ]
    return min(map(len, sides)) == 1 and max(map(len, sides)) <= _MAX_SIDE


def _has_one_surname(text: str) -> bool:
    """Whether a single word stands before the comma: "Ana Ruiz, Luis" may be two people on a page that turns no names."""
    return (
        len([word for word in text.partition(",")[0].split() if not is_particle(word.lower())]) == 1
    )


def without_misters(people: Sequence[Person]) -> None:
    """Take "M." off the names of a page where nearly all have it: in French it is no initial but "Mr"."""
    called = [person for person in people if _MISTER.match(person.name)]
    if len(called) >= _FEWEST_MISTERS and len(called) > _MOST_MISTERS * len(people):
        for person in called:
            person.name = _MISTER.sub("", person.name)


def votes_for_turned(groups: Sequence[tuple[Sequence[str], str]]) -> int:
    """How surely a page prints "Surname, Given" (below zero: it does not), by its groups of names, each with the text that they stand in.

    "Cho, Lee, Kang" speaks for surnames alone, "Cho, Ann; Lee, Bo" and "Cho, Ann, Bo Lee and Eva Kang" for turned names.
    """
    votes = 0
    for names, text in groups:
        turned = sum(map(is_turned, names))
        single = sum("," not in name and len(name.split()) == 1 for name in names)
        others = turned + single < len(names) and _has_one_surname(names[0])
        if turned and (";" in text or others):
            votes += 1
        elif single:
            votes -= 1
    return votes


def is_affiliation(text: str) -> bool:
    """Whether a text may say where somebody works: no room, time, session or chair, no "et al."."""
    if not _has_two_letters(text):
        return False
    if _may_be_no_affiliation(text) and _NO_AFFILIATION.search(text):
        return False
    return _ORGANISATIONS.are_in(text) or not _NO_PLACES.are_in(text)


def _has_two_letters(text: str) -> bool:
    has_one = False
    for letter in text:
        if letter.isalpha():
            if has_one:
                return True
            has_one = True
    return False


def _may_be_no_affiliation(text: str) -> bool:
    """Whether there is anything in a text that `_NO_AFFILIATION` begins or ends with."""
    if "@" in text or has_digit(text):
        return True
    lowered = text.lower()
    return "al" in lowered or "http" in lowered or "www" in lowered


def without_others(text: str) -> str:
    """A list of names without what says that there are more: "Ana Ruiz et al." is Ana Ruiz."""
    if "al" not in text and "др" not in text and "ot" not in text:
        return text
    lowered = text.lower()
    may_say = (
        "et al" in lowered
        or "et. al" in lowered
        or "etal" in lowered
        or "et.al" in lowered
        or "thers" in lowered
        or "tros" in lowered
        or "tras" in lowered
        or "др" in lowered
        or not text.isprintable()  # another blank
    )
    return _OTHERS.sub("", text) if may_say else text


def is_rank(text: str) -> bool:
    """Whether a text between commas says what somebody is, not who: "к.х.н.", "профессор", "PhD student"."""
    bare = text.strip()
    if len(bare) >= _MAX_RANK:
        return False
    lower = bare.lower().rstrip(".")
    if not is_degree(lower):
        if not _RANKS.may_begin(bare):
            return False
        if _DEGREE.fullmatch(bare) is None and not _RANKS.are(bare):
            return False
    # "Sammy Davis, Jr.", "Henry Ford, III"
    return lower not in ("jr", "sr") and bool(bare.upper().strip("IVX"))


def without_code(text: str) -> str:
    """A text without the number of the paper in front of it: "2A-1 Ana Ruiz"."""
    return without_start(_CODE, text) if has_digit(text[:_CODED]) else text


def without_start(pattern: re.Pattern[str], text: str) -> str:
    """A text without what a pattern matches at its beginning; nothing behind that is looked at."""
    found = pattern.match(text)
    return text[found.end() :] if found is not None else text


@cache
def _labels() -> list[str]:
    return [word for kind in ("authors", "called") for word in words_for("entries", kind)]


@cache
def _before() -> re.Pattern[str]:
    """What may stand before a name and is no part of it: "Authors:", "Prof."."""
    labels = alternatives(_labels())
    return re.compile(rf"^(?:(?:{labels})(?:\s*\(\w{{1,3}}\))?\s*:|{_TITLES})\s*", re.IGNORECASE)


@cache
def _first_before() -> Beginnings:
    return Beginnings([*_labels(), *_TITLE_WORDS])


_clean_names: Final[dict[str, str]] = {}
_CLEAN_NAMES: Final = 4_000


def clean_name(text: str) -> str:
    """A name without titles, marks and punctuation around it. It is asked by the labels of a page and by its columns."""
    if len(text) > _MAX_RANK:
        return _cleaned(text)
    name = _clean_names.get(text)
    if name is None:
        if len(_clean_names) >= _CLEAN_NAMES:
            _clean_names.clear()
        name = _clean_names[text] = _cleaned(text)
    return name


def _cleaned(text: str) -> str:
    ends_in_dot = "." in text and not text[-1].isalnum() and _LAST_DOT.search(text) is not None
    ends_in_dot = ends_in_dot and not _BEHIND.search(text.rstrip(" ,;:*)"))
    name = without_code(text.strip(_AROUND))
    beginnings = _first_before()
    for _ in range(2):
        shorter = without_start(_before(), name) if beginnings.may_begin(name) else name
        if _may_have_behind(shorter):
            shorter = _BEHIND.sub("", shorter)
        if shorter == name:
            break
        name = shorter.strip(_AROUND)
    if name and not name[-1].isalpha():
        name = _TRAILING_MARKS.sub("", name)
    if name[-2:-1].isspace():
        name = _LETTER_MARK.sub("", name)
    return f"{name}." if ends_in_dot and name else name


def _may_have_behind(name: str) -> bool:
    """Whether a name ends as degrees and "et al." do."""
    if name[-1:] not in _BEHIND_ENDS:
        return False
    end = name[-_BEHIND_LETTERS:].lower()
    return "ph" in end or "sc" in end or "al" in end or not end.isascii()


def _is_laboratory(words: Sequence[str]) -> bool:
    """Whether words end in "AI" as a firm's laboratory does, and no list knows one of the others as a name."""
    return bool(words) and words[-1] == "AI" and not any(look_up(w).is_name for w in words[:-1])


def is_person(name: str) -> bool:
    """Whether this may be a name at all: two letters, few words, nothing that names do not have."""
    if len(name) > 60 or not _has_two_letters(name) or "@" in name or "://" in name:
        return False
    words = tokens_of(name)
    if not words or len(words) > 9 or any(word.isdigit() for word in words):
        return False
    letters = [word for word in words if word[0].isalpha()]
    if len(letters) > 3 and all(len(word) == 1 for word in letters):
        return False  # letters set apart: "T E X P R O G"
    if ("(" in name or ")" in name) and name.count("(") != name.count(")"):
        return False
    if _is_laboratory(letters) or all(is_degree(word.lower()) for word in letters):
        return False
    small = 0
    for word in letters:
        if look_up(word).kind in "sl" and not is_particle(word.lower()):
            small += 1
    return small <= len(letters) // 2 and not _PROGRAMMES.are_in(name)
