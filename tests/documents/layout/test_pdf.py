"""PDFs become lines with places, looks, columns and a reading order."""

from __future__ import annotations

import re

import pytest
from fpdf import FPDF

from documents.layout import printing
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Line, Role
from harvestman.documents.layout.opening import open_layout


def lines_of(layout: Layout, page: int = 1, role: Role = Role.TEXT) -> list[Line]:
    return [line for line in layout.pages[page - 1].lines if line.role is role]


def texts_of(layout: Layout, page: int = 1, role: Role = Role.TEXT) -> list[str]:
    return [line.text for line in lines_of(layout, page, role)]


def test_a_line_has_its_place_size_and_font() -> None:
    layout = open_layout(
        printing.pdf(lambda page: printing.write(page, 100, 200, printing.BODY[0], size=12))
    )
    (line,) = lines_of(layout)
    assert line.text == printing.BODY[0]
    assert (line.page, line.size, line.font) == (1, 12.0, "Times-Roman")
    assert line.x0 == pytest.approx(100, abs=1)
    assert line.y0 < 200 < line.y1
    assert line.x1 > 400
    assert not line.bold
    assert line.spans == ()
    assert (layout.page_count, layout.format, layout.recognised) == (1, "pdf", False)
    assert (layout.pages[0].width, layout.pages[0].height) == (595.3, 841.9)


def test_two_columns_are_read_one_after_the_other() -> None:
    layout = open_layout(printing.pdf(printing.two_columns))
    texts = texts_of(layout)
    assert texts[0] == "A Title That Spans Both of the Columns"
    assert [text[:7] for text in texts[2:32]] == [f"left {number:02}" for number in range(1, 31)]
    assert [text[:8] for text in texts[32:]] == [f"right {number:02}" for number in range(1, 31)]
    columns = [line.column for line in lines_of(layout)]
    assert columns == [0, 0] + [1] * 30 + [2] * 30


def test_a_column_is_one_block_and_the_title_another() -> None:
    lines = lines_of(open_layout(printing.pdf(printing.two_columns)))
    assert len({line.block for line in lines[2:32]}) == 1
    assert len({line.block for line in lines}) == 4


def test_authors_side_by_side_are_read_column_by_column() -> None:
    def three(page: FPDF) -> None:
        printing.write(page, 120, 60, "A Title That Spans Three of the Authors", size=18)
        for x, name in ((60, "One"), (240, "Two"), (420, "Three")):
            printing.write(page, x, 90, f"Author {name}", size=12)
            printing.write(page, x, 104, f"University {name}")
            printing.write(page, x, 116, f"{name.lower()}@example.org")
        printing.column(page, 50, 150, "left")
        printing.column(page, 310, 150, "right")

    texts = texts_of(open_layout(printing.pdf(three)))
    assert texts[1:10] == [
        text
        for name in ("One", "Two", "Three")
        for text in (f"Author {name}", f"University {name}", f"{name.lower()}@example.org")
    ]


def test_bold_and_raised_pieces_are_spans() -> None:
    def draw(page: FPDF) -> None:
        printing.write(page, 100, 100, "Ann Author", size=12)
        end = 100 + page.get_string_width("Ann Author")
        printing.write(page, end, 96, "1", size=8)
        printing.write(page, end + 5, 100, "and", size=12)
        printing.write(page, end + 28, 100, "Ben Writer", size=12, style="B")

    (line,) = lines_of(open_layout(printing.pdf(draw)))
    assert line.text == "Ann Author1 and Ben Writer"
    found = [(line.text[s.start : s.end], s.raised, s.bold) for s in line.spans]
    assert found == [
        ("Ann Author", False, False),
        ("1", True, False),
        ("and", False, False),
        ("Ben Writer", False, True),
    ]
    assert line.size == 12.0


def test_a_turned_page_is_read_as_a_person_sees_it() -> None:
    upright = printing.pdf(printing.two_columns)
    turned = re.sub(rb"/Type /Page\n", b"/Type /Page\n/Rotate 90\n", upright)
    assert turned != upright
    # All letters now run down the sheet, so a person turns it: nothing is margin, nothing moves.
    assert open_layout(turned).pages == open_layout(upright).pages


def test_a_landscape_sheet_made_by_turning_is_upright() -> None:
    content = b"BT /F1 12 Tf 0 1 -1 0 100 50 Tm (Words that run up the sheet) Tj ET"
    data = printing.raw_pdf(printing.stream(content), page=b"/Rotate 90")
    page = open_layout(data).pages[0]
    (line,) = page.lines
    assert line.text == "Words that run up the sheet"
    assert (page.width, page.height) == (842.0, 595.0)
    assert line.x0 == pytest.approx(50, abs=1)
    assert line.y0 < 100 < line.y1
    assert line.role is Role.TEXT


def test_a_cropped_page_is_measured_from_what_is_seen() -> None:
    content = b"BT /F1 12 Tf 150 700 Td (Inside of the crop) Tj ET"
    data = printing.raw_pdf(printing.stream(content), page=b"/CropBox [100 100 500 750]")
    page = open_layout(data).pages[0]
    assert (page.width, page.height) == (400.0, 650.0)
    assert page.lines[0].x0 == pytest.approx(50, abs=2)
    assert page.lines[0].y0 < 50 < page.lines[0].y1


def test_a_stamp_that_runs_up_the_margin_is_margin() -> None:
    def draw(page: FPDF) -> None:
        printing.two_columns(page)
        with page.rotation(90, 20, 500):
            printing.write(page, 20, 500, "arXiv:2101.00001v1 [cs.DL] 1 Jan 2021", size=20)

    layout = open_layout(printing.pdf(draw))
    assert texts_of(layout, role=Role.MARGIN) == ["arXiv:2101.00001v1 [cs.DL] 1 Jan 2021"]
    (stamp,) = lines_of(layout, role=Role.MARGIN)
    assert stamp.x1 - stamp.x0 < 40
    assert stamp.y1 - stamp.y0 > 200
    assert layout.pages[0].lines[-1] is stamp


def test_what_repeats_at_the_edge_is_head_or_foot_and_numbers_are_feet() -> None:
    count = iter(range(1, 100))

    def draw(page: FPDF) -> None:
        printing.write(page, 60, 40, "Journal of Examples, Vol. 3", size=9)
        number = next(count)
        printing.column(page, 60, 100, "text " * number, width=60)
        printing.write(page, 290, 815, str(number), size=9)

    layout = open_layout(printing.pdf(draw, pages=3))
    assert texts_of(layout, 2, Role.HEAD) == ["Journal of Examples, Vol. 3"]
    assert texts_of(layout, 2, Role.FOOT) == ["2"]
    assert len(texts_of(layout, 2)) == 30


def test_a_title_that_returns_as_running_head_stays_text() -> None:
    count = iter(range(1, 100))

    def draw(page: FPDF) -> None:
        number = next(count)
        if number == 1:
            printing.write(page, 150, 90, "Habits of Foxes", size=18)
        else:
            printing.write(page, 60, 40, "Habits of Foxes", size=9)
        printing.column(page, 60, 100, "text " * number, width=60)

    layout = open_layout(printing.pdf(draw, pages=3))
    assert texts_of(layout)[0] == "Habits of Foxes"
    assert texts_of(layout, 3, Role.HEAD) == ["Habits of Foxes"]


def test_the_year_of_a_title_page_is_no_page_number() -> None:
    def draw(page: FPDF) -> None:
        printing.column(page, 60, 100, "text", width=60)
        printing.write(page, 280, 800, "2018", size=12)

    assert texts_of(open_layout(printing.pdf(draw)))[-1] == "2018"


def test_small_capitals_are_whole_words() -> None:
    def draw(page: FPDF) -> None:
        x = 100.0
        for text, size in (("S", 12), ("MALL ", 9), ("C", 12), ("APITALS", 9)):
            printing.write(page, x, 100, text.strip(), size=size)
            x += page.get_string_width(text)
        printing.column(page, 60, 150, "text", width=60)

    assert texts_of(open_layout(printing.pdf(draw)))[0] == "SMALL CAPITALS"


def test_letters_that_are_set_apart_are_words() -> None:
    def draw(page: FPDF) -> None:
        x = 100.0
        for letter in "WIDE TITLE":
            if letter != " ":
                printing.write(page, x, 100, letter, size=12)
            x += page.get_string_width(letter) + 4
        printing.column(page, 60, 150, "text", width=60)

    assert texts_of(open_layout(printing.pdf(draw)))[0] == "WIDE TITLE"


def test_a_hyphen_at_the_end_of_a_line_is_kept() -> None:
    def draw(page: FPDF) -> None:
        printing.write(page, 60, 100, "A word is broken at the end of this line be-")
        printing.write(page, 60, 112, "cause it is too long")

    assert texts_of(open_layout(printing.pdf(draw)))[0].endswith("line be-")


def test_first_pages_and_the_references_have_looks_and_middle_pages_do_not() -> None:
    number = iter(range(1, 20))

    def draw(page: FPDF) -> None:
        if next(number) == 9:
            printing.write(page, 60, 90, "References", size=14, style="B")
        printing.column(page, 60, 100, "text", lines=50, width=80)

    layout = open_layout(printing.pdf(draw, pages=10))
    has_looks = [page.has_looks for page in layout.pages]
    # Two full pages are enough of a front: nobody's header is longer.
    assert has_looks == [True, True] + [False] * 6 + [True, True]
    assert layout.pages[4].lines[0].text.startswith("text 01")
    assert layout.pages[4].lines[0].size == 0


def test_sparse_front_pages_have_looks_up_to_four() -> None:
    layout = open_layout(
        printing.pdf(lambda page: printing.write(page, 60, 90, printing.BODY[0]), pages=6)
    )
    assert [page.has_looks for page in layout.pages] == [True] * 4 + [False] * 2


def test_cyrillic_that_was_called_latin_is_turned_back() -> None:
    russian = (
        "Модульный генератор синтаксических анализаторов",
        "Задача генератора состоит в преобразовании грамматики",
        "заданной на определенном языке, в код анализатора",
        "Author in Latin letters stays as it is",
    )

    def draw(page: FPDF) -> None:
        for index, line in enumerate(russian):
            latin = line.encode("cp1251", "replace").decode("latin-1")
            printing.write(page, 60, 100 + 14 * index, latin, font="helvetica")

    assert texts_of(open_layout(printing.pdf(draw))) == list(russian)


def test_limits_on_pages_and_characters_cut_the_rest() -> None:
    data = printing.pdf(lambda page: printing.column(page, 60, 60, "text", width=60), pages=20)
    few = open_layout(data, limits=ReadingLimits(pages=7))
    assert (len(few.pages), few.page_count) == (7, 20)
    short = open_layout(data, limits=ReadingLimits(characters=5000))
    assert 2 <= len(short.pages) <= 4


def test_properties_come_from_info_and_xmp() -> None:
    document = FPDF(unit="pt")
    document.add_page()
    printing.write(document, 60, 60, printing.BODY[0])
    document.set_title("The Kept Title")
    document.set_author("Ann Author")
    document.set_lang("en-GB")
    document.set_xmp_metadata(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><rdf:Description>'
        "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Another</rdf:li></rdf:Alt></dc:title>"
        "<prism:doi>10.1000/182</prism:doi><dc:subject><rdf:Bag><rdf:li>foxes</rdf:li>"
        "<rdf:li>dogs &amp; cats</rdf:li></rdf:Bag></dc:subject>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    properties = open_layout(bytes(document.output())).properties
    assert (properties.title, properties.author) == ("The Kept Title", "Ann Author")
    assert (properties.doi, properties.language) == ("10.1000/182", "en-GB")
    assert properties.keywords == "foxes, dogs & cats"


def paper(
    *,
    pages: int,
    lists: tuple[int, ...],
    heading: str = "References",
    entries: int = 30,
    first_lines: int = 55,
    above: int = 0,
) -> bytes:
    """Pages full of text, some of which have a list of references, perhaps below some lines of text."""
    numbers = iter(range(1, pages + 1))

    def draw(page: FPDF) -> None:
        number = next(numbers)
        if number not in lists:
            lines = first_lines if number == 1 else 55
            printing.column(page, 50, 60, f"page {number}", lines=lines, width=90)
            return
        printing.column(page, 50, 40, f"page {number}", lines=above, width=90)
        top = 60 + 12 * above
        printing.write(page, 50, top, heading, size=12, style="B")
        for entry in range(entries):
            text = f"[{entry + 1}] Writer, B. The dogs of page {number}. Journal of Foxes, {1990 + entry}."
            printing.write(page, 50, top + 20 + 20 * entry, text)

    return printing.pdf(draw, pages=pages)


def empty_pages(data: bytes, *, ends_only: bool = True) -> list[int]:
    layout = open_layout(data, ends_only=ends_only)
    return [page.number for page in layout.pages if not page.lines]


def test_the_middle_is_passed_over_where_only_the_ends_are_asked_for() -> None:
    data = paper(pages=12, lists=(11,), first_lines=30)
    assert empty_pages(data) == [4, 5, 6, 7, 8, 9]
    assert empty_pages(data, ends_only=False) == []
    ends, whole = open_layout(data, ends_only=True), open_layout(data)
    assert ends.pages[:3] == whole.pages[:3]
    assert ends.pages[9:] == whole.pages[9:]
    assert ends.page_count == 12


def test_a_first_page_full_of_english_text_has_the_whole_header() -> None:
    data = paper(pages=12, lists=(11,))
    assert empty_pages(data) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert open_layout(data, ends_only=True).pages[0] == open_layout(data).pages[0]
    assert [page.is_read for page in open_layout(data, ends_only=True).pages[:3]] == [
        True,
        False,
        False,
    ]


def test_no_page_before_a_list_that_begins_below_running_text_is_opened() -> None:
    assert empty_pages(paper(pages=12, lists=(11,), above=12, entries=24)) == list(range(2, 11))


@pytest.mark.parametrize(
    ("pages", "lists", "empty"),
    [
        (12, (), []),  # it might begin anywhere
        (12, (7, 8, 9), [2, 3, 4, 5, 11, 12]),  # its heading runs on; an appendix follows
        (20, (4,), list(range(6, 21))),  # too far from the end to be looked for from there
        (41, (40,), []),  # a list behind each chapter is to be expected
    ],
)
def test_nothing_is_passed_over_before_the_list_is_found(
    pages: int, lists: tuple[int, ...], empty: list[int]
) -> None:
    assert empty_pages(paper(pages=pages, lists=lists)) == empty


def test_a_heading_without_years_below_it_is_not_trusted() -> None:
    assert empty_pages(paper(pages=12, lists=(11,), entries=3)) == []


def test_spaces_that_are_written_as_tabs_part_words() -> None:
    layout = open_layout(
        printing.pdf(lambda page: printing.write(page, 100, 200, "Counting\tHarvestmen\tat\tNight"))
    )
    assert texts_of(layout) == ["Counting Harvestmen at Night"]


def test_a_line_that_sticks_out_of_its_column_does_not_part_the_page() -> None:
    def draw(page: FPDF) -> None:
        printing.two_columns(page)
        y = (
            150 + 12 * 15 + 4
        )  # between two lines of the left column, a little above one of the right
        printing.write(
            page, 50, y, "an overfull line of a program that goes on and on and on", size=10.6
        )

    texts = texts_of(open_layout(printing.pdf(draw)))
    marks = [text.split()[0] for text in texts[2:]]
    assert marks == ["left"] * 15 + ["an"] + ["left"] * 15 + ["right"] * 30


def test_a_lowered_letter_stays_in_its_word() -> None:
    def draw(page: FPDF) -> None:
        x = 100.0
        for text, size, drop in (("A Class in L", 14, 0), ("A", 10, -3), ("T", 14, 0), ("E", 14, 3), ("X for Papers", 14, 0)):  # fmt: skip
            printing.write(page, x, 100 + drop, text, size=size)
            x += page.get_string_width(text) - 0.12 * size
        printing.write(page, 100, 120, "Ann Author", size=12)

    assert texts_of(open_layout(printing.pdf(draw))) == [
        "A Class in LATEX for Papers",
        "Ann Author",
    ]


def test_letters_of_formulae_that_fonts_know_by_name_only_shift_no_word() -> None:
    stream = (
        "BT /F1 14 Tf 60 700 Td (A specimen ) Tj /F2 14 Tf (AB) Tj /F1 14 Tf ( title) Tj ET "
        "BT /F1 11 Tf 60 660 Td (Ann Author and ) Tj /F1 8 Tf (Ben Writer) Tj ET"
    )
    data = printing.handmade(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
        f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Italic/Encoding<</Differences[65/u1D44E/u1D44F]>>>>",
    )
    assert texts_of(open_layout(data)) == ["A specimen 𝑎𝑏 title", "Ann Author and Ben Writer"]
