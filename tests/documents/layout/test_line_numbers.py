"""Line numbers in the margin: taken out; numbers that mean something: kept."""

from __future__ import annotations

from documents.layout.printing import BODY
from harvestman.documents.layout.building import build_page
from harvestman.documents.layout.line_numbers import without_line_numbers
from harvestman.documents.layout.words import Look, PrintedPage, Word

TEXT, SMALL = Look(10.0, "Serif"), Look(5.0, "Serif")


def words(row: int, text: str, x: float = 100.0) -> list[Word]:
    """A line of words of the page's own, at so many lines from the top."""
    found = []
    for word in text.split():
        found.append(Word(word, x, x + 5.0 * len(word), 80.0 + 14 * row, TEXT))
        x += 5.0 * len(word) + 3
    return found


def number(row: int, value: int, *, right: float = 80.0, look: Look = SMALL) -> Word:
    text = str(value)
    return Word(text, right - 2.5 * len(text), right, 80.0 + 14 * row, look)


def page(rows: int = 40) -> list[Word]:
    return [word for row in range(rows) for word in words(row, BODY[row % 3])]


def texts(found: list[Word]) -> list[str]:
    return [word.text for word in found if word.text.isdigit()]


def test_every_fifth_line_numbered_in_the_margin() -> None:
    numbers = [number(row, 880 + row) for row in range(0, 40, 5)]
    assert texts(list(without_line_numbers(page() + numbers))) == []


def test_every_line_numbered_on_both_sides() -> None:
    left = [number(row, row) for row in range(40)]
    right = [number(row, 50 + row, right=560.0) for row in range(40)]
    assert texts(list(without_line_numbers(page() + left + right))) == []


def test_lines_numbered_between_two_columns() -> None:
    second = [word for row in range(40) for word in words(row, BODY[row % 3][:40], x=500.0)]
    numbers = [number(row, 60 + row, right=492.0) for row in range(40)]
    assert texts(list(without_line_numbers(page() + second + numbers))) == []


def test_the_few_lines_of_a_last_page_are_numbered_as_well() -> None:
    numbers = [number(row, 140 + row) for row in range(8)]
    assert texts(list(without_line_numbers(page(8) + numbers))) == []
    labels = [number(row, 1 + row) for row in range(8)]
    assert len(texts(list(without_line_numbers(page(8) + labels)))) == 8


def test_the_labels_of_a_list_are_no_line_numbers() -> None:
    labels = [number(row, row // 4 + 1, right=108.0, look=TEXT) for row in range(0, 40, 4)]
    entries = [
        word for row in range(40) for word in words(row, BODY[row % 3], x=100.0 + 20 * (row > 0))
    ]
    assert len(texts(list(without_line_numbers(entries + labels)))) == 10


def test_a_column_of_a_table_is_kept() -> None:
    cells = [number(row, 10 * row, right=300.0, look=TEXT) for row in range(1, 12)]
    assert len(texts(list(without_line_numbers(page() + cells)))) == 11


def test_line_numbers_do_not_run_into_labels() -> None:
    entries = [
        word for row in range(0, 40, 2) for word in words(row, f"[{row // 2 + 1}] {BODY[0]}")
    ]
    numbers = [number(row, 900 + row) for row in range(0, 40, 5)]
    laid_out = build_page(PrintedPage(612.0, 792.0, entries + numbers), 1)
    assert all(line.text.startswith("[") for line in laid_out.lines)
