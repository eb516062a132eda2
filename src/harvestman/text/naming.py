"""One printed name: marks and degrees taken off, written in small letters, Russian genitives turned back where that is sure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from harvestman.text.folding import squeeze
from harvestman.text.gazetteer import cities_named
from harvestman.text.lexicon import classes_of, find_classes, plain_word, words_of
from harvestman.text.name_words import name_words
from harvestman.text.personal import PARTICLES, TOKEN, is_name, looks_of, word_look
from harvestman.text.vocabulary import DATA, vocabulary

_DEGREE: Final = re.compile(
    r"(?i)^(?:(?:prof|dr|dra|ph\.?d|m\.?sc|проф|д-р|ing|mr|mrs|ms|mag|mg|mgs|mgtr|dipl|lic|mtro|mtra|доц|асп|студ|акад|dña|don)\.?\s+)+(?=\S)|"
    r"(?:(?:,|(?<!\s))\s++(?:ph\.?\s?d|m\.?sc|m\.?d|b\.?sc|member|fellow|ieee)\.?){1,8}$"
)
_AND: Final = re.compile(
    r"^(?:and|And|AND|y|e|и|И|und|et|by|By|BY|por|Por|von|автор|Автор)\s+(?=[^\W\d_]{2})|(?<!\s)\s+(?:and|y|и|und|et)$"
)
# Pictures in a font of their own come out as rare letters behind a name.
_STRANGE_END: Final = re.compile("(?<=[a-z])[\u01c4-\u0217\u021c-\u02af\u0400-\u04ff]+$")
MARKS: Final = re.compile(r"[∗*†‡§¶#⋆⁎✉\d]+")
_LARGE: Final = 15
"""The binary logarithm of the inhabitants of a town whose name is rather the town's than a person's."""
_SHORT: Final = 2
_CAMEL: Final = re.compile(r"\b[A-Z][a-z]{5,}[A-Z][a-z]{2}")
_POST: Final = re.compile(r"(?i)p\.?\s?o\.?\s?box\b")
_DOT_AT_END: Final = re.compile(r"(?<=[^\W\d_]{4})\.$")
_OF: Final = frozenset(("de", "del", "la", "los", "las"))
_BARE_LETTER: Final = re.compile(r"[^\W\d_]")
_NO_NAMES: Final = {"org", "part", "firm", "heading", "kind", "keywords", "course", "venue"}


def clean_name(text: str) -> str:
    """A name without marks and degrees; in the nominative."""
    text = MARKS.sub(" ", text)
    text = squeeze(text).strip(" ,;:·•|()[]{}-–—/")
    text = squeeze(_DEGREE.sub("", text)).strip(" ,;:")
    text = _DOT_AT_END.sub("", _AND.sub("", text))
    if text[:1].isascii():
        text = _STRANGE_END.sub("", text)
    return nominative(_small_letters(text) if text.isupper() else text)


def _small_letters(name: str) -> str:
    """A name in capitals as people write it: "CONOR DE LA MCBRIDE" is "Conor de la McBride"."""
    words = []
    for word in name.split():
        look = word_look(word)
        if look == "I" or len(word) <= 1:
            words.append(word)
        elif words and word.lower() in PARTICLES:
            words.append(word.lower())
        else:
            written = "-".join(part.capitalize() for part in word.split("-"))
            words.append(
                re.sub(r"^(Mc|O['’])(\w)", lambda m: m.group(1) + m.group(2).upper(), written)
            )
    return " ".join(words)


def apart(name: str) -> tuple[str, ...]:
    """Several names that stand side by side: first name, initials, family name, again and again; else the name itself."""
    singles: list[list[str]] = [[]]
    for word in name.split():
        is_initial = word_look(word) == "I"
        if (
            singles[-1]
            and not is_initial
            and len(singles[-1]) > 1
            and word_look(singles[-1][-1]) != "I"
        ):
            singles.append([])
        singles[-1].append(word)
    found = tuple(" ".join(words) for words in singles)
    is_whole = all(len(words) > 1 and word_look(words[-1]) != "I" for words in singles)
    firsts = sum(is_first_name(words[0]) for words in singles[1:])
    return found if is_whole and firsts and 2 * firsts >= len(singles) - 1 else (name,)


def is_first_name(word: str) -> bool:
    """Whether a word is a known first name, or an initial."""
    plain = plain_word(word)
    return plain in _first_names() or "given" in classes_of(plain) or word_look(word) == "I"


@cache
def _first_names() -> frozenset[str]:
    text = (DATA / "lexica" / "first_names.txt").read_text(encoding="utf-8")
    return frozenset(
        word for line in text.splitlines() if not line.startswith("#") for word in line.split()
    )


def is_possible(name: str) -> bool:
    """Whether this can be a person's name at all."""
    words = name.split()
    letters = sum(c.isalpha() for c in name)
    if not 1 <= len(words) <= 7 or letters < 4 or len(name) > 70 or _POST.match(name):
        return False
    if len(words) == 1:
        return len(TOKEN.findall(name)) > 1 or any("\u4e00" <= c <= "\u9fff" for c in name)
    if len(words) == 2 and _BARE_LETTER.fullmatch(words[1]) and (words[1] == "I" or _is_no_family(words[0])):  # fmt: skip
        return False
    looks = {word_look(token) for token in TOKEN.findall(name)}
    if "а" <= name[-1].lower() <= "я" and not looks & set("IGP"):
        return False  # Russian adjectives and nouns have the endings of family names
    if not words[-1][0].isupper() and words[-1][0].isascii() and words[-1].isalpha():
        return False
    return not any(c in name for c in "@:/\\=")


def _is_no_family(word: str) -> bool:
    """Whether a word before a single letter is no family name: "Modelo A" of an exam, "Estadística I"."""
    return word_look(word) in "AC" or bool(set(classes_of(plain_word(word))) & {"group", "course"})


def is_organisation(name: str) -> bool:
    """Whether what looks like a name is surely none: it has a word of organisations, teaching or printing."""
    # An initial is no word: "С." is also how Russian abbreviates pages.
    parts = [part for word in words_of(name) for part in word.split("-")]
    words = [part for part in parts if len(part) > 1]
    if any(set(classes_of(word)) & _NO_NAMES and "given" not in classes_of(word) for word in words):
        return True
    if any(word in vocabulary().countries and word not in name_words() for word in words):
        return True
    # "Alana AI", "HP TippingPoint"; but "LeCun", "McDonald".
    if name.endswith(" AI") and not name.isupper():
        return True
    if _CAMEL.search(name):
        return True
    # Chinese names of two syllables are also towns, but nobody prints these in two words: "Bin Zhou".
    is_split = len(name.split()) > 1
    return _is_acronym(name) or any(
        city.size >= _LARGE and not (is_split and city.country == "CN")
        for city in cities_named(name)
    )


def _is_acronym(name: str) -> bool:
    """Whether one word is in capitals, the rest not, and it is no known name: "SPLV St Andrews"."""
    long = [word for word in name.split() if len(word) > _SHORT]
    capitals = [word for word in long if word.isupper()]
    return 0 < len(capitals) < len(long) and all(word_look(word) in "AC" for word in capitals)


def nominative(name: str) -> str:
    """A Russian name in the genitive ("Иванова Ивана Ивановича") as it is printed elsewhere ("Иванов Иван Иванович").

    Only where the patronymic says that it is a genitive; then the endings of the other two follow sure rules.
    """
    words = name.split()
    if len(words) != 3:
        return name
    place = next((at for at, word in enumerate(words) if re.search(r"(?:вича|ьича)$", word)), None)
    if place is not None:
        turned = [_male(word) for word in words]
        return " ".join(turned) if all(turned) else name
    place = next((at for at, word in enumerate(words) if re.search(r"(?:вны|чны)$", word)), None)
    if place is not None:
        turned = [_female(word) for word in words]
        return " ".join(turned) if all(turned) else name
    return name


def _male(word: str) -> str:
    for ending, instead in (
        ("ича", "ич"), ("ова", "ов"), ("ева", "ев"), ("ёва", "ёв"), ("ина", "ин"), ("ына", "ын"), ("ского", "ский"),
        ("цкого", "цкий"), ("ия", "ий"), ("ея", "ей"), ("ая", "ай"), ("оря", "орь"), ("ила", "ил"), ("ьи", "ья"), ("иты", "ита"),
        ("авла", "авел"), ("ьва", "ев"), ("етра", "етр"),
    ):  # fmt: skip
        if word.lower().endswith(ending):
            return word[: -len(ending)] + instead
    if re.search(r"(?i)[бвгджзклмнпрстфхцчшщ]а$", word):
        return word[:-1]
    return word if re.search(r"(?i)(?:ко|их|ых)$", word) else ""


def _female(word: str) -> str:
    for ending, instead in (
        ("вны", "вна"), ("чны", "чна"), ("овой", "ова"), ("евой", "ева"), ("ёвой", "ёва"), ("иной", "ина"), ("ской", "ская"),
        ("цкой", "цкая"), ("ии", "ия"), ("ьи", "ья"), ("ны", "на"), ("ры", "ра"), ("ины", "ина"), ("ены", "ена"), ("ги", "га"),
        ("ты", "та"), ("лы", "ла"), ("сы", "са"), ("ды", "да"), ("ки", "ка"),
    ):  # fmt: skip
        if word.lower().endswith(ending):
            return word[: -len(ending)] + instead
    return word if re.search(r"(?i)(?:ко|их|ых|ук|юк)$", word) else ""


def _is_noun_of(text: str) -> bool:
    """Whether what looks like a name is a thing named after someone: "Cadenas de Markov"."""
    words = text.split()
    return any(word in _OF for word in words) and not is_first_name(words[0])


def is_only_name(text: str, *, sure: bool) -> bool:
    """Whether a text is one name and nothing else; `sure` asks for a known first name or a patronymic."""
    looks = looks_of(text)
    return (
        is_name(looks)
        and all(look in "IGPSNp" for look in looks)
        and (not sure or any(look in "GP" for look in looks))
        and not _is_noun_of(text)
        and not is_organisation(text)
    )


def has_organisation_word(text: str) -> bool:
    """Whether a text has a word such as university, institute or department."""
    return any(hit.kind in ("org", "part", "firm") for hit in find_classes(words_of(text)))
