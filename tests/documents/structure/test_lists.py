"""Lists of references as they are printed: each test is one difficulty."""

from __future__ import annotations

import pytest

from documents.structure.printed import PROSE, Sheet, document
from harvestman.documents.layout.lines import Layout, Role
from harvestman.documents.structure import read_structure

AUTHOR_YEAR = (
    (
        "Abbott, R. (1998). Layout of running heads in learned",
        "journals. Journal of Typography, 12(3), 44-58.",
    ),
    ("Brown, A. B., & Green, C. (2001). Indents. New York: Type Press.",),
    (
        "Carter, M. (2004). Citations across pages: what readers of",
        "long lists see. In P. Dale (Ed.), Proceedings of the Third",
        "Conference on Lists (pp. 17-29). Oxford: Shelf.",
    ),
    (
        "de la Torre, L. (2007). Ten years of hanging indents. Design",
        "Quarterly, 31, 1-12. https://doi.org/10.1000/hang",
    ),
    ("Evans, T. (2010). On flush lists. Typo, 4(1), 9-13.",),
    (
        "Fischer, H., Gruber, I., & Huber, K. (2015). A survey of",
        "reference styles. Information Letters, 88, 301-322.",
    ),
)


def raws(layout: Layout) -> list[str]:
    return [one.raw for one in read_structure(layout).references]


def body(number: int = 1) -> Sheet:
    return Sheet(number).put("1 Introduction", bold=True, size=12).put(*PROSE, gap=8)


@pytest.mark.parametrize("form", ["[{}] ", "{}. ", "({}) ", "{}) ", "{} ", "[{}]"])
def test_numbers_cut_a_list(form: str) -> None:
    sheet = body().put("References", bold=True, gap=14)
    for number, (first, *further) in enumerate(AUTHOR_YEAR, 1):
        sheet.put(form.format(number) + first)
        sheet.put(*further, indent=16)
    found = raws(document(sheet))
    assert [raw.split(",")[0] for raw in found] == [e[0].split(",")[0] for e in AUTHOR_YEAR]
    assert found[1] == "Brown, A. B., & Green, C. (2001). Indents. New York: Type Press."


def test_a_number_at_a_lines_beginning_is_no_entry() -> None:
    sheet = body().put("REFERENCES", gap=14)
    sheet.put("1. Adams, B. Volumes that break. Journal of Lines", "4. 2003, pp. 1-9.")
    sheet.put("2. Bell, C. Pages that break. Letters on Lines 7, 2004,", "12. Aufl.")
    sheet.put("3. Cole, D. Numbers. Journal of Lines 8, 2005.")
    sheet.put("4. Dunn, E. More numbers. Journal of Lines 9, 2006.")
    assert len(raws(document(sheet))) == 4


def test_a_lost_number_does_not_cut_the_list() -> None:
    sheet = body().put("References", gap=14)
    for number in (1, 2, 3, 5, 6, 7):
        sheet.put(f"[{number}] A. Author. Paper {number}. Journal of Papers {number}, 2001.")
    assert len(raws(document(sheet))) == 6


def test_keys_of_letters_and_years() -> None:
    sheet = body().put("References", bold=True, gap=14)
    for key, name in (
        ("AB98", "Abbott"),
        ("BG01", "Brown"),
        ("Car04", "Carter"),
        ("dlT07", "de la Torre"),
        ("Eva10", "Evans"),
    ):
        sheet.put(f"[{key}] M. {name}. On the setting of lists and what it tells us")
        sheet.put("about their entries. Journal of Typography, 12:4-8, 2001.", indent=34)
    found = raws(document(sheet))
    assert len(found) == 5
    assert found[0].startswith("M. Abbott.")


def test_hanging_indents_without_numbers() -> None:
    found = raws(document(body().put("References", bold=True, gap=14).hanging(*AUTHOR_YEAR)))
    assert len(found) == len(AUTHOR_YEAR)
    assert found[2].endswith("Conference on Lists (pp. 17-29). Oxford: Shelf.")


def test_flush_lines_with_gaps_between_entries() -> None:
    sheet = body().put("Bibliography", bold=True, gap=14)
    for entry in AUTHOR_YEAR:
        sheet.put(*entry, gap=6)
    assert len(raws(document(sheet))) == len(AUTHOR_YEAR)


def test_a_list_in_text_only_pages() -> None:
    sheet = Sheet(has_looks=False).put(*PROSE, "References")
    for entry in AUTHOR_YEAR:
        sheet.put(*entry)
    assert len(raws(document(sheet))) == len(AUTHOR_YEAR)


def test_two_columns() -> None:
    sheet = body().put("References", bold=True, gap=14).hanging(*AUTHOR_YEAR[:3])
    sheet.turn_column().hanging(*AUTHOR_YEAR[3:])
    assert len(raws(document(sheet))) == len(AUTHOR_YEAR)


def test_an_entry_goes_on_behind_a_running_head() -> None:
    first = body().put("References", bold=True, gap=14).hanging(*AUTHOR_YEAR[:2])
    first.put(AUTHOR_YEAR[2][0])
    first.put("44", role=Role.FOOT)
    second = Sheet(2).put("Reading lists", role=Role.HEAD)
    second.put(*AUTHOR_YEAR[2][1:], indent=18).hanging(*AUTHOR_YEAR[3:])
    structure = read_structure(document(first, second))
    assert len(structure.references) == len(AUTHOR_YEAR)
    carter = structure.references[2]
    assert (carter.page, "what readers of long lists see" in carter.raw) == (1, True)
    assert structure.references[3].page == 2


def test_a_page_range_that_ends_on_a_line_like_a_page_number() -> None:
    sheet = body().put("References", gap=14).hanging(*AUTHOR_YEAR[:5])
    sheet.put("Ford, G. (2016). Ranges over two lines. Journal of Lines, 17, 133–")
    sheet.put("154.", role=Role.FOOT)
    assert raws(document(sheet))[-1].endswith("17, 133–154.")


def test_a_heading_that_was_taken_for_a_running_head() -> None:
    second = Sheet(2).put("References", role=Role.HEAD).hanging(*AUTHOR_YEAR)
    assert len(raws(document(body(), second))) == len(AUTHOR_YEAR)


def test_the_heading_repeated_as_running_head_is_no_second_list() -> None:
    first = body().put("References", gap=14).hanging(*AUTHOR_YEAR[:3])
    second = Sheet(2).put("References").hanging(*AUTHOR_YEAR[3:])
    assert len(raws(document(first, second))) == len(AUTHOR_YEAR)


def test_heading_and_first_entry_on_one_line() -> None:
    sheet = body().put("References 1. Adams, B. Letters. Journal of Lines 1, 2001.", gap=14)
    sheet.put("2. Bell, C. Words. Journal of Lines 2, 2002.")
    sheet.put("3. Cole, D. Lines. Journal of Lines 3, 2003.")
    found = raws(document(sheet))
    assert found[0] == "Adams, B. Letters. Journal of Lines 1, 2001."
    assert len(found) == 3


def test_labels_that_were_read_as_a_column_of_their_own() -> None:
    left: list[tuple[str, int]] = []
    right: list[tuple[str, int]] = []
    sheet = Sheet()
    for number, entry in enumerate(AUTHOR_YEAR, 1):
        top = 100 + 40 * number
        left.append((f"[{number}]", top))
        right.extend((text, top + 12 * n) for n, text in enumerate(entry))
    sheet.put("References")
    for x, lines in ((0.0, left), (30.0, right)):
        for text, top in lines:
            sheet.put(text, indent=x, gap=top - sheet.y)
    assert len(raws(document(sheet))) == len(AUTHOR_YEAR)


def test_lists_of_chapters() -> None:
    sheets = []
    for chapter in (1, 2):
        sheet = (
            Sheet(chapter)
            .put(f"{chapter} Chapter of a book", bold=True, size=14)
            .put(*PROSE, gap=8)
        )
        sheet.put("References", bold=True, gap=14)
        for number in range(1, 5):
            sheet.put(
                f"[{number}] A. Author. Work {chapter}{number}. Journal of Works {number}, 1999."
            )
        sheets.append(sheet)
    found = raws(document(*sheets))
    assert len(found) == 8
    assert "Work 21" in found[4]


def test_an_appendix_ends_the_list() -> None:
    sheet = body().put("References", bold=True, gap=14).hanging(*AUTHOR_YEAR)
    sheet.put("Appendix A. Proofs", bold=True, size=12, gap=16).put(*PROSE, gap=8)
    structure = read_structure(document(sheet))
    assert len(structure.references) == len(AUTHOR_YEAR)
    assert structure.references[-1].raw.endswith("88, 301-322.")
    assert [one.heading for one in structure.other] == ["Appendix A. Proofs"]


def test_a_numbered_list_without_heading() -> None:
    sheet = body()
    for number in range(1, 8):
        sheet.put(
            f"[{number}] M. Weber and K. Klein, J. Phys. A {number}, 1{number}3 (200{number})."
        )
    assert len(raws(document(sheet))) == 7


def test_a_russian_list_by_the_standard() -> None:
    sheet = Sheet().put("СПИСОК ИСПОЛЬЗОВАННЫХ ИСТОЧНИКОВ", bold=True)
    sheet.put(
        "1. Иванов И.И., Петров П.П. Методы разбора списков // Вестник",
        "библиотек. – 2012. – Т. 4. – № 2. – С. 15–23.",
    )
    sheet.put("2. Сидоров С.С. Основы каталогизации. – М.: Наука, 2008. –", "272 с.")
    sheet.put("3. ГОСТ 7.1–2003. Библиографическая запись. – М., 2004.")
    sheet.put("4. Smith J. Lists and their readers // Library Letters. 2010. V. 3.")
    sheet.put(
        "5. Документация языка [Электронный ресурс]. URL: https://example.org/",
        "doc (дата обращения: 12.05.2020).",
    )
    sheet.put("Приложение А", bold=True, gap=20).put("Исходный код программы приведён ниже.")
    found = raws(document(sheet))
    assert len(found) == 5
    assert found[0].startswith(
        "Иванов И.И., Петров П.П. Методы разбора списков // Вестник библиотек."
    )
    assert "https://example.org/doc " in found[4]


def test_a_spanish_list_in_alphabetical_order() -> None:
    sheet = Sheet().put("Bibliografía", bold=True)
    sheet.hanging(
        (
            "Álvarez Ruiz, M. (2009). La composición de listas de referencias en",
            "revistas. Revista de Tipografía, 8(2), 33-47.",
        ),
        ("Benítez, J. y Gómez, R. (2011). Sangrías. Madrid: Ediciones del Libro.",),
        (
            "Cuesta, L. (2013). Citas en páginas web. En P. Díaz (Ed.), Actas del",
            "Congreso de Bibliotecas (pp. 5-12). Sevilla: Universidad.",
        ),
        ("Ñuño, S. (2015). Lectores de listas. Anales de Lectura, 21, 101-119.",),
        ("Pérez, A. (2017). Tesis sobre citas. Tesis doctoral. Universidad de", "Granada."),
    )
    found = raws(document(sheet))
    assert len(found) == 5
    assert found[2].endswith("(pp. 5-12). Sevilla: Universidad.")


@pytest.mark.parametrize(
    "heading",
    [
        "R E F E R E N C E S",
        "VII. REFERENCES",
        "8 Bibliography",
        "Literaturverzeichnis",
        "Références",
        "Referências",
        "Список литературы",
        "Литература:",
        "参考文献",
        "Works Cited",
        "Referencias bibliográficas",
    ],
)
def test_headings_of_lists(heading: str) -> None:
    assert len(raws(document(body().put(heading, gap=14).hanging(*AUTHOR_YEAR)))) == len(
        AUTHOR_YEAR
    )


def test_no_list() -> None:
    assert raws(document(body(), Sheet(2).put(*PROSE, *PROSE))) == []


def test_a_line_in_a_table_of_contents_is_no_list() -> None:
    contents = Sheet().put("Contents", bold=True, size=14)
    contents.put("1 Introduction", "2 Methods", "References", "A Tables", "B Figures")
    assert raws(document(contents, body(2), Sheet(3).put(*PROSE))) == []


def test_referees_in_a_cv_are_no_list() -> None:
    sheet = Sheet().put("Jane Doe", size=16, bold=True).put("References", bold=True, gap=14)
    sheet.put("Available upon request.")
    assert raws(document(sheet)) == []


def test_the_publications_of_a_cv_are_no_list() -> None:
    sheet = Sheet().put("Jane Doe", size=16, bold=True).put("Publications", bold=True, gap=14)
    for number in range(1, 9):
        sheet.put(
            f"[{number}] J. Doe and R. Roe. Paper {number}. J. Papers {number}, pp. 1-9, 200{number}."
        )
    assert raws(document(sheet)) == []


def test_prose_below_a_heading_of_sources_is_no_list() -> None:
    assert (
        raws(document(Sheet().put("Sources", bold=True).put(*PROSE, gap=8).put(*PROSE, gap=8)))
        == []
    )


def test_a_single_entry_in_brackets_right_below_its_heading_is_a_list() -> None:
    sheet = body().put("References", bold=True, gap=14)
    sheet.put("[1] INRIA: The Coq proof assistant.")
    sheet.put("Acknowledgements", bold=True, gap=14).put(*PROSE, *PROSE, gap=8)
    assert raws(document(sheet)) == ["INRIA: The Coq proof assistant."]
