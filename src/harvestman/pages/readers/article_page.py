"""A whole article as one page, without any metadata: title, people, abstract, sections, and at its end the works that it cites.

Magazines print so, and LaTeX2HTML. What gives the page away is its headings: one says what the page's own title says, and of those below it some are
the parts that articles have, the list of references among them. Without this reader, that list would be taken for the papers of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from harvestman.model import Author, Authority, Field
from harvestman.pages.entries import siblings
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.learned.people import is_affiliation, people_in_text
from harvestman.pages.source import Source, text_of
from harvestman.pages.wording import alternatives, pattern, words_for
from harvestman.text import fold

if TYPE_CHECKING:
    from harvestman.pages.people.lines import Line

NAME: Final = "article-page"
_MIN_WORDS: Final = 3
_MAX_TITLE: Final = 300
_MAX_ABOVE: Final = 60  # lines between the title and the first section
_MAX_ABSTRACT: Final = 5_000
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5")
_MIN_PARTS: Final = 2  # headings as articles have them, beside that of the references
_NUMBER: Final = r"(?:\d{1,2}|[IVX]{1,4})(?:\.\d{1,2}){0,4}[.)]?\s"
_NUMBERED: Final = re.compile(_NUMBER)
_DOI: Final = re.compile(r"\b10\.\d{4,9}/[^\s<>\"]{1,200}")
_CALLED: Final = re.compile(r"(?:title|authors?|by|von|por|par|авторы?)\s*:\s*", re.IGNORECASE)


@cache
def _headed(name: str) -> re.Pattern[str]:
    """Matches a heading of an article that is one of these words, numbered or not."""
    return re.compile(
        rf"(?:{_NUMBER})?(?:{alternatives(words_for('articles', name))})\s*[:.]?", re.IGNORECASE
    )


@cache
def _cited() -> re.Pattern[str]:
    """Finds what the list of cited works is called."""
    return re.compile(alternatives(words_for("articles", "cited")))


class ArticlePageReader:
    """Reads the article that a page is."""

    name = NAME
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page speaks of works that are cited."""
        return source.data is None and source.shows(*words_for("articles", "cited"))

    def read(self, source: Source) -> Iterator[PaperFound]:
        """One paper, or nothing."""
        if not any(_cited().search(text_of(heading)) for heading in source.headings):
            return  # before all lines are read, which takes longer
        # Few pages come here, and the module takes 12 ms to load.
        from harvestman.pages.people.lines import lines_of  # noqa: PLC0415

        lines = lines_of(source)
        at = _title_at(lines, source)
        if at is None or not _is_article(lines[at + 1 :]):
            return
        above = _above_sections(lines[at + 1 :])
        people = _people(above)
        if not people:
            return
        notes = Notes(confidence=0.8)
        notes.add(Field.TITLE, lines[at].text, locator=f"h{lines[at].heading}")
        notes.add(Field.AUTHORS, people, locator="below the heading")
        notes.add(Field.ABSTRACT, _abstract(source), locator="below the heading")
        doi = next((found[0] for line in above if (found := _DOI.search(line.text))), "")
        notes.add(Field.DOI, doi, locator="below the heading")
        yield notes.paper()


def _title_at(lines: Sequence[Line], source: Source) -> int | None:
    """Where the heading stands that the page is titled with."""
    shown = " ".join(fold(text_of(node, limit=1_000)) for node in source.tree.css("title")[:1])
    for at, line in enumerate(lines):
        text = line.text
        if line.heading and len(text) <= _MAX_TITLE and len(text.split()) >= _MIN_WORDS:
            key = fold(text)
            if key and key in shown:
                return at
    return None


def _is_article(lines: Sequence[Line]) -> bool:
    """Whether the headings are those of an article, which ends with the works that it cites."""
    headings = [line.text for line in lines if line.heading]
    cited = [at for at, text in enumerate(headings) if _headed("cited").fullmatch(text)]
    if not cited:
        return False
    parts = _headed("parts")
    told = sum(
        bool(parts.fullmatch(text) or _NUMBERED.match(text)) for text in headings[: cited[-1]]
    )
    listed = sum(pattern("articles", "lists").search(text) is not None for text in headings)
    return told >= _MIN_PARTS and not listed


def _above_sections(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines up to the first heading, which has the abstract or a section below it."""
    for at, line in enumerate(lines[:_MAX_ABOVE]):
        if line.heading or _headed("parts").fullmatch(line.text):
            return lines[:at]
    return lines[:_MAX_ABOVE]


def _people(lines: Sequence[Line]) -> list[str | Author]:
    """The people of the lines below the title: names alone, or each with an institution behind or below."""
    found: list[tuple[str, list[str]]] = []
    waiting: list[tuple[str, list[str]]] = []
    for line in lines:
        text = _CALLED.sub("", line.text, count=1)
        if named := people_in_text(text):
            people = [(person.name, list(person.affiliations)) for person in named]
        else:
            name, comma, where = text.partition(",")
            one = people_in_text(name) if comma and is_affiliation(where) else []
            people = [(one[0].name, [where.strip(" ,;")])] if len(one) == 1 else []
        if people:
            found += people
            waiting = [*waiting, *people] if not any(p[1] for p in people) else []
        elif waiting and pattern("entries", "organisation").search(text):
            for _, places in waiting:
                places.append(text)
            waiting = []
    return [Author(name, tuple(places)) for name, places in found]


def _abstract(source: Source) -> str:
    """What stands below the heading that is called an abstract, up to the keywords or the next heading."""
    abstract, end = _headed("abstract"), pattern("articles", "keywords")
    for heading in source.tree.css(", ".join(_HEADINGS))[:_MAX_ABOVE]:
        if abstract.fullmatch(text_of(heading, limit=_MAX_TITLE)):
            texts = []
            for below in siblings(heading):
                text = text_of(below, limit=_MAX_ABSTRACT)
                if (below.tag or "") in _HEADINGS or end.match(text):
                    break
                texts.append(text)
            return " ".join(filter(None, texts))
    return ""
