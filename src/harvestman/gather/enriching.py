"""Enrichment, bottom-up: what a document does not say of its authors is looked for on the pages above it and in the documents beside it.

The readers, each a claim of its own, named as in the paper of the repository assistant:

* `document`: what the document itself says.
* `pages-above` (EI2): persons and organisations of the pages above it that stand in the first part of the document.
* `documents-beside` (EI3): those found in documents that the same pages link to, likewise.
* `people-of-the-site`: where neither brings an author, those of the site's own people who stand in the head of the document.
* `course-or-owner`: where no author is printed at all, the teacher of the course or the owner of the site.
* `first-page` (MailList): addresses on the first and last page that are made of an author's name.
* `addresses-nearby` (RelMailList): addresses of its authors on related pages and in related documents.
* `address`: what kind of document it is, as the names of its file, folder and link say.
* `site`: where its authors work, if the document is silent and the site says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from harvestman.gather.calling import kind_of, paperwork, title_of
from harvestman.gather.directory import Directory
from harvestman.gather.matching import Opening, place_of
from harvestman.gather.reaching import claim_addresses
from harvestman.gather.related import (
    ADDRESS,
    BY_PAGE,
    BY_SIBLING,
    DOCUMENT,
    DOCUMENTS_BESIDE,
    GUESSED,
    IN_DOCUMENT,
    OWN_PEOPLE,
    PAGES_ABOVE,
    Institution,
    PageAbove,
    Said,
    SiteDocument,
)
from harvestman.gather.words import says
from harvestman.gather.workplaces import (
    claim_organisations,
    claim_work,
    printed_organisations,
)
from harvestman.model import INFERRED, Author, Claim, Field, Person, Role, is_same_person
from harvestman.pages.people import is_heading, is_known_name
from harvestman.text import fold, squeeze, words
from harvestman.text.names import parse_name

_HEAD = 700  # characters in which authors stand who are printed nowhere else
_BESIDE = 250  # characters between two authors of one list
_ADAPTED = re.compile(
    r"(?i)^(?:adaptad[oa] de|adapted from|adapted by|tomado de|elabor[oó]|elaborad[oa] por|подготовил[аи]?|составил[аи]?):?\s+(?=\S)"
)
_SURER = 0.95
_NOBODYS = frozenset(("cv", "other"))
"""Kinds of documents for which no author is inferred."""
_ABOUT = frozenset(("evaluation", "jubilee", "form", "timetable"))
"""Paperwork that names those it is about, and not its authors."""
_PAPERS = frozenset(("paper", "thesis", "report", "book"))
_HEADING_WORDS = 4
_BEFORE = 60  # characters before a name in which its role stands
_LINE_WORDS = 14  # of a line of names, posts and places; what is longer is a sentence
_MOST_AUTHORS = 60
_MOST_TEACHERS = 6  # of one course; a page that names more is a list of all who teach somewhere


def enrich(
    document: SiteDocument,
    above: Sequence[PageAbove],
    beside: Sequence[SiteDocument],
    directory: Directory,
    institution: Institution,
    *,
    now: datetime,
    near: Sequence[PageAbove] = (),
) -> tuple[Claim, ...]:
    """All that can be said of a document, as claims. `near` are pages that the pages above link to and that name teachers."""
    said = Said(document, now)
    opening = Opening.of(document.opening)
    kind = paperwork(document, document.category, ())
    is_about = kind in _ABOUT
    printed = _printed(
        said,
        document,
        () if is_about else _likely_authors(document, directory),
        is_nobodys=kind == "jubilee",
    )
    authors = [*printed]
    for reader, people, confidence in (
        (PAGES_ABOVE, _people_above(above), BY_PAGE),
        (DOCUMENTS_BESIDE, _people_beside(beside), BY_SIBLING),
        (OWN_PEOPLE, _own_people(document, directory), BY_SIBLING),
    ):
        if is_about or (reader == OWN_PEOPLE and authors):
            break
        named = _named_in(document, opening, printed, people)
        found = [
            replace(one, name=_lettered(one.name, printed, directory, document)) for one in named
        ]
        said.say(reader, Field.AUTHORS, tuple(found), confidence, source=_source(people, found))
        authors += [one for one in found if not _has(authors, one.name)]
    said.say(ADDRESS, Field.CATEGORY, kind_of(document, above), _SURER)
    if kind != "jubilee":
        claim_organisations(said, opening, above, beside)
    if not authors and _is_somebodys(said, above):
        guessed = _makers(above, near, directory)
        source = guessed[0].source if guessed else ""
        inferred = tuple(Author(_written(one, above, directory, document)) for one in guessed)
        said.say(INFERRED, Field.AUTHORS, inferred, GUESSED, source=source)
        authors += inferred
    found_authors = [(one, directory.find(one.name)) for one in authors[:_MOST_AUTHORS]]
    claim_addresses(said, found_authors, directory)
    claim_work(said, found_authors, above, institution)
    return tuple(said.claims)


def _printed(
    said: Said, document: SiteDocument, authors: tuple[Author, ...], *, is_nobodys: bool
) -> list[Author]:
    """Claim what the document itself says; a note about somebody says where that person worked, not its author."""
    header = document.header
    for about, value in (
        (Field.TITLE, title_of(document, authors)),
        (Field.AUTHORS, authors),
        (Field.AFFILIATIONS, () if is_nobodys else printed_organisations(document)),
        (Field.EMAILS, header.emails),
        (Field.LANGUAGE, document.language),
        (Field.CATEGORY, document.category),
        (Field.KEYWORDS, header.keywords),
        (Field.ABSTRACT, header.abstract),
        (Field.DATE, header.date),
        (Field.DOI, header.doi),
    ):
        said.say(DOCUMENT, about, value, IN_DOCUMENT)
    return list(authors)


def _likely_authors(document: SiteDocument, directory: Directory) -> tuple[Author, ...]:
    """The printed authors; of what is no paper, only names that have a known first name or initial, or that the site knows."""
    header = document.header
    title = fold(title_of(document, ())) if document.category != "cv" else ""
    opening = Opening.of(document.opening)
    whole = tuple(part for one in header.authors for part in _apart(one, directory))
    own = [one for one in whole if not _is_supervisor(one.name, opening)]
    authors = own or whole
    if document.category in _PAPERS:
        return tuple(
            one for one in authors if fold(one.name) not in title and not is_heading(one.name)
        )
    return tuple(
        one
        for one in authors
        if directory.is_known(one.name)
        or (is_known_name(one.name) and not _is_epigraph(one.name, document.opening))
    )


def _apart(author: Author, directory: Directory) -> tuple[Author, ...]:
    """Two authors whose names were run together, if the site knows the second: "Ana Ruiz Jean Luc Petit"; without words before the name."""
    tokens = author.name.split()
    for at in range(2, len(tokens) - 1):
        first, second = " ".join(tokens[:at]), " ".join(tokens[at:])
        known = directory.find(second)
        is_other = known is not None and author.name not in known.names and known.seen > 0
        if is_other and is_known_name(second) and is_known_name(first):
            return replace(author, name=first, emails=()), Author(second)
    return (replace(author, name=_ADAPTED.sub("", author.name)),)


def _is_supervisor(name: str, opening: Opening) -> bool:
    """Whether the words before a name in its line, or the line before it, say that they supervised the work."""
    place = place_of(name, opening)
    if place is None:
        return False
    begin = opening.text.rfind("\n\n", 0, max(0, place - _BEFORE // 2)) + 1
    before = opening.text[max(begin, place - 2 * _BEFORE) : place]
    return says("supervisor", before)


def _is_epigraph(name: str, opening: str) -> bool:
    """Whether a name stands alone under a sentence: a saying, with whose it is."""
    paragraphs = [squeeze(one) for one in opening.split("\n\n")]
    for before, here in pairwise(paragraphs):
        if fold(here) == fold(name):
            return len(before.split()) > _HEADING_WORDS and before[-1:] in ".!?…»”"
    return False


def _people_above(above: Sequence[PageAbove]) -> dict[str, str]:
    """The names on the pages above, the nearest first, each with its page."""
    found: dict[str, str] = {}
    for page in above:
        for one in page.people:
            if one.name and (one.role is not Role.AUTHOR or one.place == page.position):
                found.setdefault(one.name, page.url)
    return found


def _people_beside(beside: Sequence[SiteDocument]) -> dict[str, str]:
    """The authors of the documents beside it, each with their document."""
    found: dict[str, str] = {}
    for other in beside:
        for author in other.header.authors:
            found.setdefault(author.name, other.url)
    return found


def _own_people(document: SiteDocument, directory: Directory) -> dict[str, str]:
    """The site's own people whose names stand in the head of a document, in lines that are no sentences, wherever the site names them."""
    if paperwork(document, document.category, ()):
        return {}
    paragraphs = document.opening[:_HEAD].split("\n\n")
    lines = [one for one in paragraphs if len(one.split()) <= _LINE_WORDS]
    return {one.name: "" for one in directory.named_in("\n".join(lines))}


def _named_in(
    document: SiteDocument, opening: Opening, printed: Sequence[Author], people: dict[str, str]
) -> list[Author]:
    """Those of the people whom the first part of the document names, in its order: the same as printed, or beside them."""
    places = [place for one in printed if (place := place_of(one.name, opening)) is not None]
    is_own = document.category == "thesis" and bool(printed)
    title = Opening.of(document.header.title)
    found: dict[str, int] = {}
    for name in people:
        place = place_of(name, opening)
        if place is None:
            continue
        known = next((one.name for one in printed if is_same_person(one.name, name)), None)
        if known is not None:
            found.setdefault(known, place)
            continue
        if is_own or (document.category != "exercise" and _is_supervisor(name, opening)):
            continue
        if document.category != "cv" and place_of(name, title) is not None:
            continue  # a jubilee is not written by whom it is for
        if _is_within(place, name, printed, opening):
            continue
        is_beside = any(abs(place - other) <= _BESIDE for other in places)
        if (is_beside or (not places and place <= _HEAD)) and not any(
            is_same_person(name, other) for other in found
        ):
            found[name] = place
    return [Author(name) for name, _ in sorted(found.items(), key=lambda item: item[1])]


def _lettered(
    name: str, printed: Sequence[Author], directory: Directory, document: SiteDocument
) -> str:
    """A name that pages give, in the letters of the document's language, unless the document prints it so."""
    is_printed = any(one.name == name for one in printed)
    return name if is_printed else directory.name_in(name, document.language)


def _is_within(place: int, name: str, printed: Sequence[Author], opening: Opening) -> bool:
    """Whether what was taken for a family name is a part of a printed author's name: "M. Thomas" in "Martin Meyer, Thomas Lee"."""
    families = words(parse_name(name).family)
    for author in printed:
        own = place_of(author.name, opening)
        is_near = own is not None and abs(place - own) <= len(author.name)
        if is_near and any(one in words(author.name) for one in families):
            return True
    return False


def _source(people: dict[str, str], found: Iterable[Author]) -> str:
    for author in found:
        for name, source in people.items():
            if is_same_person(name, author.name):
                return source
    return ""


def _has(authors: Iterable[Author], name: str) -> bool:
    return any(is_same_person(one.name, name) for one in authors)


def _is_somebodys(said: Said, above: Sequence[PageAbove]) -> bool:
    """Whether a document that prints no author has one all the same: a sheet or slides, but no form, rules or jubilee."""
    document = said.document
    kinds = [str(claim.value) for claim in said.claims if claim.field is Field.CATEGORY]
    category = kinds[-1] if kinds else document.category
    anchors = [page.anchor for page in above if page.distance == 1]
    return category not in _NOBODYS and not paperwork(document, category, anchors)


def _makers(
    above: Sequence[PageAbove], near: Sequence[PageAbove], directory: Directory
) -> list[Person]:
    """Who has made a document that prints no author: whom its list names, who teaches its course or owns its page, the nearest page first."""
    first = [page for page in above if page.distance == 1]
    makers = _listed(first, directory) or _teachers(first) or _owner(first)
    for distance in sorted({page.distance for page in (*above, *near)}):
        makers = makers or _teachers_near([page for page in near if page.distance == distance])
        makers = makers or _teachers([page for page in above if page.distance == distance])
    return makers or _owner(above) or _only_one(above, directory) or _site_owner(directory)


def _listed(first: Sequence[PageAbove], directory: Directory) -> list[Person]:
    """Whom an entry of a list names together with the document; of bare family names, those of the site's own people."""
    for page in first:
        listed = [
            one for one in page.people if one.role is Role.AUTHOR and one.place == page.position
        ]
        whole = [one for one in listed if len(one.name.split()) > 1]
        bare = [(one, directory.of_family(one.name)) for one in listed if one not in whole]
        found = whole or [replace(one, name=known.name) for one, known in bare if known is not None]
        if found:
            return found
    return []


def _teachers(above: Sequence[PageAbove]) -> list[Person]:
    """Who teaches the course of the nearest page that says so: those named last before the link, or all where none is before it."""
    for page in above:
        teachers = [one for one in page.people if one.role is Role.TEACHER]
        before = [one for one in teachers if one.place <= page.position]
        if page.is_named_after:
            after = [one.place for one in teachers if one.place > page.position]
            return [one for one in teachers if after and one.place == min(after)]
        if before and (page.distance == 1 or page.courses):
            last = max(one.place for one in before)
            return [one for one in before if one.place == last]
        if teachers:
            return teachers[:1] if len({one.place for one in teachers}) > 1 else teachers
    return []


def _written(
    one: Person, above: Sequence[PageAbove], directory: Directory, document: SiteDocument
) -> str:
    """A name as the page writes it that links to the document; of people who stand farther off, in the letters of its language."""
    if any(page.url == one.source and page.distance == 1 for page in above):
        return one.name
    return directory.name_in(one.name, document.language)


def _teachers_near(near: Sequence[PageAbove]) -> list[Person]:
    """Who teaches, as a page beside says; nobody where two such pages name different people, or one names many."""
    nearest = min((page.distance for page in near), default=0)
    first: list[Person] = []
    for page in near:
        teachers = [one for one in page.people if one.role is Role.TEACHER]
        if page.distance > nearest or not teachers or len(teachers) > _MOST_TEACHERS:
            continue
        if first and not is_same_person(first[0].name, teachers[0].name):
            return []
        first = first or teachers[:1]
    return first


def _owner(above: Sequence[PageAbove]) -> list[Person]:
    for page in above:
        owners = [one for one in page.people if one.role is Role.OWNER]
        if owners:
            return owners[:1]
    return []


def _only_one(above: Sequence[PageAbove], directory: Directory) -> list[Person]:
    """The one person of the site whom the nearest page that names any of them names."""
    for page in above:
        own = {
            id(known): one
            for one in page.people
            if (known := directory.find(one.name)) is not None and known.is_local
        }
        if own:
            return list(own.values()) if len(own) == 1 else []
    return []


def _site_owner(directory: Directory) -> list[Person]:
    return [Person(directory.owner, role=Role.OWNER)] if directory.owner else []
