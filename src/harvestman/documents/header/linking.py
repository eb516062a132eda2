"""Who works where and writes from which address: by marks, by columns, by order, by likeness of name and address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harvestman.documents.header.front import Front
from harvestman.documents.header.organisations import Organisation
from harvestman.documents.header.persons import Person
from harvestman.text import fold
from harvestman.text.address_names import address_likeness

_ALIKE = 0.75


class Mail(NamedTuple):
    """An address that was found: its page, its place among the front lines (-1 behind them), and the words there."""

    value: str
    page: int
    place: int
    quote: str


def is_alike(name: str, address: str) -> bool:
    """Whether an address is surely made of this name."""
    return address_likeness(name, address) >= _ALIKE


def link_organisations(
    front: Front, people: Sequence[Person], organisations: Sequence[Organisation]
) -> list[list[Organisation]]:
    """The organisations of each person."""
    if not organisations or not people:
        return [[] for _ in people]
    by_mark: dict[str, list[Organisation]] = {}
    for one in organisations:
        if one.mark:
            by_mark.setdefault(one.mark, []).append(one)
    marked = [[o for mark in person.marks for o in by_mark.get(mark, ())] for person in people]
    if sum(map(bool, marked)) * 2 >= len(people):
        return marked
    if len({fold(one.name) for one in organisations}) == 1:
        return [[organisations[0]] for _ in people]
    return _by_place(front, people, organisations)


def _by_place(
    front: Front, people: Sequence[Person], organisations: Sequence[Organisation]
) -> list[list[Organisation]]:
    """People in front of an organisation, since the one before it, belong to it; in several columns, within each."""
    columns = {
        front.lines[person.line].line.column
        for person in people
        if front.lines[person.line].line.column
    }
    events: list[tuple[int, int, int, int]] = []  # column, line, start, index (people below 0)
    for index, person in enumerate(people):
        column = front.lines[person.line].line.column if len(columns) > 1 else 0
        events.append((column, person.line, person.start, -index - 1))
    for index, one in enumerate(organisations):
        column = front.lines[one.line].line.column if len(columns) > 1 else 0
        events.append((column, one.line, one.start, index))
    events.sort()
    found: list[list[Organisation]] = [[] for _ in people]
    waiting: list[int] = []
    served = False
    column = -1
    for event in events:
        if event[0] != column:
            column, waiting, served = event[0], [], False
        if event[3] < 0:
            if served:
                waiting, served = [], False
            waiting.append(-event[3] - 1)
        else:
            for person_index in waiting:
                found[person_index].append(organisations[event[3]])
            served = bool(waiting)
    if not any(found):  # organisations stand above: a title page
        return [list(organisations[:2]) for _ in people]
    shared = [one for one in organisations if not any(one in mine for mine in found)]
    return [mine or (shared if len(people) == 1 else []) for mine in found]


def link_mails(front: Front, people: Sequence[Person], mails: Sequence[Mail]) -> list[list[str]]:
    """The e-mail addresses of each person."""
    found: list[list[str]] = [[] for _ in people]
    if not mails:
        return found
    if len(people) == 1:
        return [[mail.value for mail in mails[:2]]]
    pairs = sorted(
        (
            (address_likeness(person.name, mail.value), -p, -a)
            for p, person in enumerate(people)
            for a, mail in enumerate(mails)
        ),
        reverse=True,
    )
    free_people, free_mails = set(range(len(people))), set(range(len(mails)))
    for likeness, p, a in pairs:
        if likeness < 0.6:
            break
        if -p in free_people and -a in free_mails:
            found[-p].append(mails[-a].value)
            free_people.discard(-p)
            free_mails.discard(-a)
    if len(free_people) == len(free_mails):
        for p, a in zip(sorted(free_people), sorted(free_mails), strict=True):
            found[p].append(mails[a].value)
    else:
        for a in sorted(free_mails):
            if mails[a].place < 0:
                continue
            column = front.lines[mails[a].place].line.column
            above = [
                p
                for p in sorted(free_people)
                if front.lines[people[p].line].line.column == column
                and people[p].line <= mails[a].place
            ]
            if column and above:
                found[above[-1]].append(mails[a].value)
                free_people.discard(above[-1])
    return found
