"""A page of one paper without any metadata: a heading, below it people, then an abstract. Lists have pages of their own kind.

Conferences put such a page behind each entry of the programme, and often the link to the file stands only there. A talk's page looks the same, so
the page must say that what follows is an abstract, or have an address as papers have them (`abstracts/paper7.html`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Authority, Field
from harvestman.pages.bracketing import name_and_place
from harvestman.pages.entries import is_no_paper, labelled_file, names_in
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.learned.people import clean_name, is_person
from harvestman.pages.source import Source, text_of

_MAX_HEADINGS = 40
_MAX_BLOCKS = 400
_LOOKED_AT = 6  # blocks below the heading in which the people stand
_MIN_WORDS, _MAX_TITLE = 3, 300
_MAX_PEOPLE = 30
_MAX_LINE = 1_000
_ABSTRACT_FROM = 150  # characters; what is shorter is a remark
_BLOCKS = "h1, h2, h3, h4, h5, p, div, li, td, section, address, blockquote, dd, dt, span.authors"
_AROUND = "nav, header, footer, aside, form"
# What the abstract is called, in the languages of the sites that we know.
_ABSTRACT = re.compile(
    r"(?:abstract|summary|resumen|resumo|zusammenfassung|kurzfassung|résumé|resume|аннотация|тезисы|riassunto)\s*[:.—–-]?\s*",
    re.IGNORECASE,
)
_AUTHORS = re.compile(
    r"(?:authors?|by|speakers?|presenters?|autor(?:es|en|as)?|auteurs?|von|par|por|авторы?|докладчики?)\s*:\s*",
    re.IGNORECASE,
)
_PAPER_ADDRESS = re.compile(
    r"(?:paper|abstract|talk|poster|article|contribution|presentation|submission|vortrag|beitrag|ponencia|trabajo|trabalho|artigo|resumo|resumen|expose"
    r"|communication|doklad|tezis|statya)s?[-_/]{0,2}[a-z]{0,12}[-_]?\d{1,6}(?:\.\w{1,6})?/?\Z",
    re.IGNORECASE,
)
_NOT_A_TITLE = re.compile(
    r"\A(?:abstracts?|home|welcome|program(?:me|m|ma|ação)?|schedule|papers|accepted papers|session\b.{0,40}|proceedings|speakers?|keynotes?|committees?"
    r"|call for .{0,60}|registration|contact|news)\W*\Z",
    re.IGNORECASE,
)


class PaperPageReader:
    """Reads the one paper of a page: heading, people, abstract, file."""

    name = "paper-page"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page speaks of an abstract, or has an address as papers have them."""
        return source.data is None and (
            _PAPER_ADDRESS.search(unquote(urlsplit(source.url).path)) is not None
            or source.shows(*_SHOWN)
        )

    def read(self, source: Source) -> Iterator[PaperFound]:
        """One paper, or nothing."""
        headings = source.tree.css("h1, h2, h3")[:_MAX_HEADINGS]
        around = {
            inner.mem_id
            for node in source.tree.css(_AROUND)[:50]
            for inner in node.css("h1, h2, h3")
        }
        titles = [
            node
            for node in headings
            if node.mem_id not in around and _is_title(text_of(node, limit=_MAX_TITLE + 1))
        ]
        # A second heading of a title's length would be a second entry: a list, whose reader is another.
        if not titles or any(_level(node) <= _level(titles[0]) for node in titles[1:]):
            return
        blocks = _texts_below(source, titles[0])
        found = _people(blocks[:_LOOKED_AT])
        if found is None:
            return
        place, people = found
        abstract, is_called_so = _abstract(blocks[place + 1 :])
        is_paper = _PAPER_ADDRESS.search(unquote(urlsplit(source.url).path)) is not None
        if not abstract or not (is_called_so or is_paper):
            return
        notes = Notes(confidence=0.8)
        notes.add(Field.TITLE, text_of(titles[0]), locator=titles[0].tag or "h1")
        notes.add(Field.AUTHORS, people, locator="below the heading")
        notes.add(Field.ABSTRACT, abstract, locator="below the authors")
        if body := source.tree.body:
            notes.add(Field.PDF, labelled_file(body, "a[href*='.pdf']"), locator="a")
        yield notes.paper()


_SHOWN = (
    *(
        "abstract",
        "resumen",
        "resumo",
        "zusammenfassung",
        "kurzfassung",
        "résumé",
        "r&eacute;sum&eacute;",
    ),
    *("аннотация", "тезисы", "summary"),
)


def _is_title(text: str) -> bool:
    return (
        len(text) <= _MAX_TITLE
        and len(text.split()) >= _MIN_WORDS
        and not _NOT_A_TITLE.match(text)
        and not is_no_paper(text)
    )


def _level(node: LexborNode) -> int:
    return int((node.tag or "h9")[1])


def _texts_below(source: Source, heading: LexborNode) -> list[str]:
    """The texts of the blocks that follow a heading, the innermost ones, in their order."""
    texts: list[str] = []
    begun = False
    for node in source.tree.css(_BLOCKS):
        if node.mem_id == heading.mem_id:
            begun = True
        elif begun and node.css_first(_BLOCKS.replace("span.authors", "x")) in (None, node):
            if text := text_of(node, limit=5_000):
                texts.append(text)
            if len(texts) >= _MAX_BLOCKS:
                break
    return texts


def _people(texts: list[str]) -> tuple[int, list[Author]] | None:
    """The first line that holds people and nothing else, and who they are."""
    for place, text in enumerate(texts):
        if len(text) > _MAX_LINE or _ABSTRACT.fullmatch(text):
            return None
        told = map(name_and_place, map(str, names_in(_AUTHORS.sub("", text, count=1))))
        cleaned = [(clean_name(name), where) for name, where in told]
        people = [Author(name, (where,) if where else ()) for name, where in cleaned if name]
        are_names = all(is_person(one.name) and 2 <= len(one.name.split()) <= 6 for one in people)
        if people and len(people) <= _MAX_PEOPLE and are_names:
            return place, people
    return None


def _abstract(texts: list[str]) -> tuple[str, bool]:
    """The abstract, and whether it is called one."""
    is_called_so = False
    for text in texts:
        head = _ABSTRACT.match(text)
        if head and head.end() == len(text):
            is_called_so = True
        elif len(text) >= _ABSTRACT_FROM:
            return (text[head.end() :], True) if head else (text, is_called_so)
    return "", False
