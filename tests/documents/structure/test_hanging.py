"""Lists that hang: each test is one difficulty of author-year lists with full given names."""

from __future__ import annotations

from documents.structure.printed import PROSE, Sheet, document
from harvestman.documents.layout.lines import Layout
from harvestman.documents.structure import read_structure
from harvestman.documents.structure.lists import find_lists

FULL_NAMES = (
    (
        "Marta Abelard, Jonas Brink, Petra Cole, Anders Dahl,",
        "Ingrid Eklund, Tomas Fiala, Greta Holm, Ivan Ilin,",
        "and Vera Jansen. 2019. Long rows of names in a nar-",
        "row column. In Proceedings of the 4th Workshop on",
        "Columns, pages 11–24, Lund. Type Society.",
    ),
    (
        "Karl Jensen and Lena Moroz. 2021a. How entries hang",
        "when a column is full to its edge at every line of it.",
        "Journal of Indents, 7(2):101–119.",
    ),
    (
        "Karl Jensen, Mira Novak, Olaf Petersen, Rosa Quint, and",
        "Stefan Rudd. 2021b. Second thoughts on hanging.",
    ),
    (
        "Type Society. 2018. Rules for the setting of lists in",
        "two columns, with examples from four countries.",
    ),
    (
        "Nora Tamm, Ulf Urban, Wanda Vogel, Xenia Weber, Yann",
        "Young, Zora Zeller, Anna Berg, Boris Claus, Clara Diem,",
        "Edgar Falk, and Flora Gast. 2022. Given names first.",
        "Transactions on Names, 3:1–9.",
    ),
)
FIRSTS = ["Marta Abelard", "Karl Jensen", "Karl Jensen", "Type Society", "Nora Tamm"]


def splits(layout: Layout) -> list[tuple[int, str]]:
    return [(one.entries, one.split) for one in read_structure(layout).lists]


def firsts(layout: Layout) -> list[str]:
    return [" ".join(one.raw.split()[:2]).rstrip(",.") for one in read_structure(layout).references]


def headed(number: int = 1) -> Sheet:
    sheet = Sheet(number).put("5 Conclusion", bold=True, size=12).put(*PROSE, gap=8)
    return sheet.put("References", bold=True, size=12, gap=14)


def test_given_names_do_not_hide_where_entries_begin() -> None:
    paper = document(headed().hanging(*FULL_NAMES, gap=5))
    assert firsts(paper) == FIRSTS
    assert splits(paper) == [(5, "indents")]


def test_no_gap_is_needed_between_entries() -> None:
    assert firsts(document(headed().hanging(*FULL_NAMES))) == FIRSTS


def test_an_entry_goes_on_in_the_next_column_and_on_the_next_page() -> None:
    first, second, *rest = FULL_NAMES
    sheet = headed().hanging(first).hanging(second[:1]).turn_column()
    sheet.put(*second[1:], indent=18.0).hanging(*rest[:-1]).hanging(rest[-1][:2])
    following = Sheet(2).put(*rest[-1][2:], indent=18.0)
    paper = document(sheet, following)
    assert firsts(paper) == FIRSTS
    assert read_structure(paper).references[-1].raw.endswith("Transactions on Names, 3:1–9.")


def test_a_footnote_and_a_running_head_within_the_list_are_no_entries() -> None:
    sheet = headed().hanging(*FULL_NAMES[:2]).put("3 https://example.org/data", size=8, gap=20)
    following = Sheet(2).put("Names in Narrow Columns").hanging(*FULL_NAMES[2:], gap=4)
    assert firsts(document(sheet, following)) == FIRSTS


def test_the_list_ends_at_an_appendix_and_at_wider_lines() -> None:
    appendix = headed().hanging(*FULL_NAMES, gap=4).put("A Prompts", bold=True, size=12, gap=14)
    appendix.put(*PROSE, *PROSE, gap=6)
    wide = Sheet(2).put(*(f"{one} {two}" for one, two in zip(PROSE, PROSE, strict=True)))
    assert firsts(document(appendix)) == FIRSTS
    assert firsts(document(headed().hanging(*FULL_NAMES, gap=4), wide)) == FIRSTS


def test_a_caption_and_addresses_below_the_list_are_left_out() -> None:
    sheet = headed().hanging(*FULL_NAMES, gap=4)
    sheet.put("Marta Abelard, Department of Lists", "List Road, Lund", gap=20)
    assert firsts(document(sheet)) == FIRSTS


def test_prose_does_not_hang() -> None:
    sheet = headed().put(*PROSE, *PROSE, *PROSE)
    assert find_lists(sheet.page.lines) == []


def test_a_heading_without_entries_is_told() -> None:
    paper = document(headed().put(*PROSE, *PROSE))
    (told,) = read_structure(paper).lists
    assert (told.heading, told.page, told.entries, told.split) == ("References", 1, 0, "")
