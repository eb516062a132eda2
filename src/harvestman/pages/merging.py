"""Many findings of many readers in, one mention a paper out.

Two findings speak of one paper when they share its DOI or arXiv identifier, or its title with nothing that contradicts.
A finding without a title completes the paper that has its identifier, or the page's only paper. Every mention gets a
subject that depends on nothing but what is on the page, so that reading the page again gives the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from harvestman.model import MAX_QUOTE, Author, Authority, Claim, Evidence, Field, Mention, Value
from harvestman.pages.findings import Reader
from harvestman.pages.found import Found, PaperFound
from harvestman.pages.source import Source
from harvestman.pages.values import clean
from harvestman.text import fold, name_key, squeeze
from harvestman.text.native import mypyc_attr

# Members of an enumeration are looked up anew at each use; these are used for each value of each paper.
_TITLE: Final = Field.TITLE
_AUTHORS: Final = Field.AUTHORS
_YEAR: Final = Field.YEAR
_DATE: Final = Field.DATE
_DOI: Final = Field.DOI
_ARXIV: Final = Field.ARXIV
_IDENTIFIERS: Final = (Field.DOI, Field.ARXIV)
# A page may print thousands of papers called "Preface"; each is compared with so many of the others.
_MAX_COMPARED: Final = 20
_ORDER: Final = {field: place for place, field in enumerate(Field)}


@mypyc_attr(acyclic=True)
class Cleaned:
    """A cleaned value with the finding it was made of."""

    __slots__ = ("found", "value")

    def __init__(self, value: Value, found: Found) -> None:
        self.value = value
        self.found = found


class Draft:
    """What one reader says of one paper, cleaned. Never changed: `saying` and `called` give another one."""

    __slots__ = (
        "_authors",
        "_families",
        "authority",
        "keys",
        "reader",
        "title_key",
        "values",
        "version",
    )

    def __init__(
        self,
        reader: str,
        version: str,
        authority: Authority,
        values: dict[Field, Cleaned],
        title_key: str,
        authors: Cleaned | None,
    ) -> None:
        self.reader = reader
        self.version = version
        self.authority = authority
        self.values = values
        self.title_key = title_key
        """The folded title, empty where there is none."""
        self.keys = _keys(values, title_key)
        """What makes it recognisable, the surest first."""
        self._authors = authors
        self._families: frozenset[str] | None = None

    def get(self, field: Field) -> Value | None:
        """The value of a field, or None."""
        known = self.values.get(field)
        return known.value if known is not None else None

    def families(self) -> frozenset[str]:
        """The folded family names of the authors; told when asked for, since most drafts are like no other."""
        if self._families is None:
            self._families = _families(self._authors)
        return self._families

    def saying(self, values: dict[Field, Cleaned]) -> Draft:
        """The same with other values."""
        return Draft(
            self.reader, self.version, self.authority, values, self.title_key, self._authors
        )

    def called(self, title_key: str) -> Draft:
        """The same, put to the paper of another title."""
        return Draft(
            self.reader, self.version, self.authority, self.values, title_key, self._authors
        )


def _keys(values: dict[Field, Cleaned], title_key: str) -> list[str]:
    keys = []
    if (doi := values.get(_DOI)) is not None and doi.value:
        keys.append(f"doi:{doi.value}")
    if (arxiv := values.get(_ARXIV)) is not None and arxiv.value:
        keys.append(f"arxiv:{arxiv.value}")
    if title_key:
        keys.append(f"title:{title_key}")
    return keys


def draft(paper: PaperFound, reader: Reader, source: Source) -> Draft | None:
    """Clean what a reader found; None when nothing is left of it."""
    values: dict[Field, Cleaned] = {}
    for field, found in paper.values.items():
        value = clean(field, found.value, source)
        if value is not None:
            values[field] = Cleaned(value, found)
    if (date := values.get(_DATE)) and _YEAR not in values:
        values[_YEAR] = Cleaned(int(str(date.value)[:4]), date.found)
    title_key = ""
    if title := values.get(_TITLE):
        title_key = fold(str(title.value))
        if title_key in source.site_names:
            return None
        if _AUTHORS in values and _is_nameless(values[_AUTHORS].value):
            del values[_AUTHORS]
    if not values:
        return None
    authors = values.get(_AUTHORS)
    return Draft(reader.name, reader.version, reader.authority, values, title_key, authors)


def merge(drafts: Sequence[Draft], *, source: str, now: datetime) -> tuple[Mention, ...]:
    """The mentions of a page, in the order in which its papers were first found."""
    if not drafts:
        return ()  # most pages
    drafts = _without_shared_identifiers(_without_venues(drafts))
    # Those with an identifier first: they bring together what shares only a title with them.
    order = sorted(range(len(drafts)), key=lambda place: -len(drafts[place].keys))
    groups = _Groups()
    for place in order:
        if drafts[place].title_key:
            groups.add(drafts[place], place)
    for one in drafts:
        if not one.title_key:
            groups.complete(one)
    return _mentions(groups.in_order(), source, now)


class _Groups:
    """The drafts of each paper, found again by what they have in common."""

    def __init__(self) -> None:
        self._groups: list[list[Draft]] = []
        self._first_places: list[int] = []
        self._by_key: dict[str, list[int]] = {}

    def add(self, one: Draft, place: int) -> None:
        """Put a titled draft to the paper it speaks of, or begin one."""
        home = self._home_of(one)
        if home < 0:
            home = len(self._groups)
            self._groups.append([])
            self._first_places.append(place)
        self._groups[home].append(one)
        self._first_places[home] = min(place, self._first_places[home])
        for key in one.keys:
            known = self._by_key.setdefault(key, [])
            if len(known) < _MAX_COMPARED and home not in known:
                known.append(home)

    def _home_of(self, one: Draft) -> int:
        """The first paper that a draft shares something with and does not contradict; -1 where there is none."""
        for key in one.keys:
            for group in self._by_key.get(key, []):
                if _agrees(one, self._groups[group]):
                    return group
        return -1

    def complete(self, one: Draft) -> None:
        """Add a draft without a title to the paper with its identifier, or to the only one unless it contradicts."""
        for key in one.keys:
            for group in self._by_key.get(key, [])[:1]:
                self._groups[group].append(_with_names(one, self._groups[group]))
                return
        if len(self._groups) == 1 and not any(
            _differ(one.get(field), other.get(field))
            for field in _IDENTIFIERS
            for other in self._groups[0]
        ):
            self._groups[0].append(_with_names(one, self._groups[0]))

    def in_order(self) -> list[list[Draft]]:
        """The groups in the order of the page."""
        order = sorted(range(len(self._groups)), key=self._first_places.__getitem__)
        return [self._groups[group] for group in order]


def _agrees(one: Draft, group: list[Draft]) -> bool:
    return not any(contradict(one, other) for other in group[:_MAX_COMPARED])


def contradict(one: Draft, other: Draft) -> bool:
    """Whether two drafts with something in common still are two papers ("Preface", "Editorial")."""
    if one.reader == other.reader and one.title_key != other.title_key:
        return True  # a reader tells its own papers apart
    if any(_differ(one.get(field), other.get(field)) for field in _IDENTIFIERS):
        return True
    if any(one.get(field) and one.get(field) == other.get(field) for field in _IDENTIFIERS):
        return False
    if one.reader == other.reader and any(
        _differ(one.get(field), other.get(field)) for field in (Field.PDF, Field.PAGES)
    ):
        return True
    mine, theirs = one.families(), other.families()
    return bool(mine and theirs and mine.isdisjoint(theirs))


def _differ(one: Value | None, other: Value | None) -> bool:
    return one is not None and other is not None and one != other


def _families(authors: Cleaned | None) -> frozenset[str]:
    people = authors.value if authors and isinstance(authors.value, tuple) else ()
    return frozenset(
        name_key(person.name).partition(" ")[0] for person in people if isinstance(person, Author)
    )


def _with_names(one: Draft, group: Sequence[Draft]) -> Draft:
    """Authors of whom only the ORCID iDs are told take the names of as many authors told elsewhere, in their order."""
    mine = one.values.get(_AUTHORS)
    if mine is None or not _is_nameless(mine.value) or not isinstance(mine.value, tuple):
        return one
    for other in group:
        named = other.values.get(_AUTHORS)
        if (
            named is None
            or not isinstance(named.value, tuple)
            or len(named.value) != len(mine.value)
        ):
            continue
        people = tuple(
            replace(person, orcid=known.orcid)
            for person, known in zip(named.value, mine.value, strict=True)
            if isinstance(person, Author) and isinstance(known, Author)
        )
        told = mine.found
        found = Found(told.value, told.locator, told.quote, named.found.confidence)
        return one.saying({**one.values, _AUTHORS: Cleaned(people, found)})
    return one.saying({f: v for f, v in one.values.items() if f is not _AUTHORS})


def _is_nameless(authors: Value) -> bool:
    return isinstance(authors, tuple) and any(isinstance(a, Author) and not a.name for a in authors)


def _without_venues(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts that are not titled as the journal or the conference that others of the page appeared in."""
    venues = {fold(str(venue)) for one in drafts if (venue := one.get(Field.VENUE))}
    return [one for one in drafts if one.title_key not in venues]


def _without_shared_identifiers(drafts: Sequence[Draft]) -> list[Draft]:
    """An identifier that one reader gives to differently titled papers is that of their volume, not theirs."""
    titles = {
        (one.reader, field, one.get(field), one.title_key)
        for one in drafts
        for field in _IDENTIFIERS
        if one.get(field) and one.title_key
    }
    uses = Counter(use[:3] for use in titles)
    if all(count == 1 for count in uses.values()):
        return list(drafts)
    return [
        one.saying(
            {
                field: value
                for field, value in one.values.items()
                if uses[one.reader, field, value.value] <= 1
            }
        )
        for one in drafts
    ]


def _mentions(groups: list[list[Draft]], source: str, now: datetime) -> tuple[Mention, ...]:
    mentions: list[Mention] = []
    taken: dict[str, int] = {}
    for group in groups:
        subject = _subject(group)
        times = taken.get(subject, 0) + 1
        taken[subject] = times
        if times > 1:
            subject = f"{subject}#{times}"
        if len(group) == 1:  # nearly all
            claims = _claims(group[0], subject, source, now)
        else:
            claims = _claims_of_all(group, subject, source, now)
        mentions.append(Mention(tuple(claims)))
    return tuple(mentions)


def _claims(one: Draft, subject: str, source: str, now: datetime) -> list[Claim]:
    """What a single draft says, in the order of the fields."""
    fields = sorted(one.values, key=_ORDER.__getitem__)
    return [_claim(subject, field, one.values[field], one, source, now) for field in fields]


def _claims_of_all(group: list[Draft], subject: str, source: str, now: datetime) -> list[Claim]:
    """What several drafts say, each value of a reader once."""
    claims = {
        (one.reader, field, cleaned.value): _claim(subject, field, cleaned, one, source, now)
        for one in group
        for field, cleaned in one.values.items()
    }
    return sorted(claims.values(), key=lambda claim: _ORDER[claim.field])


def _subject(group: list[Draft]) -> str:
    """The surest of what makes a paper recognisable."""
    if len(group) == 1:
        return group[0].keys[0]
    return min([key for one in group for key in one.keys], key=_subject_rank)


def _subject_rank(key: str) -> tuple[int, str]:
    return ("doi", "arxiv", "title").index(key.partition(":")[0]), key


def _claim(
    subject: str, field: Field, cleaned: Cleaned, one: Draft, source: str, now: datetime
) -> Claim:
    found = cleaned.found
    evidence = Evidence(source, found.locator[:MAX_QUOTE], squeeze(_quote(found))[:MAX_QUOTE])
    return Claim(
        subject,
        field,
        cleaned.value,
        evidence,
        one.reader,
        one.version,
        one.authority,
        found.confidence,
        now,
    )


def _quote(found: Found) -> str:
    if found.quote or isinstance(found.value, (str, int)):
        return (found.quote or str(found.value))[: 10 * MAX_QUOTE]
    names = (v.name if isinstance(v, Author) else v for v in found.value[:40])
    return "; ".join(name[:MAX_QUOTE] for name in names)
