"""Sheets, exams, notes, slides and work handed in, as universities of Spain, Latin America and Russia print them."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.documents.header import HeaderFound, read_header
from harvestman.documents.layout.lines import Layout

Document = Callable[..., Layout]
_SPANISH = "1. Demuestra que la suma de dos números pares es también un número par y calcula"
_RUSSIAN = "1. Докажите, что сумма двух чётных чисел есть чётное число, и найдите значение"
_PROSE = "en esta memoria se describe lo que se ha hecho durante el curso y los resultados que"


def _title(header: HeaderFound) -> str:
    return header.title.value if header.title else ""


def _names(header: HeaderFound) -> list[str]:
    return [author.value.name for author in header.authors]


def test_a_sheet_has_its_own_title_not_the_course_s(document: Document) -> None:
    header = read_header(
        document(
            [
                (14, "Universidad de Ejemplo", "b"),
                (12, "Facultad de Ciencias"),
                (12, "Álgebra Lineal. Curso 2018-2019"),
                (14, "Hoja 3: Aplicaciones lineales", "b+"),
                *[(11, _SPANISH, "<+")] * 12,
            ]
        )
    )
    assert _title(header) == "Hoja 3: Aplicaciones lineales"
    assert _names(header) == []


def test_the_course_may_be_larger_than_the_title_of_the_slides(document: Document) -> None:
    header = read_header(
        document(
            [
                (30, "Programación II", "+"),
                (26, "Listas enlazadas", "+"),
                (16, "Elena Vidal Serrano", "+"),
                (14, "Universidad de Ejemplo"),
            ],
            slide=True,
        )
    )
    assert "Listas enlazadas" in _title(header)
    assert _names(header) == ["Elena Vidal Serrano"]


def test_the_kind_of_a_report_is_its_title_where_there_is_no_other(document: Document) -> None:
    header = read_header(
        document(
            [
                (20, "INFORME PRÁCTICA 2", "b"),
                (12, "Carlos Serrano Vidal - carlos.serrano@ejemplo.es", "+"),
                (12, "Lucía Morales Cano - lucia.morales@ejemplo.es"),
                (12, "Pareja 4"),
                *[(10, _PROSE, "<")] * 25,
            ]
        )
    )
    assert _title(header) == "INFORME PRÁCTICA 2"
    assert _names(header) == ["Carlos Serrano Vidal", "Lucía Morales Cano"]


def test_a_form_names_title_and_student_behind_labels(document: Document) -> None:
    header = read_header(
        document(
            [
                (11, "TRABAJO DE FIN DE GRADO EN FÍSICA", "b<"),
                (11, "Universidad de Ejemplo", "<"),
                (11, "Título del proyecto: Péndulos acoplados en cadena", "<+"),
                (11, "Nombre y apellidos: Marta Ortega Salas", "<+"),
                (11, "Nombre del tutor: Pablo Rivas Lozano", "<+"),
                *[(11, _PROSE, "<")] * 20,
            ]
        )
    )
    assert _title(header) == "Péndulos acoplados en cadena"
    assert _names(header) == ["Marta Ortega Salas"]


def test_who_teaches_has_made_the_programme(document: Document) -> None:
    header = read_header(
        document(
            [
                (15, "ESTRUCTURAS DISCRETAS", "b"),
                (12, "Profesor: Javier Montes Bravo", "<+"),
                (12, "Tutorías: lunes de 9 a 11 en el despacho 210", "<"),
                *[(11, _PROSE, "<")] * 20,
            ]
        )
    )
    assert _names(header) == ["Javier Montes Bravo"]


def test_a_russian_sheet(document: Document) -> None:
    header = read_header(
        document(
            [
                (12, "Северский государственный университет"),
                (12, "Дискретная математика, осенний семестр 2019"),
                (15, "Домашнее задание № 4", "b+"),
                (11, "Срок сдачи: 12 октября 2019 г.", "+"),
                *[(11, _RUSSIAN, "<+")] * 12,
            ]
        )
    )
    assert "Домашнее задание № 4" in _title(header)
    assert _names(header) == []


def test_a_degree_may_stand_between_the_supervisor_and_his_role(document: Document) -> None:
    header = read_header(
        document(
            [
                (14, "Северский государственный университет"),
                (17, "Орлова Дарья Сергеевна", "+"),
                (17, "Сжатие разреженных матриц", "b+"),
                (14, "диссертация на соискание учёной степени кандидата наук", "+"),
                (14, "Научный руководитель:", ">+"),
                (14, "доктор физико-математических наук", ">"),
                (14, "Седов Пётр Андреевич", ">"),
                (14, "Северск 2020", "+"),
            ]
        )
    )
    assert _names(header) == ["Орлова Дарья Сергеевна"]


def test_students_are_named_behind_their_group_or_before_it(document: Document) -> None:
    slides = read_header(
        document(
            [
                (30, "Быстрый поиск повторов", "b+"),
                (18, "Автор: студент группы №242, Седов Дмитрий", "+"),
                (18, "Научный руководитель: Крылова Анна"),
            ],
            slide=True,
        )
    )
    assert _names(slides) == ["Седов Дмитрий"]
    theses = read_header(
        document(
            [
                (11, "УДК 519.6", "<"),
                (11, "Седов Д.А. (5 курс, каф. информатики, СГУ),", "<+"),
                (11, "Крылова А.И., ст. преп. СГУ", "<"),
                (11, "БЫСТРЫЙ ПОИСК ПОВТОРОВ В ДЛИННЫХ СТРОКАХ", "<+"),
                *[(11, "Целью работы является разработка метода, который позволяет быстро", "<")]
                * 20,
            ]
        )
    )
    assert _names(theses) == ["Седов Д.А.", "Крылова А.И."]


def test_a_term_is_no_title(document: Document) -> None:
    header = read_header(
        document(
            [
                (17, "Curso académico 2017-18"),
                (13, "TEORÍA DE GRAFOS Y REDES", "b+"),
                (11, "Guía docente"),
                *[(10, _PROSE, "<")] * 25,
            ]
        )
    )
    assert "GRAFOS" in _title(header)
