"""Who works where and writes from which address."""

from __future__ import annotations

from dataclasses import replace

from harvestman.documents.header.front import Front, read_front
from harvestman.documents.header.linking import Mail, is_alike, link_mails, link_organisations
from harvestman.documents.header.organisations import Organisation
from harvestman.documents.header.persons import Person
from harvestman.documents.layout.lines import Layout, Line, PageLayout


def _front(*lines: tuple[str, int]) -> Front:
    laid = tuple(
        Line(text, 1, 50, 20 * at, 250, 20 * at + 10, 10, column=column)
        for at, (text, column) in enumerate(lines)
    )
    return read_front(Layout((PageLayout(1, 595, 842, laid),), 1, "pdf"))


def _person(name: str, line: int, *marks: str) -> Person:
    return Person(name, line, 0, len(name), marks, 0.9)


def _organisation(name: str, line: int, mark: str = "") -> Organisation:
    return Organisation(name, line, 0, mark, 0.9, line)


def test_marks_link_people_to_organisations() -> None:
    front = _front(("Ann Lee1, Bob Roe2", 0), ("1 University of A", 0), ("2 University of B", 0))
    people = [_person("Ann Lee", 0, "1"), replace(_person("Bob Roe", 0, "1", "2"), start=10)]
    first, second = (
        _organisation("University of A", 1, "1"),
        _organisation("University of B", 2, "2"),
    )
    assert link_organisations(front, people, [first, second]) == [[first], [first, second]]


def test_columns_link_people_to_organisations() -> None:
    front = _front(("Ann Lee", 1), ("University of A", 1), ("Bob Roe", 2), ("University of B", 2))
    people = [_person("Ann Lee", 0), _person("Bob Roe", 2)]
    first, second = _organisation("University of A", 1), _organisation("University of B", 3)
    assert link_organisations(front, people, [first, second]) == [[first], [second]]


def test_people_in_front_of_an_organisation_share_it() -> None:
    front = _front(
        ("Ann Lee", 0), ("Bob Roe", 0), ("University of A", 0), ("Eve Poe", 0), ("Institute B", 0)
    )
    people = [_person("Ann Lee", 0), _person("Bob Roe", 1), _person("Eve Poe", 3)]
    first, second = _organisation("University of A", 2), _organisation("Institute B", 4)
    assert link_organisations(front, people, [first, second]) == [[first], [first], [second]]


def test_addresses_go_to_the_names_that_they_are_made_of() -> None:
    front = _front(("Ann Lee", 0), ("Bob Roe", 0), ("roe@x.org lee@x.org", 0))
    people = [_person("Ann Lee", 0), _person("Bob Roe", 1)]
    mails = [Mail("roe@x.org", 1, 2, ""), Mail("lee@x.org", 1, 2, "")]
    assert link_mails(front, people, mails) == [["lee@x.org"], ["roe@x.org"]]


def test_a_russian_name_is_known_in_a_latin_address() -> None:
    assert is_alike("Козлов Дмитрий Андреевич", "dmitry.kozlov@example.ru")
    assert not is_alike("Козлов Дмитрий Андреевич", "office@example.ru")
