"""Many findings of many readers in, one mention a paper out.

Two findings speak of one paper when they share its DOI or arXiv identifier, or its title with nothing that contradicts.
A finding without a title completes the paper that has its identifier, or the page's only paper. Every mention gets a
subject that depends on nothing but what is on the page, so that reading the page again gives the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from harvestman.model import MAX_QUOTE, Author, Authority, Claim, Evidence, Field, Mention, Value
from harvestman.pages.findings import Found, PaperFound, Reader
from harvestman.pages.source import Source
from harvestman.pages.values import clean
from harvestman.text import fold, name_key, squeeze

_IDENTIFIERS: Final = (Field.DOI, Field.ARXIV)
# A page may print thousands of papers called "Preface"; each is compared with so many of the others.
_MAX_COMPARED: Final = 20
_ORDER: Final = {field: place for place, field in enumerate(Field)}


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A cleaned value with the finding it was made of."""

    value: Value
    found: Found


@dataclass(frozen=True, slots=True)
class Draft:
    """What one reader says of one paper, cleaned."""

    reader: str
    version: str
    authority: Authority
    values: dict[Field, Cleaned]
    title_key: str
    """The folded title, empty where there is none."""
    families: frozenset[str]
    """The folded family names of the authors."""

    def get(self, field: Field) -> Value | None:
        """The value of a field, or None."""
        known = self.values.get(field)
        return known.value if known else None


def draft(paper: PaperFound, reader: Reader, source: Source) -> Draft | None:
    """Clean what a reader found; None when nothing is left of it."""
    values: dict[Field, Cleaned] = {}
    for field, found in paper.values.items():
        value = clean(field, found.value, source)
        if value is not None:
            values[field] = Cleaned(value, found)
    if (date := values.get(Field.DATE)) and Field.YEAR not in values:
        values[Field.YEAR] = Cleaned(int(str(date.value)[:4]), date.found)
    title_key = ""
    if title := values.get(Field.TITLE):
        title_key = fold(str(title.value))
        if title_key in source.site_names:
            return None
        if Field.AUTHORS in values and _is_nameless(values[Field.AUTHORS].value):
            del values[Field.AUTHORS]
    if not values:
        return None
    return Draft(
        reader=reader.name,
        version=reader.version,
        authority=reader.authority,
        values=values,
        title_key=title_key,
        families=_families(values.get(Field.AUTHORS)),
    )


def merge(drafts: Sequence[Draft], *, source: str, now: datetime) -> tuple[Mention, ...]:
    """The mentions of a page, in the order in which its papers were first found."""
    if not drafts:
        return ()  # most pages
    drafts = _without_shared_identifiers(_without_venues(drafts))
    # Those with an identifier first: they bring together what shares only a title with them.
    order = sorted(range(len(drafts)), key=lambda place: -len(_keys(drafts[place])))
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
        keys = _keys(one)
        rivals = (group for key in keys for group in self._by_key.get(key, ())[:_MAX_COMPARED])
        home = next((group for group in rivals if _agrees(one, self._groups[group])), None)
        if home is None:
            home = len(self._groups)
            self._groups.append([])
            self._first_places.append(place)
        self._groups[home].append(one)
        self._first_places[home] = min(place, self._first_places[home])
        for key in keys:
            known = self._by_key.setdefault(key, [])
            if home not in known[:_MAX_COMPARED] and len(known) < _MAX_COMPARED:
                known.append(home)

    def complete(self, one: Draft) -> None:
        """Add a draft without a title to the paper with its identifier, or to the only one unless it contradicts."""
        for key in _keys(one):
            for group in self._by_key.get(key, ())[:1]:
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


def _agrees(one: Draft, group: Sequence[Draft]) -> bool:
    return not any(contradict(one, other) for other in group[:_MAX_COMPARED])


def _keys(one: Draft) -> list[str]:
    """What makes a draft recognisable, the surest first."""
    keys = [f"{field}:{one.get(field)}" for field in _IDENTIFIERS if one.get(field)]
    return [*keys, f"title:{one.title_key}"] if one.title_key else keys


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
    return bool(one.families and other.families and one.families.isdisjoint(other.families))


def _differ(one: Value | None, other: Value | None) -> bool:
    return one is not None and other is not None and one != other


def _families(authors: Cleaned | None) -> frozenset[str]:
    people = authors.value if authors and isinstance(authors.value, tuple) else ()
    return frozenset(
        name_key(person.name).partition(" ")[0] for person in people if isinstance(person, Author)
    )


def _with_names(one: Draft, group: Sequence[Draft]) -> Draft:
    """Authors of whom only the ORCID iDs are told take the names of as many authors told elsewhere, in their order."""
    mine = one.values.get(Field.AUTHORS)
    if mine is None or not _is_nameless(mine.value) or not isinstance(mine.value, tuple):
        return one
    for other in group:
        named = other.values.get(Field.AUTHORS)
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
        found = replace(mine.found, confidence=named.found.confidence)
        return replace(one, values={**one.values, Field.AUTHORS: Cleaned(people, found)})
    return replace(one, values={f: v for f, v in one.values.items() if f is not Field.AUTHORS})


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
        replace(
            one,
            values={
                field: value
                for field, value in one.values.items()
                if uses[one.reader, field, value.value] <= 1
            },
        )
        for one in drafts
    ]


def _mentions(groups: Iterable[list[Draft]], source: str, now: datetime) -> tuple[Mention, ...]:
    mentions: list[Mention] = []
    taken: Counter[str] = Counter()
    for group in groups:
        subject = min((key for one in group for key in _keys(one)), key=_subject_rank)
        taken[subject] += 1
        if taken[subject] > 1:
            subject = f"{subject}#{taken[subject]}"
        claims = {
            (one.reader, field, cleaned.value): _claim(
                subject, field, cleaned=cleaned, one=one, source=source, now=now
            )
            for one in group
            for field, cleaned in one.values.items()
        }
        mentions.append(Mention(tuple(sorted(claims.values(), key=lambda c: _ORDER[c.field]))))
    return tuple(mentions)


def _subject_rank(key: str) -> tuple[int, str]:
    return ("doi", "arxiv", "title").index(key.partition(":")[0]), key


def _claim(
    subject: str, field: Field, *, cleaned: Cleaned, one: Draft, source: str, now: datetime
) -> Claim:
    found = cleaned.found
    return Claim(
        subject=subject,
        field=field,
        value=cleaned.value,
        evidence=Evidence(source, found.locator[:MAX_QUOTE], squeeze(_quote(found))[:MAX_QUOTE]),
        reader=one.reader,
        version=one.version,
        authority=one.authority,
        confidence=found.confidence,
        time=now,
    )


def _quote(found: Found) -> str:
    if found.quote or isinstance(found.value, (str, int)):
        return (found.quote or str(found.value))[: 10 * MAX_QUOTE]
    names = (v.name if isinstance(v, Author) else v for v in found.value[:40])
    return "; ".join(name[:MAX_QUOTE] for name in names)
