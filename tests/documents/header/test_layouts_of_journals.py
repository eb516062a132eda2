"""First pages of journals whose layouts misled the reader: sections, second titles, abstracts without a heading, lists of names."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.documents.header import read_header
from harvestman.documents.layout.lines import Layout

RUSSIAN = (
    "Мы считали ноги сенокосцев в подвалах университетов и нашли, что их обычно восемь, реже семь,"
)
TITLE = "О числе ног у сенокосцев в подвалах старых домов"
Make = Callable[..., Layout]


def names(layout: Layout) -> list[str]:
    return [author.value.name for author in read_header(layout).authors]


def title(layout: Layout) -> str:
    found = read_header(layout).title
    return found.value if found else ""


def test_a_large_section_of_the_issue_above_the_classification_is_not_the_title(
    document: Make,
) -> None:
    page = document(
        [
            (17, "ЭКОНОМИЧЕСКИЕ НАУКИ", ">"),
            (12, "УДК 595.4", "<+"),
            (12, "А. А. Седов, В. П. Исаченко", "+"),
            (11, "Томский политехнический университет, Томск, Россия"),
            (14, "О ЧИСЛЕ НОГ У СЕНОКОСЦЕВ", "b+"),
            (14, "В ПОДВАЛАХ СТАРЫХ ДОМОВ", "b"),
            (12, f"Аннотация: {RUSSIAN}", "<+"),
            (12, "Введение", "b<+"),
        ]
    )
    assert title(page).casefold() == "о числе ног у сенокосцев в подвалах старых домов"


def test_a_section_between_the_classification_and_the_title_is_not_the_title(
    document: Make,
) -> None:
    page = document(
        [
            (12, "Научная статья", "<"),
            (12, "УДК 595.4", "<"),
            (12, "ИНФОРМАТИКА И ВЫЧИСЛИТЕЛЬНАЯ ТЕХНИКА", "b+"),
            (12, TITLE, "b+"),
            (12, "А. А. Седов, В. П. Исаченко", "b"),
            (11, "Томский политехнический университет, Томск, Россия"),
            (12, f"Аннотация. {RUSSIAN}", "<+"),
            (12, "Введение", "b<+"),
        ]
    )
    assert title(page) == TITLE


def test_what_stands_in_english_above_the_classification_is_not_the_papers_own(
    document: Make,
) -> None:
    page = document(
        [
            (14, "On the number of legs of harvestmen in old cellars", "b"),
            (11, "A. A. Sedov, V. P. Isachenko"),
            (11, "Abstract. We counted the legs of harvestmen and found eight of them.", "<+"),
            (11, "УДК 595.4", "<+"),
            (14, TITLE, "b+"),
            (11, "А. А. Седов, В. П. Исаченко"),
            (11, "Томский политехнический университет, Томск, Россия", "i"),
            (11, f"Аннотация. {RUSSIAN}", "<+"),
            *[(11, RUSSIAN, "<")] * 8,
            (12, "Введение", "b<+"),
            *[(11, RUSSIAN, "<")] * 20,
        ]
    )
    assert title(page) == TITLE
    assert names(page) == ["А. А. Седов", "В. П. Исаченко"]
    abstract = read_header(page).abstract
    assert abstract
    assert abstract.value.startswith("Мы считали")


def test_a_paragraph_right_above_the_keywords_is_the_abstract(document: Make) -> None:
    page = document(
        [
            (10, "УДК 595.4", "<"),
            (14, TITLE, "b+"),
            (11, "А. А. Седов, В. П. Исаченко", "b"),
            (10, "Томский политехнический университет, Томск, Россия"),
            *[(9, RUSSIAN, "i<+" if at == 0 else "i<") for at in range(4)],
            (9, "Ключевые слова: сенокосцы, ноги, подвалы", "i<+"),
            (12, "Введение", "b<+"),
            *[(10, RUSSIAN, "<")] * 20,
        ]
    )
    abstract = read_header(page).abstract
    assert abstract
    assert abstract.value == " ".join([RUSSIAN] * 4)


def test_a_line_within_an_abstract_that_begins_with_a_number_is_no_heading(document: Make) -> None:
    page = document(
        [
            (16, "On the number of legs of harvestmen in old cellars", "b"),
            (11, "Ann Sedova and Maria Lopez", "+"),
            (11, "University of Vigo, Vigo, Spain"),
            (11, "Abstract", "b+"),
            (9, "We counted the legs of harvestmen in cellars that lie approximately", "<+"),
            (9, "15 miles apart. Most of them had", "<"),
            (9, "eight legs, as the books say that they should have, and few had seven.", "<"),
            (11, "1 Introduction", "b<+"),
        ]
    )
    abstract = read_header(page).abstract
    assert abstract
    assert abstract.value.endswith("few had seven.")


def test_a_second_title_between_title_and_authors_does_not_hide_these(document: Make) -> None:
    page = document(
        [
            (9, "ARTÍCULO DE INVESTIGACIÓN", "<"),
            (17, "EL NÚMERO DE PATAS DE LOS OPILIONES EN", "b<+"),
            (17, "LOS SÓTANOS DE LAS CASAS VIEJAS", "b<"),
            (12, "Multi-physics simulations of the legs of harvestmen in the cellars of universi-", "i<+"),
            (12, "ties", "i<"),
            (11, "María José Muñoz Vidal1", ">+"),
            (11, "Óscar de la Fuente López1", ">"),
            (9, "1 Facultad de Ingeniería, Universidad Nacional de Colombia, Bogotá", "<+"),
            (11, "Resumen. Contamos las patas de los opiliones y encontramos ocho de ellas.", "<+"),
            (12, "1. Introducción", "b<+"),
        ]
    )  # fmt: skip
    assert names(page) == ["María José Muñoz Vidal", "Óscar de la Fuente López"]


def test_an_unknown_name_in_a_line_of_names_is_one_of_them(document: Make) -> None:
    page = document(
        [
            (20, "Improved counting of legs for harvestmen"),
            (10, "Ramine Nikoukhah1, Peter Sedov1 and Yanshuai Zhao1", "+"),
            (10, "1Center of Mathematics, University of Oslo, Oslo, Norway", "i"),
            (10, "Abstract— We count the legs of harvestmen.", "b<+"),
            (11, "1 Introduction", "b<+"),
        ]
    )
    assert names(page) == ["Ramine Nikoukhah", "Peter Sedov", "Yanshuai Zhao"]


def test_names_before_their_organisation_in_one_line_are_no_part_of_it(document: Make) -> None:
    page = document(
        [
            (17, "Counting Harvestmen in the Cellars of Old Houses", "<"),
            (11, "MARTA FISCHER, University of Vienna, Austria", "<+"),
            (11, "APARNA PATEL, Rajiv Gandhi University, India", "<"),
            (11, "HUIFEN CHAN, Tsinghua University, China", "<"),
            (
                9,
                "We counted the legs of harvestmen in the cellars of old houses and found eight, seven,",
                "<+",
            ),
            (
                9,
                "and once six. The method is simple, the light is bad, and the results are repeatable.",
                "<",
            ),
            (10, "1 INTRODUCTION", "b<+"),
        ]
    )
    told = {one.value.name: one.value.affiliations for one in read_header(page).authors}
    assert told == {
        "Marta Fischer": ("University of Vienna",),
        "Aparna Patel": ("Rajiv Gandhi University",),
        "Huifen Chan": ("Tsinghua University",),
    }
