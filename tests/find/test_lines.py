from __future__ import annotations

import pytest

from harvestman.find import is_reference

REFERENCES = (
    "A. Ruiz, M. Peters. Sorting wool by colour. Journal of Sheep Studies, 12(3), pp. 45-67, 2014.",
    "Иванов И.И., Петров П.П. О свойствах шерсти // Вестник овцеводства. 2011. Т. 5. № 2. С. 10–21.",
    "García Pérez, L. (2009). La lana y sus colores. Revista de Ovejas, 3(1), 12-30.",
)
OTHERS = (
    "Welcome to my page. I teach courses on wool at the department and like long walks.",
    "Контакты: кафедра овцеводства, комната 215, телефон 123-45-67",
    "Horario de tutorías: martes y jueves de 10 a 12 en el despacho 304",
    "Publications",
)


@pytest.mark.parametrize("line", REFERENCES)
def test_a_printed_reference_is_one(line: str) -> None:
    assert is_reference(line)


@pytest.mark.parametrize("line", OTHERS)
def test_other_lines_of_a_homepage_are_none(line: str) -> None:
    assert not is_reference(line)


def test_a_line_of_any_length_costs_little_and_nothing_is_no_reference() -> None:
    assert not is_reference("")
    assert not is_reference("a" * 1_000_000)
