"""Lists of names over several lines, with initials and dashes, of which the models see only a part or nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from harvestman.documents.header import parse_header_names
from harvestman.documents.header.front import read_front
from harvestman.documents.header.more_people import with_rest
from harvestman.documents.header.people import find_people
from harvestman.documents.header.persons import Person, each_once, is_town, names_by_looks
from harvestman.documents.header.roles import names_organisation
from harvestman.documents.header.tagging import LineSaid, TokenSaid
from harvestman.documents.header.token_features import pieces_of
from harvestman.documents.layout.lines import Layout, Span
from harvestman.text.personal import NameLook, name_look

Document = Callable[..., Layout]


def _names(people: list[Person]) -> list[str]:
    return [person.name for person in people]


def test_a_list_that_breaks_off_at_a_comma_goes_on_below(document: Document) -> None:
    front = read_front(
        document(
            [
                (14, "Теория графов", "b"),
                (12, "(А. Б. Иванов, В.Г. Петренок,", "i"),
                (12, "Д. Е. Сидоров, Ж. З. Ковалёва)", "i"),
                (12, "М. Н. Орлов отвечает на вопросы", "i"),
            ]
        )
    )
    whole = ["А. Б. Иванов", "В.Г. Петренок", "Д. Е. Сидоров", "Ж. З. Ковалёва"]
    first = [Person("А. Б. Иванов", 1, 1, 13, (), 0.5)]
    assert _names(with_rest(front, first, (0,))) == whole
    last = [Person("Ж. З. Ковалёва", 2, 15, 29, (), 0.5)]
    assert _names(with_rest(front, last, (0,))) == whole


def test_a_line_that_begins_with_and_goes_on_with_the_list(document: Document) -> None:
    front = read_front(
        document([(12, "Ann Lee, Robert Brown"), (12, "and Maria Smith"), (12, "Peter Jones", "i")])
    )
    first = [Person("Ann Lee", 0, 0, 7, (), 0.9), Person("Robert Brown", 0, 9, 21, (), 0.9)]
    assert _names(with_rest(front, first, ())) == ["Ann Lee", "Robert Brown", "Maria Smith"]


def _found(document: Document, *rows: str) -> list[str]:
    front = read_front(document([(12, row, "+") for row in rows]))
    said = [LineSaid("A", {"A": 0.9})] * len(front.lines)
    tokens = []
    for at in range(len(rows)):
        pieces = pieces_of(front.lines[at].line)
        labels = [
            "B-N" if not n else "I-N" if p.text.isalpha() else "O" for n, p in enumerate(pieces)
        ]
        tokens.append(TokenSaid(at, pieces, labels, [0.9] * len(pieces)))
    return _names(find_people(front, said, tokens[-1:]))


def test_who_stands_below_words_of_supervision_is_no_author(document: Document) -> None:
    assert _found(document, "Trabajo dirigido por", "Margarita Domínguez") == []
    assert _found(document, "Trabajo presentado por", "Margarita Domínguez") == [
        "Margarita Domínguez"
    ]


def test_a_university_may_bear_the_name_of_a_person(document: Document) -> None:
    front = read_front(document([(20, "UNIVERSIDAD"), (20, "REY JUAN CARLOS"), (12, "Juan Carlos Rey", "+")]))  # fmt: skip
    assert [names_organisation(front, at) for at in (1, 2)] == [True, False]


def test_raised_letters_behind_a_name_are_no_part_of_it(document: Document) -> None:
    text = "Kai Caoab, Bo Huangc"
    layout = document([(12, text)])
    page = layout.pages[0]
    marks = [(text.index("ab"), 2), (text.index("c", 15), 1)]
    spans = tuple(Span(start, start + size, 8.0, raised=True) for start, size in marks)
    line = replace(page.lines[0], spans=spans)
    front = read_front(replace(layout, pages=(replace(page, lines=(line,)), *layout.pages[1:])))
    pieces = pieces_of(front.lines[0].line)
    labels = ["B-N" if p.text in ("Kai", "Bo") else "O" if p.text == "," else "I-N" for p in pieces]
    row = TokenSaid(0, pieces, labels, [0.9] * len(pieces))
    found = find_people(front, [LineSaid("A", {"A": 0.9})] * len(front.lines), [row])
    assert _names(found) == ["Kai Cao", "Bo Huang"]


def test_streets_and_towns_are_no_people(document: Document) -> None:
    rows = [(12, "Regent Court, 211 Portobello St"), (12, "Oak Ridge, Ann Lee")]
    front = read_front(document(rows))
    assert names_by_looks(front, 0) == []
    assert _names(names_by_looks(front, 1)) == ["Ann Lee"]
    assert is_town("Oak Ridge")
    assert is_town("Erlangen Germany")
    assert not is_town("Jing Jiang")


def test_one_person_is_named_once_by_the_longer_name() -> None:
    found = each_once(
        [
            Person("Robert N. M.", 0, 0, 12, (), 0.9),
            Person("Robert N. M. Watson", 0, 0, 19, (), 0.9),
            Person("R. Watson", 5, 0, 9, (), 0.9),
            Person("Ann Watson", 6, 0, 10, (), 0.9),
        ]
    )
    assert _names(found) == ["Robert N. M. Watson", "Ann Watson"]


def test_a_name_with_two_initials_is_one(document: Document) -> None:
    front = read_front(document([(12, "Alejandro E. Morales M.")]))
    pieces = pieces_of(front.lines[0].line)
    row = TokenSaid(0, pieces, ["B-N", "O", "B-N", "O"], [0.9] * 4)
    said = [LineSaid("A", {"A": 0.9})] * len(front.lines)
    assert _names(find_people(front, said, [row])) == ["Alejandro E. Morales M."]


def test_bare_initials_part_names_that_stand_side_by_side(document: Document) -> None:
    assert _found(document, "S E Robin S Walter M M Hill-Bell") == ["S E Robin", "S Walter", "M M Hill-Bell"]  # fmt: skip
    assert _found(document, "S E Robin Walter") == ["S E Robin Walter"]


def test_capitals_with_and_between_them_are_no_name() -> None:
    assert name_look("DESARROLLO Y DESPLIEGUE DE").known == 0
    assert name_look("JUAN PÉREZ Y ANA DE LA CRUZ") == NameLook(2, 2, 2)


def test_rooms_are_nobody(document: Document) -> None:
    assert _found(document, "Aula B3") == []


def test_a_line_of_names_is_cut_without_a_layout() -> None:
    assert parse_header_names("Ana Ruiz¹,*, Dr. Juan Gil² and J. Roa") == [
        "Ana Ruiz",
        "Juan Gil",
        "J. Roa",
    ]
    assert parse_header_names("Ершов А. П., Иванов И. И.") == ["Ершов А. П.", "Иванов И. И."]
    assert parse_header_names("12, *") == []
