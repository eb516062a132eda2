"""Covers that say what they are: "Trabajo Fin de Grado", «Выпускная квалификационная работа», "submitted in partial fulfilment of".

Such a line on a first page of few words settles the kind of a document; the taught model, which counts pages and headings,
takes short or cut theses for papers and reports.
"""

from __future__ import annotations

import re

from harvestman.documents.layout.lines import Layout, Role

_MOST_LETTERS = 1500
"""Of a cover; a page of text has more."""
_MOST_WORDS = 12
_LONGEST = 200
_THESIS = re.compile(
    r"\W*(?:(?:ph\.?d\.?|doctoral|master[’']?s?|bachelor[’']?s?|diploma)\s(?:thesis|dissertation)\b|"
    r"trabajo\s(?:de\s)?fin\sde\s(?:grado|m[áa]ster|carrera)\b|proyecto\sfin\sde\scarrera\b|"
    r"tesis\s(?:doctoral|de\s(?:licenciatura|maestr[íi]a|grado|m[áa]ster|doctorado))\b|"
    r"trabalho\sde\sconclus[ãa]o\sde\scurso\b|(?:disserta[çc][ãa]o\sde\smestrado|tese\sde\sdoutorad?o)\b|"
    r"выпускная\sквалификационная\sработа\b|(?:магистерская|кандидатская|докторская)\sдиссертация\b|"
    r"(?:дипломная|бакалаврская)\sработа\b|диссертация\sна\sсоискание\b|"
    r"(?:bachelor|master|diplom)arbeit\b|th[èe]se\sde\sdoctorat\b)",
    re.IGNORECASE,
)
_SUBMITTED = re.compile(
    r"\b(?:thesis|dissertation)\b.{0,60}\bsubmitted\b|\bpartial\s(?:fulfill?ment|satisfaction)\sof\b",
    re.IGNORECASE,
)


def is_named_thesis(layout: Layout) -> bool:
    """Whether the cover calls the document a thesis."""
    first = next((page for page in layout.pages[:2] if page.lines), None)
    if first is None or first.width > first.height:
        return False  # slides of its defence say so, too
    lines = [line.text[:_LONGEST] for line in first.lines if line.role is Role.TEXT]
    if not 0 < sum(map(len, lines)) <= _MOST_LETTERS:
        return False
    return any(
        (len(text.split()) <= _MOST_WORDS and _THESIS.match(text) is not None)
        or _SUBMITTED.search(text) is not None
        for text in lines
    )
