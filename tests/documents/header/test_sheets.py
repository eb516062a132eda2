"""Titles where the type size tells little: sheets in one size, curricula, lists of points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from harvestman.documents.header import read_header
from harvestman.documents.header.front import read_front
from harvestman.documents.header.sheets import (
    below_letterhead,
    curriculum_lines,
    is_letterhead,
    sheet_lines,
)
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_edges import with_subtitle
from harvestman.documents.header.titles import title_groups
from harvestman.documents.layout.lines import Layout

Document = Callable[..., Layout]
_TEXT = "Упражнение. Докажите, что в каждом дереве с двумя вершинами или более есть хотя бы две"
_SHEET = [
    (12, "Государственный университет Примерска"),
    (12, "Факультет прикладной математики"),
    (12, "Теория графов", "b+"),
    (12, "2019/2020 учебный год"),
    (12, "(А. Б. Иванов, В. Г. Петров,", "i"),
    (12, "Д. Е. Сидоров)", "i"),
    (12, "Домашнее задание 4", "b+"),
    (12, "(срок выполнения — 8 октября 2019 года)", "i"),
    *[(12, _TEXT, "<")] * 20,
]


def _said(layout: Layout) -> list[LineSaid]:
    return [LineSaid("O", {})] * len(read_front(layout).lines)


@pytest.mark.parametrize("title", [(2,), (6,), (6, 7), (0, 1), (9,), ()])
def test_course_and_sheet_make_the_title_of_a_sheet_in_one_size(
    document: Document, title: tuple[int, ...]
) -> None:
    layout = document(_SHEET)
    assert sheet_lines(read_front(layout), _said(layout), title) == (2, 6)


def test_the_whole_reader_joins_them_and_finds_all_names(document: Document) -> None:
    header = read_header(document(_SHEET))
    assert header.title
    assert header.title.value == "Теория графов. Домашнее задание 4"
    assert [author.value.name for author in header.authors] == [
        "А. Б. Иванов",
        "В. Г. Петров",
        "Д. Е. Сидоров",
    ]


def test_labels_with_values_and_papers_with_an_abstract_are_no_sheets(document: Document) -> None:
    rows = [
        (12, "Screening Test", "b"),
        (12, "Time Allowed: 90", "b"),
        (12, "Maximum Marks: 40", "b"),
        *[(12, _TEXT, "<")] * 20,
    ]
    layout = document(rows)
    assert sheet_lines(read_front(layout), _said(layout), (0,)) is None
    layout = document(_SHEET)
    said = [*_said(layout)[1:], LineSaid("S", {})]
    assert sheet_lines(read_front(layout), said, (2,)) is None


def test_a_curriculum_is_named_by_its_person(document: Document) -> None:
    layout = document(
        [
            (12, "Maria Smith", "b"),
            (12, "CURRICULUM VITAE", "b"),
            (14, "Part I - General Information", "b<+"),
            *[(11, "Professor of Botany at the University of Exampleton since 2010", "<")] * 10,
        ]
    )
    front = read_front(layout)
    assert curriculum_lines(front, (2,)) == (0, 1)
    assert curriculum_lines(front, (0, 1)) == ()


def test_points_of_a_list_are_never_titles(document: Document) -> None:
    layout = document([(28, "• Levels of tasks", "b"), (28, "Levels of tasks", "b")], slide=True)
    front = read_front(layout)
    said = [LineSaid("T", {"T": 0.9, "A": 0.0, "F": 0.0})] * len(front.lines)
    assert [group for group in title_groups(front, said) if 0 in group] == []
    assert range(1, 2) in title_groups(front, said)


def test_a_letterhead_names_an_organisation_and_no_course(document: Document) -> None:
    front = read_front(
        document([(12, "Universidad de Ejemplo"), (12, "Curso de la Universidad"), (12, "Grafos")])
    )
    assert [is_letterhead(line) for line in front.lines[:3]] == [True, False, False]


def test_a_slide_below_a_letterhead_is_named_by_its_only_bold_line(document: Document) -> None:
    rows = [
        (28, "Advanced Gardening", "<"),
        (28, "University of Exampleton", "<"),
        (28, "Lecturer: Maria Smith", "<"),
        (22, "Roses and their thorns", "b<+"),
        (22, "1. Thorns on the stem", "<"),
        (22, "2. Thorns elsewhere", "<"),
    ]
    assert below_letterhead(read_front(document(rows, slide=True))) == range(3, 4)
    assert below_letterhead(read_front(document(rows))) is None
    assert below_letterhead(read_front(document([rows[0], *rows[3:]], slide=True))) is None


def test_a_title_goes_on_in_its_own_look_and_begins_below_a_letterhead(document: Document) -> None:
    layout = document(
        [
            (12, "На правах рукописи", ">"),
            (12, "Иванов Пётр Сергеевич", "b+"),
            (12, "МЕТОДЫ ОБХОДА ДЕРЕВЬЕВ И СЕТЕЙ", "b+"),
            (12, "С БОЛЬШИМ ЧИСЛОМ ВЕРШИН", "b"),
            (12, "Автореферат", "+"),
            (12, "диссертации на соискание ученой степени"),
            (12, "кандидата технических наук"),
            (12, "Примерск – 2013", "+"),
        ]
    )
    header = read_header(layout)
    assert header.title
    assert header.title.value == "МЕТОДЫ ОБХОДА ДЕРЕВЬЕВ И СЕТЕЙ С БОЛЬШИМ ЧИСЛОМ ВЕРШИН"


def test_a_slide_has_its_subtitle_and_a_part_of_a_course_has_none(document: Document) -> None:
    rows = [
        (40, "Gardening for"),
        (40, "Beginners"),
        (24, "How roses are planted"),
        (24, "Maria Smith", "+"),
    ]
    front = read_front(document(rows, slide=True))
    assert with_subtitle(front, range(2)) == range(3)
    assert with_subtitle(front, None) is None
    assert with_subtitle(read_front(document(rows)), range(2)) == range(2)
    rows[0] = (40, "3.5 Gardening")
    assert with_subtitle(read_front(document(rows, slide=True)), range(2)) == range(2)


def test_authors_right_of_a_run_in_abstract_stand_before_it(document: Document) -> None:
    layout = document(
        [
            (24, "Roses and Thorns"),
            (11, "Maria Smith", "<"),
            (9, "Abstract—Roses have thorns, which keep them from being eaten by", "b<+"),
            *[(9, "many animals that like to eat other flowers in the garden and", "<")] * 5,
        ],
        following=0,
    )
    lines = list(layout.pages[0].lines)
    lines.append(replace(lines[1], text="Robert Brown", x0=380.0, x1=440.0, column=1, block=9))
    page = replace(layout.pages[0], lines=tuple(lines))
    front = read_front(replace(layout, pages=(page,)))
    assert [line.line.text for line in front.lines[:3]] == [
        "Roses and Thorns",
        "Maria Smith",
        "Robert Brown",
    ]
