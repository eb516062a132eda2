"""Read the people off a page: names with their roles, addresses with whose they are, and organisations.

An address belongs to the name that it is made of, or else to the name beside it; a name under a word such as "lecturer" teaches; a
name in the page's title or first heading owns the page. What cannot be told stays a name without an address, or an address without a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from harvestman.model import (
    MAX_QUOTE,
    Authority,
    Claim,
    EntityKind,
    EntitySighting,
    Evidence,
    Field,
    Role,
    Value,
)
from harvestman.pages.people.entries import entry_authors, entry_families
from harvestman.pages.people.labels import (
    Label,
    byline,
    has_post,
    is_of_desk,
    is_of_makers,
    is_only_post,
    join_split_names,
    own_page,
)
from harvestman.pages.people.lines import Line, lines_of
from harvestman.pages.people.names import (
    name_within,
    names_in,
    names_within,
    organisation_in,
    teaching_part,
)
from harvestman.pages.people.words import says
from harvestman.pages.source import Source
from harvestman.text import fold, squeeze
from harvestman.text.address_names import address_likeness
from harvestman.text.emails import find_addresses, is_pattern, written_out
from harvestman.text.names import parse_name
from harvestman.text.persons import agreement, person_name

MAX_PEOPLE: Final = 2_000
_READER: Final = "people"
_VERSION: Final = "1"
_NEAR: Final = 6  # lines between a name and its address
_TOP: Final = 40  # lines in which the owner's organisation stands
_MADE_OF: Final = 0.8  # likeness at which an address is surely made of a name
_CLOSE: Final = 4  # lines within which an address makes a name likelier
_FIRST: Final = 4  # lines that name the owner
_POST: Final = 80  # characters of a line with a post
_MOST_BESIDE: Final = 30  # characters beside the owner's name in its line
_SURE: Final = 0.9
_LIKELY: Final = 0.7
_BY_PLACE: Final = 0.5


@dataclass(slots=True)
class _Person:
    name: str
    line: int
    place: int
    role: Role = Role.NAMED
    emails: list[str] = field(default_factory=list)
    affiliations: list[str] = field(default_factory=list)
    quote: str = ""
    confidence: float = _LIKELY
    group: int = 0
    """Which label such as "Instructors" they stand under."""
    is_assistant: bool = False
    """Whether they teach as assistants: seminars, labs."""
    has_left: bool = False
    """Whether they stand under a heading such as "Former members"."""


def read_people(source: Source) -> tuple[EntitySighting, ...]:
    """The persons and organisations of a page, in its order."""
    lines = join_split_names(lines_of(source))
    addresses = [_printed_addresses(line) for line in lines]
    people = _people(source, lines, [bool(ones) for ones in addresses])
    nobody = _give_addresses(lines, addresses, people)
    _promote(people, lines, nobody)
    listed = [
        _Person(name, at, place, Role.AUTHOR, quote=lines[at].text)
        for name, place, at in (*entry_authors(lines), *entry_families(lines))
    ]
    organisations = _organisations(lines)
    _give_affiliations(people, organisations)
    sightings = [_person_sighting(one, source) for one in people[:MAX_PEOPLE]]
    sightings += [_person_sighting(one, source) for one in nobody[:MAX_PEOPLE]]
    sightings += [_person_sighting(one, source) for one in listed[:MAX_PEOPLE]]
    sightings += [
        EntitySighting(
            EntityKind.ORGANISATION,
            (_claim(source, f"organisation {at}", Field.NAME, name, name, _LIKELY),),
            lines[at].place,
        )
        for at, name in list(organisations.items())[:MAX_PEOPLE]
    ]
    return tuple(sightings)


def _people(source: Source, lines: Sequence[Line], addressed: Sequence[bool]) -> list[_Person]:
    people: list[_Person] = []
    owner = _owner(source, lines)
    label = Label()
    has_left = False
    for at, line in enumerate(lines):
        teaching = teaching_part(line.text)
        teaches = bool(teaching) or (line.heading > 0 and is_of_makers(line.text))
        has_left = says("former", line.text) if line.heading else has_left
        has_address = any(addressed[at : at + _CLOSE])
        is_likely = teaches or label.left > 0 or has_address or line.is_name or has_post(lines, at)
        names = names_in(line.text, lenient=is_likely)
        if teaching and len(within := names_within(teaching)) > len(names):
            names = within  # "Taught by Helen Marsh"
        is_post = _is_post(line, names, people, at)
        label.meet(line, at, names, teaches=teaches, is_post=is_post)
        if is_post and people[-1].role is Role.NAMED:
            people[-1].role = Role.STAFF
        is_taught = bool(names) and (teaches or label.left > 0)
        for name in names:
            role = Role.TEACHER if is_taught else Role.NAMED
            if owner and is_same(owner, name) and not is_taught:
                role = Role.OWNER
            elif (
                role is Role.NAMED
                and len(names) == 1
                and len(line.text) < _POST
                and says("staff", line.text)
            ):
                role = Role.STAFF
            is_assistant = role is Role.TEACHER and _assists(name, line.text, label)
            people.append(
                _Person(
                    name,
                    at,
                    line.place,
                    role,
                    quote=line.text,
                    group=label.group,
                    is_assistant=is_assistant,
                    has_left=has_left,
                )
            )
        if names and label.left:
            label.left -= 1
    if owner and not any(one.role is Role.OWNER for one in people):
        people.insert(0, _Person(owner, 0, 0, Role.OWNER, quote=owner, confidence=_SURE))
    if any(one.role is Role.TEACHER and not one.is_assistant for one in people):
        for one in people:  # the course is that of its lecturers
            one.role = Role.STAFF if one.is_assistant else one.role
    return _each_once(people)


def _assists(name: str, text: str, label: Label) -> bool:
    """Whether a line or its label says that a person teaches as an assistant: "classes by …" before the name."""
    before, found, _ = text.partition(name)
    return says("assistant", before) if found and before.strip() else label.is_assistants


def _is_post(line: Line, names: Sequence[str], people: Sequence[_Person], at: int) -> bool:
    """Whether a line is the post of the person in the line before it: "senior lecturer" in the next cell of a row."""
    if names or line.heading or not people or people[-1].line != at - 1 or ":" in line.text:
        return False
    return is_only_post(line.text)


def is_same(one: str, other: str) -> bool:
    """Whether two names of one page are one person's."""
    return fold(one) == fold(other) or agreement(person_name(one), person_name(other)) == 2


def _each_once(people: Sequence[_Person]) -> list[_Person]:
    """Those who are only named, once; a teacher may teach several courses of a page."""
    kept: dict[tuple[str, Role, int], _Person] = {}
    last = {one.place: one.group for one in people if one.role is Role.TEACHER}
    for one in people:
        if one.role is Role.TEACHER and one.group < last[one.place]:
            one.role = (
                Role.NAMED
            )  # of a course without files: no link stands before the next course
        place = one.place if one.role is Role.TEACHER else 0
        key = "" if one.role is Role.OWNER else fold(one.name)
        kept.setdefault((key, one.role, place), one)
    known = {fold(one.name) for one in kept.values() if one.role in (Role.OWNER, Role.TEACHER)}
    staff = {fold(one.name) for one in kept.values() if one.role is Role.STAFF} | known
    return [
        one
        for one in kept.values()
        if not (one.role is Role.NAMED and fold(one.name) in staff)
        and not (one.role is Role.STAFF and fold(one.name) in known)
    ]


def _promote(people: Sequence[_Person], lines: Sequence[Line], nobody: Sequence[_Person]) -> None:
    """Without an owner: the one person of the page who has an address, or whom its first lines name alone, owns it."""
    if any(one.role is Role.OWNER or (one.role is Role.TEACHER and one.emails) for one in people):
        return
    named = [one for one in people if one.role in (Role.NAMED, Role.STAFF)]
    reachable = [one for one in named if one.emails]
    first = [one for one in named if one.line < _FIRST]
    others = [one for one in nobody if not _is_office(one.emails[0])]
    if len(reachable) == 1 and len(others) <= 1 and (reachable[0].line < _TOP or len(named) == 1):
        reachable[0].role = Role.OWNER
    elif (
        len(first) == 1
        and not reachable
        and len(lines[first[0].line].text) <= len(first[0].name) + _MOST_BESIDE
    ):
        first[0].role = Role.OWNER


def _owner(source: Source, lines: Sequence[Line]) -> str:
    """Whose page it is: the name in its title, first heading, copyright line or author tag."""
    for node in source.tree.css("title")[:1]:
        if name := name_within(squeeze((node.text(deep=True) or "")[:400])):
            return name
    first = next((line for line in lines if line.heading == 1), None)
    if first is not None and (name := name_within(first.text)):
        return name
    if name := own_page(lines) or byline(lines):
        return name
    for line in lines[-4:]:
        is_notice = "©" in line.text or "copyright" in line.text.lower()
        if is_notice and (name := name_within(line.text)):
            return name
    shown = {fold(line.text) for line in lines[:_TOP]}
    for meta in source.metas:
        name = name_within(meta.content[:200]) if meta.name in ("author", "dc.creator") else ""
        if name and fold(name) in shown:  # else it may be the web designer's
            return name
    return ""


def _printed_addresses(line: Line) -> list[tuple[str, str]]:
    """The addresses of a line with the words that stood there, each once."""
    found: dict[str, tuple[str, str]] = {}
    for text in (line.text, *line.mails):
        for one in find_addresses([text]):
            found.setdefault(one.value.casefold(), (one.value, one.quote))
    return list(found.values())


def _give_addresses(
    lines: Sequence[Line], addresses: Sequence[Sequence[tuple[str, str]]], people: list[_Person]
) -> list[_Person]:
    """Give each address to its person; those of nobody are told without a name."""
    nobody: list[_Person] = []
    patterns: list[str] = []
    for at, line in enumerate(lines):
        for address, quote in addresses[at]:
            if is_pattern(address):
                patterns.append(address)
                continue
            whose = _whose(address, at, people, is_of_desk=is_of_desk(line.text, quote))
            if whose is None:
                nobody.append(_Person("", at, line.place, emails=[address], quote=quote))
            elif address not in whose.emails:
                whose.emails.append(address)
    if len(patterns) == 1:
        _write_out(patterns[0], people)
    return nobody


def _write_out(pattern: str, people: Sequence[_Person]) -> None:
    """Where a page says how addresses are made: give the owner theirs; on a page of several people, all who belong to it and have none."""
    owners = [one for one in people if one.role is Role.OWNER]
    per_line = Counter(one.line for one in people)
    own = owners or [
        one
        for one in people
        if not one.has_left and (one.role is not Role.NAMED or per_line[one.line] == 1)
    ]
    for one in own:
        parsed = parse_name(one.name)
        if not one.emails and (address := written_out(pattern, parsed.given, parsed.family)):
            one.emails.append(address)


def _whose(address: str, at: int, people: Sequence[_Person], *, is_of_desk: bool) -> _Person | None:
    made_of = [(address_likeness(one.name, address), one) for one in people]
    best = max((likeness for likeness, _ in made_of), default=0.0)
    if best >= _MADE_OF:
        return min(
            (one for likeness, one in made_of if likeness == best),
            key=lambda one: (abs(one.line - at), one.line > at),
        )
    return None if is_of_desk else _by_place(address, at, people)


def _by_place(address: str, at: int, people: Sequence[_Person]) -> _Person | None:
    """Whose an address is that is made of nobody's name: of the person in its line, of the one before it, of the owner."""
    here = [one for one in people if one.line == at]
    if here:
        return here[-1] if len(here) == 1 else None
    before = [one for one in people if 0 < at - one.line <= _NEAR and one.role is not Role.OWNER]
    if before:
        same = [one for one in before if one.line == before[-1].line]
        is_free = len(same) == 1 and not before[-1].emails and not _is_office(address)
        return before[-1] if is_free else None
    owners = [one for one in people if one.role is Role.OWNER]
    is_owners = len(owners) == 1 and not owners[0].emails and not _is_office(address)
    return owners[0] if is_owners and at < _TOP else None


def _is_office(address: str) -> bool:
    return says("office", re.sub(r"[\d._-]+", " ", address.partition("@")[0]))


def _organisations(lines: Sequence[Line]) -> dict[int, str]:
    """The organisations of a page by the line where each begins; parts that follow each other are one."""
    found: dict[int, str] = {}
    last = -2
    first = -1
    for at, line in enumerate(lines):
        name = organisation_in(line.text)
        if not name:
            continue
        if at == last + 1 and first in found and not line.heading and len(found[first]) < 150:
            found[first] = f"{found[first].rstrip(',')}, {name}"
        else:
            found[at] = name
            first = at
        last = at
    return found


def _give_affiliations(people: Sequence[_Person], organisations: dict[int, str]) -> None:
    """A person works at the organisation that follows their name before the next one; the owner also where the page's top says."""
    lines = sorted(one.line for one in people)
    for one in people:
        following = next((line for line in lines if line > one.line), one.line + 100)
        end = min(following, one.line + _NEAR)
        near = [name for at, name in organisations.items() if one.line <= at < end]
        if not near and one.role is Role.OWNER:
            near = [name for at, name in organisations.items() if at < _TOP][:1]
        one.affiliations += near[:1]


def _person_sighting(one: _Person, source: Source) -> EntitySighting:
    subject = f"person {one.line}"
    claims: list[Claim] = []
    if one.name:
        claims.append(_claim(source, subject, Field.NAME, one.name, one.quote, one.confidence))
        claims.append(_claim(source, subject, Field.ROLE, str(one.role), one.quote, one.confidence))
    if one.emails:
        claims.append(
            _claim(source, subject, Field.EMAILS, tuple(one.emails), one.quote, one.confidence)
        )
    if one.affiliations:
        claims.append(
            _claim(source, subject, Field.AFFILIATIONS, tuple(one.affiliations), "", _BY_PLACE)
        )
    return EntitySighting(EntityKind.PERSON, tuple(claims), one.place)


def _claim(
    source: Source, subject: str, field: Field, value: Value, quote: str, confidence: float
) -> Claim:
    evidence = Evidence(source.url, subject.replace(" ", " at line "), quote[:MAX_QUOTE])
    return Claim(
        subject,
        field,
        value,
        evidence,
        _READER,
        _VERSION,
        Authority.LEARNED,
        confidence,
        source.now,
    )
