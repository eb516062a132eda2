"""What typeset papers are made of: real titles, people, organisations and running text, drawn anew for each paper."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from harvestman.text.language import read_language

_NAME = re.compile(r"[A-ZÁÉÍÓÚÑÖÜÇŠŽ][\w'’-]*\.?(?: [\w'’-]+\.?){1,3}")
_LATIN = re.compile(r"[A-Za-zÀ-ÿŠšŽž0-9 ,.:;?!()/'&+–—-]+")
_RUSSIAN = re.compile(r"[А-Яа-яЁё0-9 ,.:?!()–—-]+")
_RUSSIAN_NAME = re.compile(r"([А-ЯЁ][а-яё]+),? ([А-ЯЁ])\. ?([А-ЯЁ])\.")

GIVEN = {
    "es": "María José|Juan Carlos|Ana|Luis Miguel|Beatriz|Francisco|Elena|Jorge|Inés|Andrés|Óscar|Íñigo".split("|"),
    "pt": "João Paulo|Ana Beatriz|Luís|Mariana|Rafael|Conceição|Tiago|Fernanda".split("|"),
    "ru": "Иванович Алексей|Сергеевна Мария|Петрович Дмитрий|Андреевна Ольга|Викторович Павел|Олеговна Елена".split("|"),
}  # fmt: skip
SURNAMES = {
    "es": "García Pérez|Rodríguez|de la Fuente López|Martínez-Abad|Muñoz Vidal|Echeverría|Fernández Ruiz|Peña|Quiroga Sánchez|del Valle".split("|"),
    "pt": "da Silva|Oliveira Santos|Pereira|de Souza Lima|Gonçalves|Ribeiro Costa".split("|"),
}  # fmt: skip
ORGANISATIONS = {
    "es": [
        ("Departamento de Lenguajes y Sistemas Informáticos", "Universidad de Sevilla", "Sevilla", "España"),
        ("Facultad de Ingeniería", "Universidad Nacional de Colombia", "Bogotá", "Colombia"),
        ("Escuela de Ciencias de la Computación", "Pontificia Universidad Católica del Perú", "Lima", "Perú"),
        ("Instituto de Investigación en Informática", "Universidad Nacional de La Plata", "La Plata", "Argentina"),
        ("Centro de Enseñanza Técnica Industrial", "Universidad de Guadalajara", "Guadalajara", "México"),
    ],
    "pt": [
        ("Instituto de Computação", "Universidade Federal do Amazonas (UFAM)", "Manaus", "Brasil"),
        ("Departamento de Informática", "Universidade do Minho", "Braga", "Portugal"),
        ("Centro de Informática", "Universidade Federal de Pernambuco (UFPE)", "Recife", "Brasil"),
    ],
    "ru": [
        ("кафедра системного программирования", "Санкт-Петербургский государственный университет", "Санкт-Петербург", "Россия"),
        ("Институт математики и механики", "Уральский федеральный университет", "Екатеринбург", "Россия"),
        ("ФГБОУ ВО", "Томский политехнический университет", "Томск", "Россия"),
        ("лаборатория анализа данных", "Институт проблем управления РАН", "Москва", "Россия"),
    ],
}  # fmt: skip
MEETINGS = (
    "Annual Meeting of the Society for Applied Counting",
    "International Conference on Digital Libraries",
    "Workshop on Small Languages",
    "Symposium on Operating Machines",
    "Conference on Learning from Text",
)
JOURNALS = (
    "Journal of Machine Reasoning",
    "Information Processing Letters",
    "Transactions on Graphics and Vision",
    "Computational Biology",
    "Annals of Statistics and Data",
)


@dataclass(frozen=True, slots=True)
class Writer:
    """Somebody who writes a paper."""

    name: str
    place: tuple[str, str, str, str]
    """Department, institution, town, country."""
    mail: str


@dataclass(frozen=True, slots=True)
class Material:
    """What all papers are drawn from."""

    papers: tuple[tuple[str, tuple[str, ...]], ...]
    places: tuple[tuple[str, str, str, str], ...]
    titles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    russian_names: tuple[str, ...] = ()
    sentences: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def names(self, rng: Random, language: str, count: int) -> list[str]:
        """So many different people of a language; English-language papers are written by people of all countries."""
        found: list[str] = []
        while len(found) < count:
            name = self._name(rng, language)
            if name not in found and name.split()[-1] not in {x.split()[-1] for x in found}:
                found.append(name)
        return found

    def _name(self, rng: Random, language: str) -> str:
        if language == "ru":
            return rng.choice(self.russian_names)
        if language in GIVEN:
            return f"{rng.choice(GIVEN[language])} {rng.choice(SURNAMES[language])}"
        return rng.choice(rng.choice(self.papers)[1])

    def title(self, rng: Random, language: str) -> str:
        """A real title of that language."""
        if language in self.titles:
            return rng.choice(self.titles[language])
        return rng.choice(self.papers)[0]

    def prose(self, rng: Random, language: str, sentences: int) -> str:
        """Running text: sentences in their order, begun anywhere."""
        known = self.sentences.get(language) or self.sentences["en"]
        at = rng.randrange(max(1, len(known) - sentences))
        return " ".join(known[at : at + sentences])


def read_material(data: Path, texts: Path) -> Material:
    """Draw everything from the folder of data; `texts` has running text, `LANGUAGE.txt`, one sentence a line."""
    papers = tuple(dict.fromkeys(_papers(data)))
    russian = [json.loads(line) for line in (data / "refs/refs/ru_gold.jsonl").open()]
    names = {
        name
        for row in russian
        for raw in row["fields"].get("authors", ())
        if (name := _russian_name(raw))
    }
    with gzip.open(data / "refs/refs/scielo.jsonl.gz", "rt") as stream:
        scielo = [json.loads(line) for line in stream]
    titles: dict[str, list[str]] = {"ru": [row["fields"].get("title", "") for row in russian]}
    for language in ("es", "pt"):
        titles[language] = [
            r["fields"]["title"].strip(". ") for r in scielo if r["language"] == language
        ]
    titles["es"] += [
        json.loads(line)["fields"].get("title", "").strip(". ")
        for line in (data / "refs/refs/es_rendered.jsonl").open()
        if json.loads(line)["language"] == "es"
    ]
    pattern = {"ru": _RUSSIAN, "es": _LATIN, "pt": _LATIN}
    return Material(
        papers,
        tuple(_places(data)),
        {
            language: tuple(
                dict.fromkeys(
                    t
                    for t in found
                    if pattern[language].fullmatch(t) and 30 < len(t) < 130 and read_language(t) == language
                )
            )
            for language, found in titles.items()
        },
        tuple(sorted(names)),
        {path.stem: tuple(path.read_text().splitlines()) for path in texts.glob("*.txt")},
    )  # fmt: skip


def _papers(data: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in (data / "confpages/gold.jsonl").open():
        page: dict[str, Any] = json.loads(line)
        if page["language"] != "en":
            continue
        for paper in page["papers"]:
            names = tuple(
                one["name"]
                for one in paper["authors"]
                if _NAME.fullmatch(one["name"])
                and len(one["name"]) > 7
                and _LATIN.fullmatch(one["name"])
            )
            if names and 25 < len(paper["title"]) < 140 and _LATIN.fullmatch(paper["title"]):
                yield paper["title"].strip(" ."), names


def _places(data: Path) -> Iterator[tuple[str, str, str, str]]:
    """Department, institution, town and country, where all four are printed."""
    with gzip.open(data / "refs/grobid/affiliation-address.corpus.jsonl.gz", "rt") as stream:
        for line in stream:
            found = {label.split("-", 1)[-1]: text for text, label in json.loads(line)["items"]}
            parts = tuple(
                found.get(key, "").strip(" ,.;")
                for key in ("orgName:department", "orgName:institution", "settlement", "country")
            )
            if all(parts) and all(_LATIN.fullmatch(part) and len(part) < 60 for part in parts):
                yield parts[0], parts[1], parts[2], parts[3]


def _russian_name(raw: str) -> str:
    found = _RUSSIAN_NAME.fullmatch(raw.strip())
    return f"{found[2]}. {found[3]}. {found[1]}" if found else ""


def writers(
    material: Material, rng: Random, language: str, count: int, groups: int
) -> list[Writer]:
    """So many people of so many places, neighbours at one place first; each with an address."""
    known = ORGANISATIONS.get(language) or material.places
    places = rng.sample(list(known), min(groups, len(known)))
    names = material.names(rng, language, count)
    cuts = sorted(rng.sample(range(1, count), len(places) - 1)) if len(places) > 1 else []
    found = []
    for at, name in enumerate(names):
        place = places[sum(at >= cut for cut in cuts)]
        domain = re.sub(r"[^a-z]", "", fold(place[1]).lower())[:9] or "inst"
        user = fold(name.split()[-1]).lower() if rng.random() < 0.6 else _initials(name)
        user = re.sub(r"[^a-z.]", "", user) or "author"
        found.append(
            Writer(name, place, f"{user}@{domain}.{rng.choice(('edu', 'org', 'ac.uk', 'de'))}")
        )
    return found


def _initials(name: str) -> str:
    parts = fold(name).lower().split()
    return f"{parts[0][0]}.{parts[-1]}"


_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya".replace("_", "").split(" "),
        strict=True,
    )
)  # fmt: skip


def fold(text: str) -> str:
    """In plain Latin letters."""
    import unicodedata

    spelled = "".join(
        _CYRILLIC[c]
        if c in _CYRILLIC
        else _CYRILLIC[c.lower()].capitalize()
        if c.lower() in _CYRILLIC
        else c
        for c in text
    )
    return "".join(c for c in unicodedata.normalize("NFKD", spelled) if ord(c) < 128)
