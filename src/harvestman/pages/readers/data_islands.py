"""Papers in JSON of any make: in the scripts that a page draws itself from, or in a file that was handed in.

Whatever the framework, a list of papers is a list of objects that have a title and authors. They are looked for wherever
they are nested; in a page, one such object alone may be anything and is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from harvestman.model import Author, Authority, Field
from harvestman.pages.bracketing import parts_outside
from harvestman.pages.entries import is_no_paper
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.islands import Island, Object, objects_in
from harvestman.pages.learned.name_lists import is_workplace, looks_like_name
from harvestman.pages.source import Source

_FEW: Final = 2
_BETWEEN: Final = re.compile(r";|\||,(?=\s)|\band\b")

_TITLES: Final = (
    *("title", "paper_title", "papertitle", "paperTitle", "Title", "Paper Title", "paper"),
    *("titulo", "título", "titre", "titel", "название"),
)
_AUTHORS: Final = (
    *("authors", "author", "author_list", "authorList", "paper_authors", "Authors", "Author"),
    *("autores", "autor", "auteurs", "autoren", "авторы"),
)
_NAMES: Final = (
    *("name", "fullname", "full_name", "fullName", "author", "displayName", "literal"),
    *("nombre", "nome", "nom", "имя", "фио"),
)
_GIVEN: Final = ("first_name", "firstName", "given")
_FAMILY: Final = ("last_name", "lastName", "family")
_PLACES: Final = ("affiliation", "affiliations", "institution", "institutions", "organization")
# Types of CSL and of schedules that are no papers.
_OTHER_TYPES: Final = frozenset(
    "webpage post post-weblog software dataset song motion_picture broadcast interview map graphic entry".split()
)
_FIELDS: Final = {
    Field.PDF: ("pdf", "pdf_url", "pdfUrl", "paper_pdf_url", "paper_pdf", "url_pdf"),
    Field.ABSTRACT: ("abstract", "paper_abstract"),
    Field.DOI: ("doi", "DOI"),
    Field.SESSION: ("session", "session_title", "sessionTitle", "track"),
    Field.URL: ("paper_url", "paperUrl", "forum_url"),
}


class DataIslandsReader:
    """Reads papers out of JSON within the page, or in a file of its own."""

    name = "data-islands"
    version = "3"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there is JSON with titles and authors, not of a make that says itself which things are papers."""
        if source.data is not None:
            return not (
                isinstance(source.data, dict) and isinstance(source.data.get("notes"), list)
            )
        return bool(source.islands)

    def read(self, source: Source) -> Iterator[PaperFound]:
        """Every object with a title and authors, in the order of the page."""
        for island in source.islands:
            found = list(objects_in(island.data, _is_paper))
            alone = len(found) < _FEW and not (source.data is not None and _lists(found))
            if not alone:
                yield from (_paper(one, island) for one in found)


def _is_paper(one: Object) -> bool:
    said = one.get("type") or one.get("event_type") or ""
    if isinstance(said, str) and (said.lower() in _OTHER_TYPES or is_no_paper(said)):
        return False
    return isinstance(_first(one, _TITLES), str) and bool(people_of(_first(one, _AUTHORS)))


def _lists(found: list[Object]) -> bool:
    """Whether the only object of a file has authors, not just an author as a post or a package has."""
    return any(one.get("authors") for one in found)


def _paper(one: Mapping[str, Any], island: Island) -> PaperFound:
    notes = Notes(confidence=0.9)
    where = island.locator
    notes.add(Field.TITLE, str(_first(one, _TITLES)), locator=where)
    notes.add(Field.AUTHORS, people_of(_first(one, _AUTHORS)), locator=where)
    for field, keys in _FIELDS.items():
        value = _first(one, keys)
        if isinstance(value, str):
            notes.add(field, value, locator=where)
    words = one.get("keywords")
    if isinstance(words, list):
        notes.extend(
            Field.KEYWORDS, [word for word in words if isinstance(word, str)], locator=where
        )
    return notes.paper()


def people_of(value: Any) -> list[str | Author]:
    """People as strings, as objects, or as one string of many."""
    if isinstance(value, str):
        return [part.strip() for part in parts_outside(_BETWEEN, value) if part.strip()]
    if not isinstance(value, list):
        return []
    people: list[str | Author] = []
    for one in value:
        if isinstance(one, str):
            people.append(_with_place(one))
        elif isinstance(one, dict):
            family = _first(one, _FAMILY)
            parts = (_first(one, _GIVEN), one.get("non-dropping-particle"), family)
            name = _first(one, _NAMES) or " ".join(str(part) for part in parts if part)
            if isinstance(name, str) and name.strip():
                places = tuple(_places(_first(one, _PLACES)))
                known = family if isinstance(family, str) else ""
                people.append(Author(name, places, family=known))
    return people


def _with_place(text: str) -> str | Author:
    """ "Ana Ruiz, University of León, Spain" is a name and where that person works; "Ruiz, Ana" is a name."""
    name, comma, rest = text.partition(",")
    if not comma or not looks_like_name(name.strip()):
        return text
    behind = [part.strip(" .") for part in rest.split(",")]
    is_place = any(map(is_workplace, behind)) or (
        len(behind) > 1 and not any(map(looks_like_name, behind))
    )
    return Author(name.strip(), (rest.strip(" ."),)) if is_place else text


def _places(value: Any) -> list[str]:
    """The names of places, in whatever lists and objects they stand."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if one.strip():
                found.append(one)
        elif isinstance(one, list):
            waiting += one[::-1]
        elif isinstance(one, dict):
            waiting.append(one.get("name"))
    return found


def _first(one: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((one[key] for key in keys if one.get(key)), None)
