"""Which parts of a page's lines are personal names and organisations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from harvestman.pages.people.words import given_names, says
from harvestman.text.lexicon import find_classes, plain_word, words_of
from harvestman.text.naming import (
    clean_name,
    is_first_name,
    is_only_name,
    is_organisation,
    is_possible,
)
from harvestman.text.personal import TOKEN, is_name, looks_of, split_names, word_look
from harvestman.text.romanising import is_cyrillic

_PARTS: Final = re.compile(
    r"\s*[:()\[\]|•·–—/«»\"“”]\s*|\s-\s|(?<=[^\W\d_]{3})\.\s+(?=[^\W\d_]{3})|\s{2,}"
)
_POSSESSIVE: Final = re.compile(r"['’]s$")
_DEGREE: Final = re.compile(
    r"(?i)^(?:(?:prof|dr|dra|ing|lic|mtro|mtra|mg|phd|проф|доц|асс)[.\s]\s*|m\.\s?[ic]\.?\s+|[кд]\.\s*)+"
)
_GLUED: Final = re.compile(r"[^\W\d_]{2}\.\s")  # "A.Ravarini. L.Mari" are two
_BARE_INITIAL: Final = re.compile(r"^[A-Z]\s")  # "U Jena"
_ENDED: Final = re.compile(r"[^\W\d_]{5}\.\s")
_NUMBERED: Final = re.compile(
    r"(?:[IVX]+\.|[А-ЯЁ])\s(?:[^\W\d_]{8,}|[^\W\d_]{4,}(?:\s[^\W\d_]{4,})+)\s?$"
)
_INITIALLED: Final = re.compile(
    r"(?:[^\W\d_]\.[\s-]?){2,3}[^\W\d_]{3,30}(?:-[^\W\d_]{3,30})?|[^\W\d_]{3,30}(?:-[^\W\d_]{3,30})?,?\s(?:[^\W\d_]\.[\s-]?){2,3}"
)
_ROMAN: Final = re.compile(r"[IVX]{1,4}")
_LONGEST: Final = 60
_WITH: Final = frozenset(("with", "con", "com", "mit", "avec", "с", "by", "por", "from"))
_INITIAL: Final = 2  # characters: "A."
_MOST_WORDS: Final = 22
_LONG_LABEL: Final = 120
_LONG_SENTENCE: Final = 220
_FEW_WORDS: Final = 12
_JOINING: Final = frozenset("of for and the de del di la y и in & for by e".split())
_SENTENCE: Final = re.compile(
    r"[?!/]|:\s|\b(?:if|si|если|que|which|that|при|he|she|was|were|is|are|from)\b", re.IGNORECASE
)
_NO_ORGANISATION: Final = re.compile(
    r"(?<=[^\W\d_]{4})[.!?:]\s|https?:|@|\d{2}|©|\b(?:copyright|is|are|es|was|were|have|has|been|member)\b|[а-яё](?:ется|ются|ится|ятся)\b",
    re.IGNORECASE,
)
_SENTENCES: Final = re.compile(r"(?<=[^\W\d_]{3})[.!?;]\s+")
_POSTAL: Final = re.compile(
    r",?\s(?=(?:via|calle|plaza|avda?|av|ul|ул|street|p\.?o)\b\.?\s)|\s[·|]\s?", re.IGNORECASE
)


def names_in(text: str, *, lenient: bool = False) -> list[str]:
    """The personal names of a line that is made of names, labels and degrees; `lenient` also takes names with an unknown word."""
    found: list[str] = []
    for part in _PARTS.split(text):
        turned = _turned(part, lenient=lenient)
        for piece in [turned] if turned else [piece for piece, _ in split_names(part)]:
            name = _name(piece, lenient=lenient)
            if name and name not in found:
                found.append(name)
    return found


def _turned(part: str, *, lenient: bool) -> str:
    """A name that is written "Arrieta Solís, Begoña", the other way round; "" for what is none."""
    family, comma, given = part.strip().partition(", ")
    families, givens = family.split(), given.split()
    if not comma or not 1 <= len(families) <= 3 or not 1 <= len(givens) <= 3:
        return ""
    if is_given(families[0]) or not all(word[:1].isupper() for word in (*families, *givens)):
        return ""
    # With two family names before it, a word of the list of names is a given name too.
    allowed = "GIN" if lenient and len(families) > 1 else "GI"
    is_turned = all(is_given(word) or word_look(word) in allowed for word in givens)
    return f"{given} {family}" if is_turned else ""


def name_within(text: str) -> str:
    """A personal name somewhere in a title or a line of few words: "Home page of Lev V. Utkin"; "" where there is none."""
    return next(_runs_of_names(text), "")


def names_within(text: str) -> list[str]:
    """All personal names in a sentence: "Lectures are given by Ann Lee, classes by Tom Ray and Li Wu"."""
    return list(dict.fromkeys(_runs_of_names(text)))


def _runs_of_names(text: str) -> Iterator[str]:
    """The longest name in each run of words that can be a name's."""
    for part in _PARTS.split(text):
        for run in _runs(TOKEN.findall(_DEGREE.sub("", part))):
            for start in range(len(run)):
                name = clean_name(_POSSESSIVE.sub("", " ".join(run[start:])))
                if _is_sure(name):
                    yield name
                    break


def _runs(tokens: list[str]) -> Iterator[list[str]]:
    """The runs of words that can be names; "Ana Ruiz y de Luis Paz" are two, "Ana Ruiz y Gómez" is one."""
    run: list[str] = []
    for token in [*tokens, ""]:
        look = word_look(token) if token else "0"
        is_next = (
            bool(run and token) and word_look(run[-1]) == "p" and is_given(token) and look != "I"
        )
        if look in "IGPSNCp" and not (look == "p" and not run) and not is_next:
            run.append(token)
            continue
        while run and word_look(run[-1]) == "p":
            run.pop()
        if run:
            yield run
        run = [token] if is_next else []


def _name(piece: str, *, lenient: bool) -> str:
    piece = piece.strip()
    has_degree = _DEGREE.match(piece) is not None
    bare = _DEGREE.sub("", piece) if has_degree else piece
    # "JTP Dr. Ana Ruiz mail": what is in small letters behind a name is none of it.
    words = bare.split()
    while len(words) > 2 and words[-1].islower():
        words.pop()
    # "доцент Сорокин Андрей Викторович", "Читает А. Сомова": a post or a verb of teaching before it is none of it either.
    while len(words) > 2 and (
        words[0] in _WITH or says("staff", words[0]) or says("teacher", words[0])
    ):
        words.pop(0)
    name = _POSSESSIVE.sub("", clean_name(" ".join(words)))
    if not name or len(name) > _LONGEST or not (is_possible(name) or _is_listed(name)):
        return ""
    if _GLUED.search(name) or _BARE_INITIAL.search(name):
        return ""
    is_name = (
        _is_listed(name)
        or (is_only_name(name, sure=False) and (lenient or has_degree or is_known_name(name)))
        or _has_patronymic(name)
        or _has_two_initials(name)
        or (lenient and (_has_russian_initials(name) or _is_likely(name)))
        or (has_degree and _is_named(name))
    )
    return name if is_name else ""


def _has_patronymic(name: str) -> bool:
    """Three capitalised words, one of them a patronymic: a name, whatever the family name is ("Ким Елена Сергеевна")."""
    looks = looks_of(name)
    return (
        len(looks) == 3
        and "P" in looks[1:]
        and all(look in "GPSNC" for look in looks)
        and not is_organisation(name)
    )


def _has_two_initials(name: str) -> bool:
    """A family name that no list has, with two initials, as lists of publications have it: "A.V. Fedorchenko", "Бурма М.Г."."""
    looks = "".join(looks_of(name))
    return (
        name.count(".") > 1
        and looks.strip("I") in ("C", "N", "S")
        and looks[1:-1].strip("I") == ""
        and _INITIALLED.fullmatch(name) is not None
        and not is_organisation(name)
    )


def _has_russian_initials(name: str) -> bool:
    """A family name of any ending with two initials: "Воробей Н. П."."""
    looks = "".join(looks_of(name)).replace("II", "I")
    return (
        looks in ("CI", "IC", "SI", "IS")
        and is_cyrillic(name)
        and name.count(".") > 1
        and not is_organisation(name)
    )


def is_heading(text: str) -> bool:
    """Whether what was taken for a name is a heading or a part of a title: "Calculus. Group B", "I. Personal Data", "С Иерархической Структурой"."""
    return _ENDED.search(text) is not None or _NUMBERED.match(text) is not None


def is_known_name(name: str) -> bool:
    """A known first name, a patronymic or an initial among words that are in the list of names."""
    if is_heading(name):
        return False
    return any(look in "GPI" for look in looks_of(name)) or any(map(is_given, name.split()))


def is_given(word: str) -> bool:
    """Whether a word is a first name that is known, or an initial."""
    return is_first_name(word) or plain_word(word) in given_names()


def _is_listed(name: str) -> bool:
    """A first name that is known, beside words that are known as names or end like a Russian family name: "Алевтина Сомова"."""
    tokens = name.split()
    if not 2 <= len(tokens) <= 4 or is_organisation(name):
        return False
    first, *rest = tokens if is_given(tokens[0]) else tokens[::-1]
    return (
        plain_word(first) in given_names()
        and first[:1].isupper()
        and all(word_look(word) in "GPSNIp" for word in rest)
        and word_look(rest[-1]) != "p"
        and any(len(word) > _INITIAL for word in rest)
    )


def _is_sure(name: str) -> bool:
    if name and len(name) <= _LONGEST and (_is_listed(name) or _has_patronymic(name)):
        return True
    if not name or len(name) > _LONGEST or not is_possible(name):
        return False
    if "а" <= name[-1].lower() <= "я":  # Russian adjectives have the endings of family names
        return is_only_name(name, sure=True) or _has_russian_initials(name)
    return is_only_name(name, sure=False) or _is_likely(name)


def _is_likely(name: str) -> bool:
    """A known first name before a word that no list has."""
    return _is_named(name) and (is_given(name.split(maxsplit=1)[0]) or looks_of(name)[0] in "GN")


def _is_named(name: str) -> bool:
    """Words of the shape of a name, none of which means something else."""
    looks = looks_of(name)
    if not is_name(looks) or "A" in looks or len(name.split()) > 5 or is_organisation(name):
        return False
    if (
        says("teacher", name)
        or says("staff", name)
        or _ROMAN.fullmatch(name.rsplit(maxsplit=1)[-1])
    ):
        return False
    kinds = {hit.kind for hit in find_classes([word for word in words_of(name) if len(word) > 1])}
    return not kinds - {"given", "and", "degree"}


def organisation_in(text: str) -> str:
    """The organisation that a line names; "" where it names none or is a sentence."""
    text = _POSTAL.split(text.strip(" .,;:-–—|"))[0].strip(" ,;")
    parts = text.split(", ")
    while parts and (says("staff", parts[0]) or says("teacher", parts[0])):
        parts.pop(0)  # "Professor, Institute of …"
    text = ", ".join(part for part in parts if not any(map(str.isdigit, part)))
    words = words_of(text)
    if not 1 < len(words) <= _MOST_WORDS or len(text) > 200 or not says("organisation", text):
        return ""
    if (
        _NO_ORGANISATION.search(text)
        or _SENTENCE.search(text)
        or names_in(text)
        or says("staff", text)
    ):
        return ""
    return text if text[:1].isupper() or text[:1] in '«"“' else ""


def plain_organisation(text: str) -> str:
    """An organisation as a document prints it, without people, posts and what follows it; "" where it is none."""
    parts = [part.strip() for part in text.split(", ")]
    kept = [
        part
        for part in parts
        if part and (says("organisation", part) or not (names_in(part) or says("staff", part)))
    ]
    words = [word for word, _ in groupby(", ".join(kept).split())]  # bold print comes out twice
    while words and words[-1].islower() and not is_cyrillic(words[-1]):
        words.pop()  # Russian institutes are written in small letters but for the first
    plain = " ".join(words).strip(" ,;.")
    if not plain or plain[0].islower() or _SENTENCE.search(plain):
        return ""
    if says("organisation", plain):
        return plain if len(words) <= _MOST_WORDS else ""
    # A firm, an agency or an acronym: few words, all of them names.
    small = [word for word in words if word.islower() and word not in _JOINING]
    is_name = len(words) > 1 or (plain.isupper() and len(plain) > 2)
    is_name = is_name and not (plain.isupper() and len(words) > 2)
    return plain if is_name and len(words) <= _FEW_WORDS and not small else ""


def says_organisation(text: str) -> bool:
    """Whether a text has a word of organisations."""
    return says("organisation", text)


def says_teacher(text: str) -> bool:
    """Whether a short line or label says that those named with it teach."""
    return len(text) < _LONG_LABEL and says("teacher", text)


def teaching_part(text: str) -> str:
    """The sentence of a longer line that says who teaches; the line itself where it is short, "" where it says nothing of the kind."""
    if len(text) < _LONG_LABEL:
        return text if says("teacher", text) else ""
    sentences = (part for part in _SENTENCES.split(text) if len(part) < _LONG_SENTENCE)
    return next((part for part in sentences if says("teacher", part)), "")
