"""Where the authors of a document work: what it prints, what related pages and documents say, and what the site knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harvestman.gather.directory import KnownPerson
from harvestman.gather.matching import Opening, names_organisation, same_organisation
from harvestman.gather.related import (
    BY_PAGE,
    BY_SIBLING,
    DOCUMENTS_BESIDE,
    GUESSED,
    PAGES_ABOVE,
    SITE,
    TAUGHT,
    Institution,
    PageAbove,
    Said,
    SiteDocument,
)
from harvestman.model import Author, Field, is_same_person
from harvestman.pages.people import organisation_in, plain_organisation
from harvestman.text import fold, squeeze, unaccent
from harvestman.text.lexicon import words_of
from harvestman.text.romanising import is_cyrillic

_HEAD = 700  # characters in which a document says where it comes from
_LONG_LINE = 400
_QUOTED = re.compile(r"«([^«»]{10,150})»|“([^“”]{10,150})”")


def plausible(names: Sequence[str], *, is_cv: bool = False) -> tuple[str, ...]:
    """Without people, sentences and repetitions: of sheets and slides the header's model takes some for organisations."""
    found: list[str] = []
    for name in map(plain_organisation, names):
        if not name:
            continue
        twin = next((at for at, other in enumerate(found) if _is_part(name, other)), None)
        if twin is None:
            found.append(name)
        elif (name.count(","), len(name)) > (found[twin].count(","), len(found[twin])):
            found[twin] = name
    return tuple(found[:1] if is_cv else found)  # then come the places of earlier years


def printed_organisations(document: SiteDocument) -> tuple[str, ...]:
    """The organisations that a document prints: what its header has, else what the lines of its head name."""
    found = plausible(document.header.affiliations, is_cv=document.category == "cv")
    if found or document.category == "cv":
        return found
    lines = [squeeze(line) for line in document.opening[:_HEAD].split("\n")]
    named = [name for line in lines if (name := _organisation_of_line(line))]
    return plausible(named[:1])


def _organisation_of_line(line: str) -> str:
    """The organisation that a line of the head names: the whole of the line, one of its sentences, or what stands between quotation marks.

    "Работа выполнена в … учреждении «Сибирский университет телекоммуникаций»": so abstracts of Russian theses have it.
    """
    quoted = [part for match in _QUOTED.finditer(line) for part in match.groups() if part]
    parts = (*quoted, line, *line.split(". ")) if len(line) < _LONG_LINE else ()
    return next((name for part in parts if (name := organisation_in(part))), "")


def _is_part(one: str, other: str) -> bool:
    """Whether an organisation is named within another, if only by its initials: UNAM."""
    x, y = fold(one), fold(other)
    return (
        x in y or y in x or _initials(one) in words_of(other) or _initials(other) in words_of(one)
    )


def _initials(name: str) -> str:
    """The acronym of an organisation's capitalised words; "-" for one of few words, whose initials say nothing."""
    letters = [word[0] for word in name.split() if word[0].isupper()]
    return unaccent("".join(letters)) if len(letters) > 2 else "-"


def claim_organisations(
    said: Said, opening: Opening, above: Sequence[PageAbove], beside: Sequence[SiteDocument]
) -> None:
    """Organisations of related pages and documents that stand in the first part of the document, where it is not known to name any."""
    document = said.document
    if printed_organisations(document):
        return
    named = {one.name: page.url for page in reversed(above) for one in page.organisations}
    sibling = {name: other.url for other in beside for name in plausible(other.header.affiliations)}
    for reader, names, confidence in (
        (PAGES_ABOVE, named, BY_PAGE),
        (DOCUMENTS_BESIDE, sibling, BY_SIBLING),
    ):
        found = [name for name in names if names_organisation(name, opening)]
        if found:
            best = max(found, key=len)
            said.say(reader, Field.AFFILIATIONS, (best,), confidence, source=names[best])


def claim_work(
    said: Said,
    authors: Sequence[tuple[Author, KnownPerson | None]],
    above: Sequence[PageAbove],
    institution: Institution,
) -> None:
    """Where the authors work, if nothing printed says so: their own organisation, the site's, or the institution that was given."""
    if any(claim.field is Field.AFFILIATIONS for claim in said.claims):
        return
    if said.document.category == "thesis":
        return  # it was often written elsewhere
    local = [known for _, known in authors if known is not None and known.is_local]
    if not local and (authors or said.document.category not in TAUGHT):
        return
    for page in above:
        for one in page.people:
            if not one.affiliations or not one.name:
                continue
            named = any(is_same_person(one.name, author.name) for author, _ in authors)
            for name in one.affiliations if named else ():
                if is_of_institution(name, institution) or not _is_one_script(name, institution):
                    said.say(SITE, Field.AFFILIATIONS, (name,), GUESSED, source=page.url)
                    return
    for known in local:
        own = [name for name in known.affiliations if is_of_institution(name, institution)]
        if own:
            best = max(own, key=lambda name: known.affiliations[name])
            said.say(SITE, Field.AFFILIATIONS, (best,), GUESSED, source=said.document.url)
            return
    for known in local:  # "Peter the Great … University" cannot be compared with its Russian name
        other = [name for name in known.affiliations if not _is_one_script(name, institution)]
        if other and institution.names:
            best = max(other, key=lambda name: known.affiliations[name])
            said.say(SITE, Field.AFFILIATIONS, (best,), GUESSED, source=said.document.url)
            return
    name = _site_organisation(above, institution)
    said.say(SITE, Field.AFFILIATIONS, (name,) if name else (), GUESSED, source=said.document.url)


def _is_one_script(name: str, institution: Institution) -> bool:
    return not institution.names or any(
        is_cyrillic(name) == is_cyrillic(own) for own in institution.names
    )


def is_of_institution(name: str, institution: Institution) -> bool:
    """Whether an organisation is the institution or a part of it."""
    return any(same_organisation(name, own) for own in institution.names)


def _site_organisation(above: Sequence[PageAbove], institution: Institution) -> str:
    """The institution's name as a page above prints it, or as it was given; without one, what the pages name."""
    for page in above:
        for one in page.organisations:
            if is_of_institution(one.name, institution):
                return one.name
    if institution.names:
        return institution.names[0]
    return next((one.name for page in above for one in page.organisations), "")
