"""A page of one paper without any metadata: a heading, below it people, then an abstract. Lists have pages of their own kind.

Conferences put such a page behind each entry of the programme, and often the link to the file stands only there. A talk's page looks the same, so
the page must say that what follows is an abstract, or have an address as papers have them (`abstracts/paper7.html`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Authority, Field
from harvestman.pages.bracketing import name_and_place
from harvestman.pages.entries import is_no_paper, labelled_file, names_in
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.learned.name_lists import is_institution
from harvestman.pages.learned.people import clean_name, is_person
from harvestman.pages.source import Source, text_of

# how many are looked at, down to which level
_MAX_HEADINGS: Final = 40
_LOWEST: Final = 3
_MAX_BLOCKS: Final = 400
_LOOKED_AT: Final = 6  # blocks below the heading in which the people stand
_MIN_WORDS: Final = 3
_MAX_TITLE: Final = 300
_MAX_PEOPLE: Final = 30
_WITH_PLACE: Final = 4  # words of a name and an institution
_MAX_LINE: Final = 1_000
_MAX_SHORT: Final = 200  # characters of a block that names a person or an institution
_ABSTRACT_FROM: Final = 150  # characters; what is shorter is a remark
_CALLED_FROM: Final = 60  # of one that the page calls an abstract
_BLOCKS: Final = (
    "h1, h2, h3, h4, h5, p, div, li, td, section, address, blockquote, dd, dt, span.authors"
)
_AROUND: Final = "nav, header, footer, aside, form"
# What the abstract is called, in the languages of the sites that we know.
_ABSTRACT: Final = re.compile(
    r"(?:abstract|summary|resumen|resumo|zusammenfassung|kurzfassung|résumé|resume|аннотация|тезисы|riassunto)\s*[:.—–-]?\s*",
    re.IGNORECASE,
)
_AUTHORS: Final = re.compile(
    r"(?:authors?|by|speakers?|presenters?|autor(?:es|en|as)?|auteurs?|von|par|por|авторы?|докладчики?)\s*:\s*",
    re.IGNORECASE,
)
_PAPER_ADDRESS: Final = re.compile(
    r"(?:paper|abstract|talk|poster|article|contribution|presentation|submission|vortrag|beitrag|ponencia|trabajo|trabalho|artigo|resumo|resumen|expose"
    r"|communication|doklad|tezis|statya)s?[-_/]{0,2}[a-z]{0,12}[-_]?\d{1,6}(?:\.\w{1,6})?/?\Z",
    re.IGNORECASE,
)
_NOT_A_TITLE: Final = re.compile(
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
        headings = [node for node in source.headings if _level(node) <= _LOWEST][:_MAX_HEADINGS]
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
        blocks = _Blocks(source, titles[0])
        found = _people(blocks)
        if found is None:
            return
        place, people = found
        abstract, is_called_so = _abstract(blocks, place + 1)
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


_SHOWN: Final = (
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


class _Blocks:
    """The blocks with text that follow a heading, in their order. Each is read when it is first looked at: mostly, few are."""

    def __init__(self, source: Source, heading: LexborNode) -> None:
        self._nodes = source.tree.css(_BLOCKS)
        self._next = 0
        """Of the nodes, the first that has not been looked at."""
        while self._next < len(self._nodes):
            self._next += 1
            if self._nodes[self._next - 1].mem_id == heading.mem_id:
                break
        self._texts: list[str] = []
        self._places: list[int] = []
        """Where among the nodes each block with text is."""

    def text(self, place: int) -> str | None:
        """The text of a block; None behind the last."""
        while len(self._texts) <= place:
            if self._next == len(self._nodes) or len(self._texts) == _MAX_BLOCKS:
                return None
            text = text_of(self._nodes[self._next], limit=5_000)
            self._next += 1
            if text:
                self._texts.append(text)
                self._places.append(self._next - 1)
        return self._texts[place]

    def is_outer(self, place: int) -> bool:
        """Whether other blocks stand in it: then the next one does."""
        at = self._places[place]
        if at + 1 == len(self._nodes):
            return False
        node, parent = self._nodes[at].mem_id, self._nodes[at + 1].parent
        while parent is not None and parent.mem_id != node:
            parent = parent.parent
        return parent is not None


def _people(blocks: _Blocks) -> tuple[int, list[Author]] | None:
    """The first block that holds people and nothing else, who they are, and those below them with their institutions between."""
    for place in range(_LOOKED_AT):
        text = blocks.text(place)
        if text is None or len(text) > _MAX_LINE or _ABSTRACT.fullmatch(text):
            return None
        if people := _people_in(text):
            # People of a block around others are read there, where their institutions stand apart from them.
            if any(is_institution(one.name) for one in people) and blocks.is_outer(place):
                continue
            return _with_those_below(blocks, place, people)
    return None


def _people_in(text: str) -> list[Author]:
    """The people of a line that holds nothing else."""
    told = map(name_and_place, map(str, names_in(_AUTHORS.sub("", text, count=1))))
    cleaned = [(clean_name(name), where) for name, where in told]
    people = [Author(name, (where,) if where else ()) for name, where in cleaned if name]
    are_names = all(
        is_person(one.name) and 2 <= len(one.name.split()) <= 6 and not _has_place(one.name)
        for one in people
    )
    return people if len(people) <= _MAX_PEOPLE and are_names else []


def _has_place(name: str) -> bool:
    """Whether an institution stands behind a name without a sign between: "Ana Ruiz Universidad de León"."""
    return len(name.split()) >= _WITH_PLACE and is_institution(name)


def _with_those_below(
    blocks: _Blocks, place: int, people: list[Author]
) -> tuple[int, list[Author]]:
    """People, each in a block of their own with a block for where they work."""
    found, last = list(people), place
    begun = 0  # people who still wait for the institution below them
    for at in range(place + 1, place + 3 * _MAX_PEOPLE):
        text = blocks.text(at)
        if text is None:
            break
        if blocks.is_outer(at):
            continue
        if len(text) > _MAX_SHORT or _ABSTRACT.match(text):
            break
        if is_institution(text):
            found[begun:] = [
                replace(one, affiliations=one.affiliations or (text,)) for one in found[begun:]
            ]
        elif len(more := _people_in(text)) == 1:
            begun = len(found)
            found += more
        else:
            break
        last = at
    return last, found


def _abstract(blocks: _Blocks, place: int) -> tuple[str, bool]:
    """The abstract in the blocks from a place on, and whether it is called one."""
    is_called_so = False
    while (text := blocks.text(place)) is not None:
        place += 1
        head = _ABSTRACT.match(text)
        if head and head.end() == len(text):
            is_called_so = True
        elif len(text) >= (_CALLED_FROM if is_called_so else _ABSTRACT_FROM):
            return (text[head.end() :], True) if head else (text, is_called_so)
    return "", False
