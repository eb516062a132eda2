"""What made-up pages are printed from: papers, people, places and words, those of the training pages or of another language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import Any

from harvestman.learn.pages_tongues import Tongue

_DATA = files("harvestman.learn").joinpath("data")
WORDS: dict[str, list[str]] = tomllib.loads(_DATA.joinpath("synthetic.toml").read_text("utf-8"))
LANGUAGES: dict[str, dict[str, list[str]]] = tomllib.loads(
    _DATA.joinpath("synthetic_languages.toml").read_text("utf-8")
)
NAME_WAYS = "full full full full full initials inverted inverted-full first-turned family-initials upper".split()
"""How pages print names, the usual ways more often; a language may have its own habits."""


class Pool:
    """Papers, people and long texts to draw from."""

    def __init__(self, rows: Sequence[dict[str, Any]], texts: Sequence[str], rng: Random) -> None:
        self.papers = [
            p
            for row in rows
            for p in row["papers"]
            if p["authors"] and 15 < len(p["title"]) < 200 and len(p["authors"]) < 9
        ]
        self.people: list[str] = [a["name"] for p in self.papers for a in p["authors"]]
        self.affiliations: list[str] = (
            sorted(
                {
                    f
                    for p in self.papers
                    for a in p["authors"]
                    for f in a["affiliations"]
                    if 3 < len(f) < 80
                }
            )
            or WORDS["places"]
        )
        self.texts = list(texts)
        self.rng = rng
        self.words = WORDS
        self.name_ways: list[str] = NAME_WAYS

    def word(self, kind: str) -> str:
        """A word or phrase of a kind, in the pool's language if it has such."""
        return self.rng.choice(self.words.get(kind) or WORDS[kind])

    def some(self, number: int) -> list[dict[str, Any]]:
        """Papers, each with its authors' affiliations filled in where the pool has none."""
        return [
            {
                "title": p["title"],
                "authors": [
                    {"name": a["name"], "affiliations": list(a["affiliations"])}
                    for a in p["authors"]
                ],
                "pdf": None,
                "session": None,
            }
            for p in self.rng.sample(self.papers, min(number, len(self.papers)))
        ]

    def person(self) -> str:
        """Anybody's name."""
        return self.rng.choice(self.people)

    def affiliation(self) -> str:
        """Where somebody may be."""
        return self.rng.choice(self.affiliations)


class ForeignPool(Pool):
    """The same in another language: its words, titles and surnames from references where these are at hand, else put together."""

    def __init__(self, language: str, rng: Random, tongue: Tongue | None = None) -> None:
        words = LANGUAGES[language]
        known = tongue or Tongue((), ())
        given = [*words["given"], *(f"{rng.choice(words['initials'])}." for _ in range(4))]
        surnames = [*words["family"], *rng.sample(known.surnames, min(60, len(known.surnames)))]
        people = [f"{rng.choice(given)} {family}" for family in surnames for _ in range(3)]
        titles = [
            f"{rng.choice(words['begin'])} {rng.choice(words['thing'])} {rng.choice(words['field'])}"
            for _ in range(20 if known.titles else 60)
        ]
        titles += rng.sample(known.titles, min(60, len(known.titles)))
        papers = [
            {
                "title": title,
                "authors": [
                    {"name": name, "affiliations": []}
                    for name in rng.sample(people, rng.choice((1, 1, 2, 2, 3, 4)))
                ],
            }
            for title in dict.fromkeys(titles)
        ]
        sentence = " ".join(rng.sample(titles, 8)).lower().capitalize()
        super().__init__([{"papers": papers}], [f"{sentence}."], rng)
        self.people = people
        self.affiliations = words["organisation"]
        self.words = words
        self.name_ways = words.get("name_ways", NAME_WAYS)


def fixed_words() -> set[str]:
    """The words that pages in other languages say around their papers: "Sesión", "Vorsitz", "Обед"."""
    kinds = "headings breaks menu labels committees ceremonies session chair title_words author_words time_words roles".split()
    return {
        word
        for words in LANGUAGES.values()
        for kind in kinds
        for phrase in words.get(kind, ())
        for word in re.findall(r"[^\W\d_]{3,}", phrase)
    }


def heading(text: str, rng: Random) -> str:
    """A text set apart as headings are."""
    return rng.choice(
        (
            "<h1>{}</h1>",
            "<h2>{}</h2>",
            "<h3>{}</h3>",
            "<p><b>{}</b></p>",
            "<font size=5>{}</font><br>",
            "<center><h2>{}</h2></center>",
        )
    ).format(text)
