"""Titles where the type size tells little: sheets in one size, lists of points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from harvestman.documents.header import read_header
from harvestman.documents.header.front import read_front
from harvestman.documents.header.sheets import (
    is_item,
    is_letterhead,
    lesson_lines,
    sheet_lines,
)
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_edges import from_its_start
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


def test_a_course_with_a_number_is_no_sheet(document: Document) -> None:
    layout = document(
        [
            (12, "Programa de Geografía, 2019-20", "b"),
            (12, "Matemáticas, parte 2", "b"),
            (12, "Tarea voluntaria 7 (para el 06.03.2020)", "b"),
            *[(12, _TEXT, "<+")] * 20,
        ]
    )
    assert sheet_lines(read_front(layout), _said(layout), (1,)) == (0, 2)


def test_a_name_over_two_lines_is_not_cut(document: Document) -> None:
    layout = document([(40, "Estructura de", "b"), (40, "Computadores", "b"), (40, "Examen VIII", "b"), *[(12, _TEXT, "<+")] * 20])  # fmt: skip
    assert sheet_lines(read_front(layout), _said(layout), (2,)) is None


def test_the_lesson_stands_below_the_course_and_its_author(document: Document) -> None:
    head = [(17, "Bases de la programación"), (12, "Ana Ruiz Soto", "+")]
    task = [(10, "Напишите программу, которая читает числа из файла и печатает их", "<")] * 9
    layout = document([*head, (14, "Práctica 3: funciones", "b<+"), (10, "Tarea 1", "b<+"), *task])
    assert lesson_lines(read_front(layout), _said(layout), (0,)) == (0, 2)
    layout = document([*head, (14, "Tarea 1", "b<+"), *task, (14, "Tarea 2", "b<+"), *task])
    assert lesson_lines(read_front(layout), _said(layout), (0,)) == ()


def test_a_title_begins_before_its_colon_and_above_its_subtitle(document: Document) -> None:
    rows = [(17, "Instituto de Ejemplo", "b"), (17, "Grafos densos y dispersos:", "b+"), (17, "una panorámica", "b")]  # fmt: skip
    front = read_front(document([*rows, *[(10, _TEXT, "<+")] * 20]))
    assert from_its_start(front, range(2, 3)) == range(1, 3)
    rows = [(12, "Elena Vidal", ""), (17, "GRAFOS DENSOS Y DISPERSOS", "b+"), (13, "Una panorámica", "")]  # fmt: skip
    front = read_front(document([*rows, *[(10, _TEXT, "<+")] * 20]))
    assert from_its_start(front, range(2, 3)) == range(1, 3)
    assert from_its_start(front, range(1, 3)) == range(1, 3)


def test_one_exercise_is_not_the_sheet(document: Document) -> None:
    rows = [(14, "Relación de ejercicios"), (14, "Problema 1", "b+"), (14, "Práctica 1", "b+")]
    lines = read_front(document([*rows, *[(10, _TEXT, "<+")] * 20])).lines
    assert [is_item(line) for line in lines[:3]] == [False, True, False]


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
