"""The parts that made-up documents share: authors with marks, abstracts, sections, lists of references, contents.

A `Draft` is a document on its way: its words, its pages and the gold that is written down while it is set.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from harvestman.documents.layout.lines import Layout, Properties
from harvestman.learn.documents_synthetic_sheet import Look, Sheet
from harvestman.learn.documents_synthetic_words import Person, Words

TERMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "abstract": ("Abstract", "ABSTRACT", "Abstract.", "Summary"),
        "keywords": ("Keywords:", "Key words:", "Index Terms—", "Keywords", "Keywords and phrases:"),
        "introduction": ("Introduction", "INTRODUCTION"),
        "middle": ("Related Work", "Background", "Method", "Experiments", "Results", "Discussion", "Preliminaries", "Evaluation"),
        "end": ("Conclusion", "Conclusions", "Conclusions and Future Work"),
        "references": ("References", "REFERENCES", "Bibliography"),
        "contents": ("Contents", "Table of Contents", "CONTENTS"),
        "chapter": ("Chapter {n}",),
        "and": (" and ", ", ", " & "),
    },
    "es": {
        "abstract": ("Resumen", "RESUMEN", "Resumen.", "Resumen—"),
        "keywords": ("Palabras clave:", "Palabras clave", "PALABRAS CLAVE:", "Descriptores:"),
        "introduction": ("Introducción", "INTRODUCCIÓN"),
        "middle": ("Trabajo relacionado", "Antecedentes", "Metodología", "Experimentos", "Resultados", "Discusión", "Marco teórico"),
        "end": ("Conclusiones", "CONCLUSIONES", "Conclusiones y trabajo futuro"),
        "references": ("Referencias", "Bibliografía", "REFERENCIAS", "Referencias bibliográficas"),
        "contents": ("Índice", "Índice general", "Contenido", "Tabla de contenidos"),
        "chapter": ("Capítulo {n}",),
        "and": (" y ", ", "),
    },
    "ru": {
        "abstract": ("Аннотация", "Аннотация.", "Реферат", "АННОТАЦИЯ", "Резюме"),
        "keywords": ("Ключевые слова:", "Ключевые слова", "КЛЮЧЕВЫЕ СЛОВА:"),
        "introduction": ("Введение", "ВВЕДЕНИЕ"),
        "middle": ("Обзор", "Постановка задачи", "Методика", "Эксперименты", "Результаты", "Обсуждение", "Теоретические сведения"),
        "end": ("Заключение", "Выводы", "ЗАКЛЮЧЕНИЕ"),
        "references": ("Список литературы", "Литература", "ЛИТЕРАТУРА", "Список использованных источников"),
        "contents": ("Содержание", "Оглавление", "СОДЕРЖАНИЕ"),
        "chapter": ("Глава {n}",),
        "and": (", ", " и "),
    },
}  # fmt: skip
"""Headings and joining words by language."""


@dataclass(slots=True)
class Draft:
    """A document on its way."""

    category: str
    language: str
    rng: Random
    words: Words
    sheet: Sheet
    title: str = ""
    authors: list[Person] = field(default_factory=list)
    affiliations: list[str] = field(default_factory=list)
    emails: list[str] = field(default_factory=list)
    abstract: str = ""
    keywords: list[str] = field(default_factory=list)
    date: str = ""
    template: str = ""
    page_count: int = 0
    creator: str = ""
    producer: str = ""

    @classmethod
    def begun(cls, category: str, language: str, rng: Random, *, landscape: bool = False) -> Draft:
        """A draft on empty pages."""
        look = Look.drawn(rng, is_landscape=landscape)
        draft = cls(category, language, rng, Words(language, rng), Sheet(look, rng))
        latex = look.font.startswith(("CM", "Nimbus", "SFRM", "LM"))
        draft.creator, draft.producer = (
            ("LaTeX with hyperref", "pdfTeX-1.40.21")
            if latex
            else rng.choice(
                (("Microsoft Word", "Microsoft Word 2016"), ("Writer", "LibreOffice 7.0"), ("", ""))
            )
        )
        return draft

    def term(self, key: str) -> str:
        """A heading of the document's language."""
        return self.words.fill(self.rng.choice(TERMS[self.language][key]))

    def gold(self) -> dict[str, Any]:
        """What a perfect reader would answer, in the shared shape."""
        return {
            "language": self.language,
            "category": self.category,
            "title": None if self.category == "cv" else self.title,
            "authors": [
                {"name": p.name, "affiliations": list(p.affiliations), "email": p.email}
                for p in self.authors
            ],
            "authors_complete": True,
            "affiliations": _unique([a for p in self.authors for a in p.affiliations] + self.affiliations),
            "affiliations_complete": True,
            "emails": _unique([p.email for p in self.authors if p.email] + self.emails),
            "emails_complete": True,
            "abstract": self.abstract,
            "keywords": list(self.keywords),
            "date": self.date,
            "template": self.template,
        }  # fmt: skip

    def layout(self) -> Layout:
        """The finished pages."""
        properties = Properties(creator=self.creator, producer=self.producer)
        return self.sheet.layout(page_count=self.page_count, properties=properties)


def _unique(values: list[str]) -> list[str]:
    return list(dict.fromkeys(values))


def cased(draft: Draft, text: str) -> str:
    """The text, in capitals in some documents; gold keeps the normal case."""
    return text.upper() if draft.rng.random() < 0.2 else text


def heading(draft: Draft, text: str, *, number: int = 0, big: bool = False) -> None:
    """A heading of a section or, `big`, of a chapter."""
    style = draft.rng.choice(("{n} {t}", "{n}. {t}", "{t}"))
    shown = style.format(n=number, t=text) if number else text
    draft.sheet.put(shown, scale=1.7 if big else 1.2, bold=True, gap=1.5)


def abstract(draft: Draft, *, with_keywords: float = 0.6) -> None:
    """An abstract and, mostly, keywords, printed in one of the usual ways."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    draft.abstract = words.paragraph(4, 9)
    start = draft.term("abstract")
    if rng.random() < 0.5:
        sheet.put(start, bold=True, gap=1.5, align=rng.choice(("centre", "left")))
        sheet.put(draft.abstract, "abstract", gap=0.4, italic=rng.random() < 0.2, indent=rng.choice((0.0, 2.0)))  # fmt: skip
    else:
        joint = "" if start.endswith((".", "—")) else rng.choice((".", ":", " —"))
        sheet.put(f"{start}{joint} {draft.abstract}", "abstract", gap=1.5, scale=0.95)
    if rng.random() < with_keywords:
        draft.keywords = _unique([words.topic().lower() for _ in range(rng.randint(3, 6))])
        joined = rng.choice((", ", "; ", " · ")).join(draft.keywords)
        sheet.put(f"{draft.term('keywords')} {joined}{rng.choice(('', '.'))}", "keywords", gap=0.8)


def people(draft: Draft, least: int, most: int) -> None:
    """Draw the authors, with their organisations and e-mail addresses."""
    rng, words = draft.rng, draft.words
    shared = [words.organisation() for _ in range(rng.choice((1, 1, 2, 3)))]
    with_mail = rng.random() < 0.65
    for _ in range(rng.randint(least, most)):
        person = words.person()
        if any(person.name == other.name for other in draft.authors):
            continue
        person.affiliations = [rng.choice(shared)]
        if with_mail:
            person.email = words.email_of(person, words.host(person.affiliations[0]))
        draft.authors.append(person)


def body(draft: Draft, pages: int, *, sections: bool = True, chapters: bool = False) -> None:
    """Running text under headings until so many pages are full."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    number, start = 0, len(sheet.pages)
    has_formulae = rng.random() < 0.4
    while len(sheet.pages) - start < pages:
        if sections and (number == 0 or rng.random() < 0.25):
            number += 1
            name = draft.term("introduction") if number == 1 else draft.term("middle")
            if chapters:
                sheet.page()
                sheet.put(draft.term("chapter"), scale=1.6, bold=True, gap=4.0)
            heading(draft, name, number=number, big=chapters)
        sheet.put(words.paragraph(), gap=0.5)
        if has_formulae and rng.random() < 0.6:
            formula(draft)
        if rng.random() < 0.06:
            caption = {"en": "Figure", "es": "Figura", "ru": "Рис."}[draft.language]
            sheet.space(0.12)
            sheet.put(f"{caption} {rng.randint(1, 9)}. {words.title()}", scale=0.9, align="centre")
    if sections and rng.random() < 0.7:
        heading(draft, draft.term("end"), number=number + 1)
        sheet.put(words.paragraph())


def references(draft: Draft, least: int = 5, most: int = 25) -> None:
    """A list of references, numbered or not."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    heading(draft, draft.term("references"))
    style = rng.choice(("[{n}] ", "{n}. ", ""))
    for number in range(1, rng.randint(least, most) + 1):
        names = [words.person() for _ in range(rng.randint(1, 3))]
        printed = ", ".join(
            f"{p.family} {p.initials}" if draft.language == "ru" else f"{p.initials} {p.family}"
            for p in names
        )
        year = rng.randint(1970, words.year)
        source = {"en": "Journal of", "es": "Revista de", "ru": "Вестник"}[draft.language]
        field_ = words.of("field-gen" if draft.language == "ru" else "field")
        first, pages = rng.randint(1, 400), rng.randint(3, 25)
        where = rng.choice(
            (f"{source} {field_}, {rng.randint(1, 60)}({rng.randint(1, 12)}), pp. {first}-{first + pages}, {year}.",
             f"{words.of('place')}, {year}. — {rng.randint(90, 400)} p.", f"{source} {field_}, {year}.")
        )  # fmt: skip
        sheet.put(f"{style.format(n=number)}{printed}. {words.title()}. {where}", scale=0.9)


def contents(draft: Draft, entries: int) -> None:
    """A table of contents."""
    sheet, rng = draft.sheet, draft.rng
    sheet.put(draft.term("contents"), scale=1.5, bold=True, gap=2.0)
    page = 1
    for number in range(1, entries + 1):
        page += rng.randint(1, 9)
        name = draft.term("middle") if number > 1 else draft.term("introduction")
        dots = rng.choice((" " + ". " * 20, " ..................... ", "   "))
        sheet.put(f"{number}{rng.choice(('', '.'))} {name}{dots}{page}", gap=0.2)


def bullets(draft: Draft, number: int, *, mark: str = "•") -> None:
    """Short points under each other."""
    for _ in range(number):
        draft.sheet.put(f"{mark} {draft.words.of('point')}", gap=0.4, indent=1.0)


_SYMBOLS = "x y z n k λ μ ρ Σ ∫ = + − ≤ ≥ ∈ → ∞ 0 1 2 3 f(x) a_n".split()


def formula(draft: Draft) -> None:
    """A formula as it comes out of files: fragments on short lines of their own."""
    rng = draft.rng
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = " ".join(rng.choice(_SYMBOLS) for _ in range(rng.randint(1, 7)))
        draft.sheet.put(text, scale=rng.choice((1.0, 1.0, 0.7)), indent=rng.uniform(4, 16))
