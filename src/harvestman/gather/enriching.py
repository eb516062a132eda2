"""Enrichment, bottom-up: what a document does not say of its authors is looked for on the pages above it and in the documents beside it.

The readers, each a claim of its own, named as in the paper of the repository assistant:

* `document`: what the document itself says.
* `pages-above` (EI2): persons and organisations of the pages above it that stand in the first part of the document.
* `documents-beside` (EI3): those found in documents that the same pages link to, likewise.
* `course-or-owner`: where no author is printed at all, the teacher of the course or the owner of the site.
* `first-page` (MailList): addresses on the first and last page that are made of an author's name.
* `addresses-nearby` (RelMailList): addresses of its authors on related pages and in related documents.
* `address`: what kind of document it is, as the names of its file, folder and link say.
* `site`: where its authors work, if the document is silent and the site says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from harvestman.gather.directory import Directory, KnownPerson
from harvestman.gather.matching import Opening, names_organisation, place_of, same_organisation
from harvestman.gather.words import says
from harvestman.model import (
    INFERRED,
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    Header,
    Organisation,
    Person,
    Role,
    Value,
    is_same_person,
)
from harvestman.pages.people import is_known_name, plain_organisation, says_organisation
from harvestman.text import fold, squeeze, unaccent
from harvestman.text.emails import address_likeness, find_addresses, is_pattern, written_out
from harvestman.text.lexicon import words_of
from harvestman.text.names import parse_name
from harvestman.text.romanising import is_cyrillic

VERSION = "1"
DOCUMENT, PAGES_ABOVE, DOCUMENTS_BESIDE = "document", "pages-above", "documents-beside"
FIRST_PAGE, ADDRESSES_NEARBY = "first-page", "addresses-nearby"
SITE, ADDRESS = "site", "address"
OPENING = 2_500
"""Characters of the first part of a document: a title page, or the top of a paper's first page."""
ENDING = 1_500
"""Characters of the last part."""

_MADE_OF = 0.8
_HEAD = 700  # characters in which authors stand who are printed nowhere else
_BESIDE = 250  # characters between two authors of one list
_SURER, _COMPLETING = 0.95, 0.3
_IN_DOCUMENT, _BY_PAGE, _BY_SIBLING, _GUESSED = 0.9, 0.8, 0.75, 0.4
_NOBODYS = frozenset(("cv", "other"))
"""Kinds of documents for which no author is inferred."""
_TAUGHT = frozenset(("exercise", "slides", "lecture-notes"))
"""What a teacher makes without putting a name to it."""
_PAPERS = frozenset(("paper", "thesis", "report", "book"))
_TITLE_WORDS = 14
_HEADING_WORDS = 4
_LONG_TITLE_WORDS = 25
_SHORT_TITLE = 40  # characters: a subtitle may follow
_LISTED = re.compile(r"\d+[.)]|[•➢-]")
_DAY = re.compile(r"\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b")
_SEPARATOR = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.\-0-9]+")
_BEFORE = 60  # characters before a name in which its role stands
_MOST_AUTHORS = 60


@dataclass(frozen=True, slots=True)
class SiteDocument:
    """A document of a site as it was read."""

    url: str
    id: str
    digest: str
    header: Header
    language: str
    category: str
    opening: str
    """The first part of its text."""
    ending: str = ""
    """The last part of its text, where some journals print addresses."""


@dataclass(frozen=True, slots=True)
class PageAbove:
    """A page from which a document is reached."""

    url: str
    distance: int
    position: int
    """The place of the link on it that leads to the document, or towards it."""
    named: tuple[Person | Organisation, ...]
    anchor: str = ""
    """The text of that link."""

    @property
    def people(self) -> list[Person]:
        """The persons that it names."""
        return [one for one in self.named if isinstance(one, Person)]

    @property
    def organisations(self) -> list[Organisation]:
        """The organisations that it names."""
        return [one for one in self.named if isinstance(one, Organisation)]


@dataclass(frozen=True, slots=True)
class Institution:
    """Whose sites are gathered."""

    names: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()


@dataclass(slots=True)
class _Said:
    """Claims of one document, being made."""

    document: SiteDocument
    now: datetime
    claims: list[Claim] = field(default_factory=list)

    def say(
        self,
        reader: str,
        about: Field,
        value: Value,
        confidence: float,
        *,
        source: str = "",
        quote: str = "",
        authority: Authority = Authority.LEARNED,
    ) -> None:
        """Claim a value, unless it is empty."""
        if not value:
            return
        evidence = Evidence(source or f"sha256:{self.document.digest}", reader, quote[:300])
        self.claims.append(
            Claim(
                self.document.url, about, value, evidence, reader, VERSION, authority, confidence, self.now
            )
        )  # fmt: skip


def enrich(
    document: SiteDocument,
    above: Sequence[PageAbove],
    beside: Sequence[SiteDocument],
    directory: Directory,
    institution: Institution,
    *,
    now: datetime,
) -> tuple[Claim, ...]:
    """All that can be said of a document, as claims."""
    said = _Said(document, now)
    opening = Opening.of(document.opening)
    printed = _printed(said, document, _likely_authors(document, directory))
    authors = [*printed]
    for reader, people, confidence in (
        (PAGES_ABOVE, _people_above(above), _BY_PAGE),
        (DOCUMENTS_BESIDE, _people_beside(beside), _BY_SIBLING),
    ):
        found = _named_in(document, opening, printed, people)
        said.say(reader, Field.AUTHORS, tuple(found), confidence, source=_source(people, found))
        authors += [one for one in found if not _has(authors, one.name)]
    said.say(ADDRESS, Field.CATEGORY, _kind(document, above), _SURER)
    _claim_organisations(said, opening, above, beside)
    if not authors and document.category not in _NOBODYS:
        guessed = _teachers(above) or _owner(above) or _site_owner(directory, document.language)
        source = guessed[0].source if guessed else ""
        inferred = tuple(Author(one.name) for one in guessed)
        said.say(INFERRED, Field.AUTHORS, inferred, _GUESSED, source=source)
        authors += inferred
    found_authors = [(one, directory.find(one.name)) for one in authors[:_MOST_AUTHORS]]
    _claim_addresses(said, found_authors, directory)
    _claim_work(said, found_authors, above, institution)
    return tuple(said.claims)


def _printed(said: _Said, document: SiteDocument, authors: tuple[Author, ...]) -> list[Author]:
    header = document.header
    for about, value in (
        (Field.TITLE, _title(document, authors)),
        (Field.AUTHORS, authors),
        (Field.AFFILIATIONS, _plausible(header.affiliations, is_cv=document.category == "cv")),
        (Field.EMAILS, header.emails),
        (Field.LANGUAGE, document.language),
        (Field.CATEGORY, document.category),
        (Field.KEYWORDS, header.keywords),
        (Field.ABSTRACT, header.abstract),
        (Field.DATE, header.date),
        (Field.DOI, header.doi),
    ):
        said.say(DOCUMENT, about, value, _IN_DOCUMENT)
    return list(authors)


def _likely_authors(document: SiteDocument, directory: Directory) -> tuple[Author, ...]:
    """The printed authors; of what is no paper, only names that have a known first name or initial, or that the site knows."""
    header = document.header
    title = fold(_title(document, ())) if document.category != "cv" else ""
    if document.category in _PAPERS:
        return tuple(one for one in header.authors if fold(one.name) not in title)
    return tuple(
        one
        for one in header.authors
        if directory.is_known(one.name)
        or (is_known_name(one.name) and not _is_epigraph(one.name, document.opening))
    )


def _is_epigraph(name: str, opening: str) -> bool:
    """Whether a name stands alone under a sentence: a saying, with whose it is."""
    paragraphs = [squeeze(one) for one in opening.split("\n\n")]
    for before, here in pairwise(paragraphs):
        if fold(here) == fold(name):
            return len(before.split()) > _HEADING_WORDS and before[-1:] in ".!?…»”"
    return False


def _plausible(names: Sequence[str], *, is_cv: bool = False) -> tuple[str, ...]:
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


def _title(document: SiteDocument, authors: Sequence[Author]) -> str:
    """The title without the organisation before it; a curriculum vitae is called by its owner's name.

    Where the header gives a mere heading ("Manuscript", "Announcement"), or the second slide's for slides whose first begins with the course, the title
    stands in the paragraphs of the first page.
    """
    title = document.header.title
    if document.category == "cv" and authors:
        return f"{authors[0].name}. Curriculum vitae"
    head, colon, rest = title.partition(": ")
    if colon and plain_organisation(head) and says_organisation(head) and rest:
        return rest
    paragraphs = [squeeze(one) for one in document.opening.split("\n\n")][:8]
    if is_untitled(title):
        return _after_heading(title, paragraphs) or title
    if (
        document.category == "slides"
        and len(paragraphs) > 2
        and fold(title) not in fold(" ".join(paragraphs[:2]))
    ):
        course, first = paragraphs[:2]
        is_title = 2 <= len(first.split()) <= _TITLE_WORDS and not _LISTED.match(first)
        if is_title and says_organisation(course) and len(course.split()) > _TITLE_WORDS:
            return first
    return title


def _after_heading(title: str, paragraphs: Sequence[str]) -> str:
    """The paragraphs that follow a heading that is no title, without names, days and rooms."""
    start = next((at for at, one in enumerate(paragraphs) if fold(title) in fold(one)), -1) + 1
    found: list[str] = []
    for one in paragraphs[start:]:
        is_title = 2 < len(one.split()) <= _LONG_TITLE_WORDS and not _LISTED.match(one)
        is_title = is_title and not _DAY.search(one) and not is_known_name(one)
        if is_title and not says_organisation(one) and one[:1].isupper():
            found.append(one)
        elif found:
            break
        if len(found) == 2 or len(one) > _SHORT_TITLE:
            break
    return ". ".join(found)


def is_untitled(title: str) -> bool:
    """Whether a title is a mere heading that many documents have."""
    return len(title.split()) <= _HEADING_WORDS and says("untitled", title)


def _kind(document: SiteDocument, above: Sequence[PageAbove]) -> str:
    """What kind of document the names of its file, folder and link say that it is; "" where they say nothing."""
    path = unquote(urlsplit(document.url).path)
    called = " | ".join(
        (
            *_SEPARATOR.sub(" ", path).rsplit("/", 2)[-2:],
            *(page.anchor for page in above if page.distance == 1),
        )
    )
    doubtful = document.category in ("other", "paper", "report", "book", "")
    if document.category in ("paper", "slides", "") and is_untitled(document.header.title):
        return "other"
    for kind in ("exercise", "thesis", "slides") if doubtful else ():
        if says(kind, called):
            if kind == "exercise" and document.category in ("paper", "report", "book"):
                continue
            return kind if kind != "slides" or document.category == "other" else ""
    return (
        "report"
        if document.category == "paper" and says("report", _SEPARATOR.sub(" ", path))
        else ""
    )


def _people_above(above: Sequence[PageAbove]) -> dict[str, str]:
    """The names on the pages above, the nearest first, each with its page."""
    found: dict[str, str] = {}
    for page in above:
        for one in page.people:
            if one.name:
                found.setdefault(one.name, page.url)
    return found


def _people_beside(beside: Sequence[SiteDocument]) -> dict[str, str]:
    """The authors of the documents beside it, each with their document."""
    found: dict[str, str] = {}
    for other in beside:
        for author in other.header.authors:
            found.setdefault(author.name, other.url)
    return found


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
        before = opening.text[max(0, place - _BEFORE) : place]
        if is_own or (document.category != "exercise" and says("supervisor", before)):
            continue
        if document.category != "cv" and place_of(name, title) is not None:
            continue  # a jubilee is not written by whom it is for
        is_beside = any(abs(place - other) <= _BESIDE for other in places)
        if (is_beside or (not places and place <= _HEAD)) and not any(
            is_same_person(name, other) for other in found
        ):
            found[name] = place
    return [Author(name) for name, _ in sorted(found.items(), key=lambda item: item[1])]


def _source(people: dict[str, str], found: Iterable[Author]) -> str:
    for author in found:
        for name, source in people.items():
            if is_same_person(name, author.name):
                return source
    return ""


def _has(authors: Iterable[Author], name: str) -> bool:
    return any(is_same_person(one.name, name) for one in authors)


def _claim_organisations(
    said: _Said, opening: Opening, above: Sequence[PageAbove], beside: Sequence[SiteDocument]
) -> None:
    """Organisations of related pages and documents that stand in the first part of the document, where it is not known to name any."""
    document = said.document
    if _plausible(document.header.affiliations):
        return
    named = {one.name: page.url for page in reversed(above) for one in page.organisations}
    sibling = {name: other.url for other in beside for name in other.header.affiliations}
    for reader, names, confidence in (
        (PAGES_ABOVE, named, _BY_PAGE),
        (DOCUMENTS_BESIDE, sibling, _BY_SIBLING),
    ):
        found = [name for name in names if names_organisation(name, opening)]
        if found:
            best = max(found, key=len)
            said.say(reader, Field.AFFILIATIONS, (best,), confidence, source=names[best])


def _teachers(above: Sequence[PageAbove]) -> list[Person]:
    """Who teaches the course of the nearest page that says so: those named last before the link, or all where none is before it."""
    for page in above:
        teachers = [one for one in page.people if one.role is Role.TEACHER]
        before = [one for one in teachers if one.place <= page.position]
        if before and page.distance == 1:
            last = max(one.place for one in before)
            return [one for one in before if one.place == last]
        if teachers:
            return teachers[:1] if len({one.place for one in teachers}) > 1 else teachers
    return []


def _owner(above: Sequence[PageAbove]) -> list[Person]:
    for page in above:
        owners = [one for one in page.people if one.role is Role.OWNER]
        if owners:
            return owners[:1]
    return []


def _site_owner(directory: Directory, language: str) -> list[Person]:
    name = directory.owner
    return [Person(directory.name_in(name, language), role=Role.OWNER)] if name else []


def _first_page(said: _Said, printed: Sequence[Author]) -> dict[str, str]:
    """Addresses on the first and last page that are made of an author's name, by the author (MailList)."""
    document = said.document
    known = {mail.casefold() for mail in document.header.emails}
    found: dict[str, str] = {}
    lines = (document.opening + "\n" + document.ending).split("\n")
    addresses = find_addresses(lines)
    patterns = [one for one in addresses if is_pattern(one.value)]
    if len(patterns) > 1:  # each author has the one that follows their name
        opening = Opening.of(document.opening)
        places = [opening.text.find(unaccent(one.quote)) for one in patterns]
        for author in printed:
            name, at = parse_name(author.name), place_of(author.name, opening)
            following = [n for n, place in enumerate(places) if at is not None and place > at]
            pattern = patterns[following[0] if following else -1]
            mail = written_out(pattern.value, name.given, name.family)
            if mail and not author.emails:
                found[author.name] = mail
    for address in addresses:
        for author in printed:
            if author.emails or author.name in found:
                continue
            mail = address.value
            if is_pattern(mail):
                if len(patterns) > 1:
                    continue
                name = parse_name(author.name)
                mail = written_out(mail, name.given, name.family)
            elif address_likeness(author.name, mail) < _MADE_OF:
                continue
            if mail and mail.casefold() not in known:
                found[author.name] = mail
    return found


def _claim_addresses(
    said: _Said,
    authors: Sequence[tuple[Author, KnownPerson | None]],
    directory: Directory,
) -> None:
    """For authors whose address the header does not give: the one on the first page, or that the site gives for them."""
    first = _first_page(said, [author for author, _ in authors])
    said.say(FIRST_PAGE, Field.EMAILS, tuple(first.values()), _BY_PAGE)
    told = tuple(Author(name, emails=(mail,)) for name, mail in first.items())
    said.say(FIRST_PAGE, Field.AUTHORS, told, _COMPLETING)
    header = {mail.casefold() for mail in said.document.header.emails}
    found: list[Author] = []
    source = ""
    for author, known in authors:
        if author.emails or author.name in first:
            continue
        best = (
            max(known.emails.items(), key=lambda item: item[1][0], default=None) if known else None
        )
        if best is not None:
            mail, (_, seen) = best
        else:
            nobody = directory.addresses_of_nobody(author.name)
            if not nobody:
                continue
            mail, seen = nobody[0]
        found.append(Author(author.name, emails=(mail,)))
        source = source or seen
    mails = tuple(one.emails[0] for one in found if one.emails[0].casefold() not in header)
    said.say(ADDRESSES_NEARBY, Field.EMAILS, mails, _BY_PAGE, source=source)
    said.say(ADDRESSES_NEARBY, Field.AUTHORS, tuple(found), _COMPLETING, source=source)


def _claim_work(
    said: _Said,
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
    if not local and (authors or said.document.category not in _TAUGHT):
        return
    for page in above:
        for one in page.people:
            if not one.affiliations or not one.name:
                continue
            named = any(is_same_person(one.name, author.name) for author, _ in authors)
            for name in one.affiliations if named else ():
                if is_of_institution(name, institution) or not _is_one_script(name, institution):
                    said.say(SITE, Field.AFFILIATIONS, (name,), _GUESSED, source=page.url)
                    return
    for known in local:
        own = [name for name in known.affiliations if is_of_institution(name, institution)]
        if own:
            best = max(own, key=lambda name: known.affiliations[name])
            said.say(SITE, Field.AFFILIATIONS, (best,), _GUESSED, source=said.document.url)
            return
    for known in local:  # "Peter the Great … University" cannot be compared with its Russian name
        other = [name for name in known.affiliations if not _is_one_script(name, institution)]
        if other and institution.names:
            best = max(other, key=lambda name: known.affiliations[name])
            said.say(SITE, Field.AFFILIATIONS, (best,), _GUESSED, source=said.document.url)
            return
    name = _site_organisation(above, institution)
    said.say(SITE, Field.AFFILIATIONS, (name,) if name else (), _GUESSED, source=said.document.url)


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
