"""The words that made-up documents are written with: names, organisations, titles, sentences in three languages.

The lists are files by language in `data/synthetic`; a value may call other lists by `{name}`. Russian names are declined
by rule, because title pages print the student in the genitive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from harvestman.text.folding import unaccent

_DATA = Path(__file__).parent / "data" / "synthetic"
_SLOT = re.compile(r"\{([a-z-]+)\}")
LANGUAGES = ("en", "es", "ru")


@dataclass(slots=True)
class Person:
    """A made-up person, with what a header says of one."""

    name: str
    genitive: str
    given: str
    family: str
    initials: str
    """The given names as initials: "J. L."."""
    affiliations: list[str] = field(default_factory=list)
    email: str = ""


@cache
def _lists(language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (_DATA / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, values = line.partition(":")
            found.setdefault(key, []).extend(part.strip() for part in values.split("|"))
    return found


class Words:
    """Draws words of one language."""

    def __init__(self, language: str, rng: Random) -> None:
        self.language = language
        self.rng = rng
        self._lists = _lists(language)
        self.year = rng.randint(1994, 2025)
        self._sentences: list[str] = []

    def of(self, key: str) -> str:
        """One value of a list, its slots filled."""
        return self.fill(self.rng.choice(self._lists[key]))

    def fill(self, text: str) -> str:
        """The text with every slot drawn."""
        return _SLOT.sub(lambda match: self._slot(match[1]), text)

    def _slot(self, key: str) -> str:
        if key == "n":
            return str(self.rng.randint(2, 40))
        if key == "year":
            return str(self.year)
        if key == "next":
            return str(self.year + 1) if self.rng.random() < 0.5 else f"{(self.year + 1) % 100:02}"
        return self.of(key)

    def title(self) -> str:
        """A title, its first letter a capital."""
        text = " ".join(self.of("title").split())
        if self.language == "en" and self.rng.random() < 0.35:
            text = text[0] + text[1:].lower()
        return text[0].upper() + text[1:]

    def topic(self) -> str:
        """A short subject: a keyword, a heading."""
        return self.of("method")

    def sentence(self) -> str:
        """A sentence of running text; a document repeats some, which costs nothing and saves time."""
        if len(self._sentences) < 40:
            self._sentences.append(self.of("sentence"))
            return self._sentences[-1]
        return self.rng.choice(self._sentences)

    def paragraph(self, least: int = 3, most: int = 8) -> str:
        """Some sentences."""
        return " ".join(self.sentence() for _ in range(self.rng.randint(least, most)))

    def date(self) -> str:
        """A printed date, long or short."""
        rng, day, month = self.rng, self.rng.randint(1, 28), self.rng.randint(1, 12)
        name = self._lists["month"][month - 1]
        if rng.random() < 0.15:
            return rng.choice(
                (f"{day:02}.{month:02}.{self.year}", f"{day:02}/{month:02}/{self.year}")
            )
        if rng.random() < 0.2:
            return str(self.year)
        if self.language == "es":
            return rng.choice((f"{day} de {name} de {self.year}", f"{name} de {self.year}"))
        if self.language == "ru":
            return rng.choice((f"{day} {name} {self.year} г.", f"{day} {name} {self.year}"))
        return rng.choice(
            (f"{name} {day}, {self.year}", f"{day} {name} {self.year}", f"{name} {self.year}")
        )

    def organisation(self) -> str:
        """A university, sometimes with its department, or a company."""
        roll = self.rng.random()
        if roll < 0.15:
            return self.of("company")
        if roll < 0.5:
            return self.of("university")
        return f"{self.of('department')}, {self.of('university')}"

    def person(self) -> Person:
        """A name with its forms; no affiliation, no e-mail."""
        if self.language == "ru":
            return self._russian()
        rng = self.rng
        given, family = self.of("given"), self.of("surname")
        if self.language == "es" and rng.random() < 0.75:
            family = f"{family} {self.of('surname')}"
        if self.language == "en" and rng.random() < 0.25:
            given = f"{given} {rng.choice('ABCDEFGHJKLMNPRSTVW')}."
        initials = " ".join(f"{word[0]}." for word in given.replace("-", " ").split())
        name = f"{given} {family}"
        return Person(name, name, given, family, initials)

    def _russian(self) -> Person:
        rng = self.rng
        is_woman = rng.random() < 0.4
        given, _, given_of = self.of("given-f" if is_woman else "given-m").partition("/")
        father = self.of("patronymic").replace("/", "")
        surname = self.of("surname")
        family, family_of = _declined(surname, is_woman=is_woman)
        middle, middle_of = (
            (father + "на", father + "ны") if is_woman else (father + "ич", father + "ича")
        )
        initials = f"{given[0]}. {middle[0]}."
        name, name_of = f"{family} {given} {middle}", f"{family_of} {given_of} {middle_of}"
        roll = rng.random()
        if roll < 0.25:
            name, name_of = f"{given} {family}", f"{given_of} {family_of}"
        elif roll < 0.35:
            name, name_of = f"{given} {middle} {family}", f"{given_of} {middle_of} {family_of}"
        return Person(name, name_of, given, family, initials)

    def email_of(self, person: Person, host: str) -> str:
        """An address made of the name."""
        given, family = _latin(person.given.split()[0]), _latin(person.family.split()[-1])
        rng = self.rng
        local = rng.choice(
            (f"{given}.{family}", f"{given[:1]}{family}", family, f"{family}.{given[:1]}", f"{given}{rng.randint(1, 99)}")
        )  # fmt: skip
        return f"{local}@{host}"

    def host(self, organisation: str) -> str:
        """A host name that suits an organisation."""
        rng = self.rng
        words = [w for w in re.findall(r"[a-z]+", _latin(organisation)) if len(w) > 3] or ["mail"]
        end = {"en": ["edu", "ac.uk", "org", "com"], "es": ["es", "edu.mx", "edu.ar"], "ru": ["ru"]}
        if rng.random() < 0.2:
            return rng.choice(("gmail.com", "mail.ru", "yandex.ru", "hotmail.com"))
        name = "".join(w[0] for w in words[:4]) if len(words) > 2 else words[-1]
        sub = rng.choice(("", "", "cs.", "math.", "inf."))
        return f"{sub}{name}.{rng.choice(end[self.language])}"


_LATIN = str.maketrans(
    dict(
        zip(
            "абвгдезийклмнопрстуфхцчшщъыьэюя",
            "a b v g d e z i y k l m n o p r s t u f kh ts ch sh sch  y  e yu ya".split(" "),
            strict=False,
        )
    )
)
_LATIN[ord("ж")] = "zh"


def _latin(text: str) -> str:
    return re.sub(r"[^a-z ]", "", unaccent(text).translate(_LATIN).replace("-", " "))


def _declined(surname: str, *, is_woman: bool) -> tuple[str, str]:
    """A surname in the nominative and in the genitive, for a man or a woman."""
    if surname.endswith(("ий", "ый", "ой")):
        stem = surname[:-2]
        return (stem + "ая", stem + "ой") if is_woman else (surname, stem + "ого")
    return (surname + "а", surname + "ой") if is_woman else (surname, surname + "а")
