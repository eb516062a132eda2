"""The quick look at the text of a PDF says what PDFium says, or nothing."""

from __future__ import annotations

import io
import random
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pypdfium2
import pytest
from fpdf import FPDF

from harvestman.documents import plain_pages, quick_pages
from harvestman.text import words

_shown_text = pytest.importorskip("harvestman.documents.files._shown_text")

WIDTHS = b"/FirstChar 32 /Widths [" + b"500 " * 95 + b"]"
FONT = (
    b"<</Type/Font /Subtype/Type1 /BaseFont/Letters /Encoding<</Differences "
    b"[65/fi/Cyrillic.alt/eacute/alpha/uni0416]/BaseEncoding/WinAnsiEncoding>> " + WIDTHS + b">>"
)


def plain_pdf(
    content: bytes,
    *,
    font: bytes = FONT,
    more: bytes = b"",
    trailer: bytes = b"",
    others: Sequence[bytes] = (),
) -> bytes:
    """A file of one page with this content; `more` stands in what the page uses, `others` are objects from the ninth on."""
    packed = zlib.compress(content)
    objects = [
        b"<</Type/Catalog /Pages 2 0 R>>",
        b"<</Type/Pages /Kids[3 0 R] /Count 1 /Resources<</Font<</F1 5 0 R>> " + more + b">>>>",
        b"<</Type/Page /Parent 2 0 R /Contents 4 0 R>>",
        b"<</Length 6 0 R /Filter/FlateDecode>>\nstream\n" + packed + b"\nendstream",
        font,
        b"%d" % len(packed),
        b"<</Type/XObject /Subtype/Form /Resources<</Font<</F1 5 0 R>>>> /Length 0>>\nstream\n\nendstream",
        b"<</Type/XObject /Subtype/Image /Width 1 /Height 1 /Length 1>>\nstream\n0\nendstream",
        *others,
    ]
    data, places = b"%PDF-1.5\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return (
        data
        + b"xref\n0 %d\n0000000000 65535 f \n" % count
        + table
        + b"trailer\n<</Root 1 0 R /Size %d %s>>\nstartxref\n%d\n%%%%EOF\n"
        % (count, trailer, len(data))
    )


def packed_pdf(data: bytes) -> bytes:
    """The same file with its objects in a stream and its table in another, as pdfTeX writes them."""
    parts = data.split(b" 0 obj\n")[1:]
    bodies = [part.partition(b"\nendobj")[0] for part in parts]
    inner = {number: body for number, body in enumerate(bodies, start=1) if b"stream" not in body}
    starts, text = b"", b""
    for number, body in inner.items():
        starts += b"%d %d " % (number, len(text))
        text += body + b"\n"
    count = len(bodies)
    made, rows = b"%PDF-1.5\n", {0: (0, 0, 255)}
    for number, body in enumerate(bodies, start=1):
        if number in inner:
            rows[number] = (2, count + 1, list(inner).index(number))
        else:
            rows[number] = (1, len(made), 0)
            made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows[count + 1] = (1, len(made), 0)
    packed = zlib.compress(starts + text)
    made += b"%d 0 obj\n<</Type/ObjStm /N %d /First %d /Length %d /Filter/FlateDecode>>\nstream\n%s\nendstream\nendobj\n" % (
        count + 1, len(inner), len(starts), len(packed), packed,
    )  # fmt: skip
    rows[count + 2] = (1, len(made), 0)
    table, before = b"", bytes(4)
    for number in range(count + 3):
        kind, place, last = rows[number]
        row = bytes([kind]) + place.to_bytes(2, "big") + bytes([last])
        table += b"\2" + bytes((one - two) & 255 for one, two in zip(row, before, strict=True))
        before = row
    packed = zlib.compress(table)
    return made + (
        b"%d 0 obj\n<</Type/XRef /W[1 2 1] /Size %d /Root 1 0 R /Length %d /Filter/FlateDecode "
        b"/DecodeParms<</Predictor 12 /Columns 4>>>>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n"
        % (count + 2, count + 3, len(packed), packed, len(made))
    )


def read(content: bytes, **made: Any) -> list[str] | None:
    pages = quick_pages(plain_pdf(b"BT /F1 10 Tf " + content + b" ET", **made))
    return None if pages is None else words("\n".join(pages))


def test_a_paper_reads_as_pdfium_reads_it(paper: bytes, spanish_paper: bytes) -> None:
    for data in (paper, spanish_paper):
        quick = quick_pages(data)
        assert quick is not None
        assert words("\n".join(quick)) == words("\n".join(plain_pages(data)))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (rb"(one two)Tj", ["one", "two"]),
        (rb"[(o)20(n)-30(e)-333(tw)(o)]TJ", ["one", "two"]),
        (rb"(on) Tj 10 0 Td (e)Tj", ["one"]),  # where the pen stood anyway
        (rb"(on) Tj 14 0 Td (e)Tj", ["on", "e"]),
        (rb"(one) Tj 0 -12 Td (two)Tj", ["one", "two"]),
        (rb"12 TL (one) ' (two) '", ["one", "two"]),
        (rb"(x) Tj 5 3 Td (2)Tj", ["x2"]),  # raised by less than a line
        (rb"1 0 0 1 50 50 Tm (on)Tj 1 0 0 1 60 50 Tm (e)Tj", ["one"]),
        (rb"q 2 0 0 2 0 0 cm BT (on)Tj 10 0 Td (e)Tj ET Q BT 0 -20 Td (two)Tj", ["one", "two"]),
        (b"(on\\145 t\\\nw\\(o\\)\\\\)Tj", ["one", "tw", "o"]),
        (rb"<6F6e 65207>Tj", ["one", "p"]),
        (rb"/Span<</ActualText(hidden)>>BDC (one)Tj EMC % (two)Tj", ["one"]),
        (rb"(A)Tj", ["fi"]),
        (rb"(xCDE)Tj", ["xeαж"]),
    ],
)
def test_what_content_shows(content: bytes, expected: list[str]) -> None:
    assert read(content) == expected


def test_objects_may_lie_in_streams() -> None:
    data = packed_pdf(plain_pdf(b"BT /F1 10 Tf (one two) Tj ET"))
    assert words("\n".join(plain_pages(data))) == ["one", "two"]
    assert quick_pages(data) == ["one two"]


def test_a_later_table_counts() -> None:
    data = plain_pdf(b"BT /F1 10 Tf (one) Tj ET")
    table = data.rindex(b"xref\n0")
    content = b"BT /F1 10 Tf (two) Tj ET"
    place = len(data)
    data += b"4 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\n" % (len(content), content)
    data += b"xref\n4 1\n%010d 00000 n \ntrailer\n<</Root 1 0 R /Size 9 /Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (
        place, table, len(data),
    )  # fmt: skip
    assert words("\n".join(plain_pages(data))) == ["two"]
    assert quick_pages(data) == ["two"]


@pytest.mark.parametrize(
    "made",
    [
        {"more": b"/XObject<</X 7 0 R>>"},  # text in a drawing
        {"trailer": b"/Encrypt<</Filter/Standard>>"},
        {"trailer": b"/Prev 5"},
        {"font": b"<</Type/Font /Subtype/Type3 " + WIDTHS + b">>"},
        {"font": b"<</Type/Font /Subtype/Type1 /BaseFont/Times-Roman>>"},  # widths that nobody says
        {"font": b"<</Type/Font /Subtype/TrueType " + WIDTHS + b">>"},  # letters that nobody says
        {"font": b"7"},
    ],
)
def test_what_pdfium_has_to_read(made: dict[str, bytes]) -> None:
    assert read(b"(one two) Tj") == ["one", "two"]
    assert read(b"(one two) Tj", **made) is None


@pytest.mark.parametrize(
    "content",
    [b"/F2 9 Tf (one)Tj", b"BI /W 1 ID 0 EI (one)Tj", b"q " * 40 + b"(one)Tj", b"(one\1\2\3)Tj"],
)
def test_content_that_pdfium_has_to_read(content: bytes) -> None:
    assert read(content) is None


def test_pages_that_nobody_is_shown_do_not_count() -> None:
    def kids(listed: bytes) -> bytes:
        data = plain_pdf(b"BT /F1 10 Tf (one) Tj ET", others=[listed])
        return data.replace(b"/Kids[3 0 R]", b"/Kids 9 0 R ")  # of which one is announced

    assert quick_pages(kids(b"[3 0 R]")) == ["one"]
    assert quick_pages(kids(b"[3 0 R 3 0 R]")) is None


def test_a_picture_on_the_page_has_no_text() -> None:
    assert read(b"(one) Tj", more=b"/XObject<</X 8 0 R>>") == ["one"]


def test_a_bomb_is_left_alone() -> None:
    assert quick_pages(plain_pdf(b"BT /F1 9 Tf (one)Tj ET" + b" " * 9_000_000)) is None


def test_a_stream_that_is_asked_for_again_and_again_is_left_alone() -> None:
    def contents(times: int) -> bytes:
        content = b"BT /F1 9 Tf (one)Tj ET" + b" " * 7_000_000
        data = plain_pdf(content, others=[b"[" + b"4 0 R " * times + b"]"])
        return data.replace(b"/Contents 4 0 R", b"/Contents 9 0 R")

    assert quick_pages(contents(2)) is not None
    assert quick_pages(contents(20)) is None


def test_tables_and_fonts_without_end_are_left_alone() -> None:
    table = zlib.compress(b"beginbfrange " + b"<0000><FFFF><0041> " * 5_000 + b"endbfrange")
    unicode = b"<</Length %d /Filter/FlateDecode>>\nstream\n%s\nendstream" % (len(table), table)
    font = b"<</Type/Font /Subtype/Type1 /ToUnicode 9 0 R " + WIDTHS + b">>"
    assert quick_pages(plain_pdf(b"BT /F1 9 Tf (one)Tj ET", font=font, others=[unicode])) is None
    fonts = b"".join(b"/G%d<</Type/Font /Subtype/Type1>>" % number for number in range(600))
    few, many = fonts[: fonts.index(b"/G300")], fonts
    page = b"BT /F1 9 Tf (one)Tj ET"
    assert quick_pages(_with_fonts(page, few)) == ["one"]
    assert quick_pages(_with_fonts(page, many)) is None


def test_widths_without_end_are_left_alone() -> None:
    table = b"beginbfchar <0041><0041> endbfchar"
    unicode = b"<</Length %d>>\nstream\n%s\nendstream" % (len(table), table)

    def pages(widths: bytes) -> list[str] | None:
        inner = b"<</Subtype/CIDFontType2 /W[" + widths + b"]>>"
        font = b"<</Subtype/Type0 /Encoding/Identity-H /ToUnicode 9 0 R /DescendantFonts[10 0 R]>>"
        return quick_pages(
            plain_pdf(b"BT /F1 9 Tf <0041>Tj ET", font=font, others=[unicode, inner])
        )

    assert pages(b"0 90 500 ") == ["A"]
    assert pages(b"0 65000 500 " * 9) is None
    assert pages(b"-900000000000 90 500 ") is None


def _with_fonts(content: bytes, fonts: bytes) -> bytes:
    """A file whose page uses these fonts as well."""
    other = b"/Encoding/WinAnsiEncoding " + WIDTHS + b">>"
    used = b"<</Font<</F1 5 0 R" + fonts.replace(b">>", other) + b">>>>"
    own = b"/Resources<</Font<</F1 5 0 R>> >>"
    data = plain_pdf(content, others=[used])
    return data.replace(own, b"/Resources 9 0 R".ljust(len(own)))  # everything stays in its place


def test_drawings_that_are_all_in_all_others_are_looked_at_once() -> None:
    def drawing(number: int) -> bytes:
        used = b"".join(b"/X%d %d 0 R" % (way, number + 1) for way in range(9))
        return b"<</Subtype/Form /Resources<</XObject<<" + used + b">>>>>>"

    others = [*map(drawing, range(9, 24)), b"<</Subtype/Form /Resources<<>>>>"]
    assert read(b"(one) Tj", more=b"/XObject<</X 9 0 R>>", others=others) == ["one"]


def test_damaged_files_raise_nothing(paper: bytes) -> None:
    rng = random.Random(7)
    files = [
        plain_pdf(b"BT /F1 9 Tf (one)Tj ET"),
        packed_pdf(plain_pdf(b"BT /F1 9 Tf [(on)-5(e)]TJ ET")),
        paper,
    ]
    for data in files:
        for _ in range(150):
            broken = bytearray(data[: rng.choice((len(data), rng.randrange(len(data))))])
            for _ in range(rng.randint(1, 8)):
                if broken:
                    broken[rng.randrange(len(broken))] = rng.choice(b"0123456789<>[]()/ R\0\xff")
            pages = quick_pages(bytes(broken))
            assert pages is None or isinstance(pages, list)


def test_any_content_is_read_or_refused() -> None:
    rng = random.Random(11)
    pieces = [
        b"(", b")", b"<", b">", b"<<", b">>", b"[", b"]", b"\\", b"\\12", b"/F1 9 Tf", b"Tj", b"TJ", b"-1e9", b"9" * 400, b"Td",
        b"1 0 0 1 0 0 Tm", b"cm", b"q", b"Q", b"T*", b"'", b"\xff", b"0", b"%", b"\n", b"word", b"nan", b"Tz", b"0 Tz", b".",
    ]  # fmt: skip
    fonts = {b"F1": (1, bytes(2 * 20), bytes(4 * 25)), b"F2": (2, b"", b"")}
    for _ in range(3_000):
        content = b" ".join(rng.choices(pieces, k=rng.randint(0, 30)))
        with suppress(ValueError):
            assert len(_shown_text.shown(content, fonts)) <= 2 * len(content)


def test_copies_of_another_program_read_the_same(paper: bytes) -> None:
    cover = FPDF()
    cover.add_page()
    cover.set_font("Helvetica", "", 12)
    cover.cell(0, 8, "Deposited version")
    whole = pypdfium2.PdfDocument(bytes(cover.output()))
    whole.import_pages(pypdfium2.PdfDocument(paper))
    written = io.BytesIO()
    whole.save(written)
    assert (
        quick_pages(written.getvalue()) is None
    )  # Helvetica has no widths in the file: PDFium knows them
    again = io.BytesIO()
    pypdfium2.PdfDocument(paper).save(again)
    assert quick_pages(again.getvalue()) == quick_pages(paper)
