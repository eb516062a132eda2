"""Hostile and broken files: each ends in a status within its limits, and costs nobody else anything."""

from __future__ import annotations

import gzip
import io
import time
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from documents.layout import printing
from harm import document_jobs
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.engine import Limits, open_guard
from harvestman.model import Status

MB = 1024 * 1024


def opened(data: bytes) -> Layout | Status:
    """What becomes of a file; nothing but `Unreadable` may be raised."""
    try:
        return open_layout(data, ocr=False)
    except Unreadable as refused:
        return refused.status


def paper() -> bytes:
    return printing.pdf(printing.two_columns, pages=3)


# damaged


@pytest.mark.parametrize("share", [0.95, 0.7, 0.4])
def test_a_truncated_pdf_gives_what_is_left_or_its_status(share: float) -> None:
    data = paper()
    found = opened(data[: int(share * len(data))])
    if isinstance(found, Layout):
        assert found.pages[0].lines[0].text == "A Title That Spans Both of the Columns"
    else:
        assert found is Status.BAD_FILE


def test_a_pdf_without_its_table_of_places_is_mended() -> None:
    data = paper()
    found = opened(data[: data.rindex(b"xref")])
    assert isinstance(found, Layout)
    assert found.pages[0].lines[0].text == "A Title That Spans Both of the Columns"


def test_a_pdf_that_is_only_its_first_line_is_bad() -> None:
    assert opened(b"%PDF-1.7\n") is Status.BAD_FILE
    assert opened(b"%PDF-1.7\n" + bytes(5000)) is Status.BAD_FILE


def test_pages_that_name_each_other_do_not_end_in_a_circle() -> None:
    data = printing.numbered(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 999999 >>",
        ]
    )
    assert not isinstance(opened(data), Layout)


# large


def test_five_thousand_pages_are_read_up_to_the_limit(tmp_path: Path) -> None:
    content = printing.stream(b"BT /F1 12 Tf 72 700 Td (" + printing.BODY[0].encode() + b") Tj ET")
    kids = b" ".join(b"%d 0 R" % (5 + number) for number in range(5000))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
    data = printing.numbered(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 5000 /Kids [" + kids + b"] >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            content,
            *[page] * 5000,
        ]
    )
    path = tmp_path / "long.pdf"
    path.write_bytes(data)
    layout = open_layout(path.read_bytes())
    assert (layout.page_count, len(layout.pages)) == (5000, 1000)
    assert layout.pages[999].lines[0].text == printing.BODY[0]


def test_two_hundred_megabytes_are_read_without_being_copied(tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    head = b"%PDF-1.5\n"
    size = 200 * MB
    data = printing.raw_pdf(
        printing.stream(b"BT /F1 12 Tf 72 700 Td (Words behind the hole) Tj ET")
    )
    with path.open("wb") as stream:
        stream.write(head)
        stream.seek(size)  # a hole: no disk is used
        start = stream.tell()
        moved = _moved(data, start)
        stream.write(moved)
    with open_guard("local:1", limits=Limits(time_s=20, memory_bytes=64 * MB)) as guard:
        ((_, outcome),) = guard.map(document_jobs.first_line, [str(path)])
    assert outcome.is_done, outcome.detail
    assert outcome.value == "Words behind the hole"


def _moved(data: bytes, start: int) -> bytes:
    """A PDF's bytes with all places counted from `start` on."""
    at = data.rindex(b"\nxref") + 1
    body, table = data[:at], data[at:]
    lines = table.split(b"\n")
    for index, line in enumerate(lines):
        if line.endswith(b" n "):
            lines[index] = b"%010d 00000 n " % (int(line[:10]) + start)
    place = lines.index(b"startxref") + 1
    lines[place] = b"%d" % (at + start)
    return body + b"\n".join(lines)


def test_a_page_of_a_million_characters_is_cut() -> None:
    row = b"(" + b"words and more words " * 50 + b") Tj T*\n"
    content = printing.stream(b"BT /F1 1 Tf 1 TL 10 800 Td " + row * 1000 + b"ET")
    found = opened(printing.raw_pdf(content))
    assert isinstance(found, Layout)
    assert sum(len(line.text) for line in found.pages[0].lines) <= ReadingLimits().page_characters


def test_a_page_of_thirty_thousand_pieces_takes_no_square_of_time() -> None:
    pieces = b"".join(
        b"BT /F1 8 Tf %d %d Td (foxes) Tj ET\n" % (number * 37 % 590, number * 53 % 830)
        for number in range(30_000)
    )
    start = time.process_time()
    assert isinstance(opened(printing.raw_pdf(printing.stream(pieces))), Layout)
    assert time.process_time() - start < 20


# bombs


def test_a_gzip_bomb_is_too_large() -> None:
    bomb = gzip.compress(gzip.compress(bytes(80 * MB)))
    assert len(bomb) < MB
    assert opened(bomb) is Status.TOO_LARGE


def test_gzip_in_gzip_without_end_is_not_followed() -> None:
    data = b"words " * 50
    for _ in range(8):
        data = gzip.compress(data)
    assert opened(data) is Status.UNKNOWN_FORMAT


def test_a_zip_bomb_is_too_large() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(80 * MB))
    assert opened(out.getvalue()) is Status.TOO_LARGE


def test_a_flate_bomb_in_a_pdf_costs_its_file_only(tmp_path: Path) -> None:
    row = zlib.compressobj(9)
    packed = b"".join(row.compress(b" " * MB) for _ in range(600)) + row.flush()
    content = (
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(packed) + packed + b"\nendstream"
    )
    path = tmp_path / "bomb.pdf"
    path.write_bytes(printing.raw_pdf(content))
    good = tmp_path / "good.pdf"
    good.write_bytes(paper())
    with open_guard("local:1", limits=Limits(time_s=20, memory_bytes=128 * MB)) as guard:
        outcomes = dict(guard.map(document_jobs.first_line, [str(path), str(good)]))
    assert outcomes[str(good)].value == "A Title That Spans Both of the Columns"
    bomb = outcomes[str(path)]
    assert bomb.status is Status.TOO_LARGE, bomb.detail


def test_entities_are_not_followed() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    document = f'<!DOCTYPE w [<!ENTITY l0 "lol">{laughs}]><w><p><r><t>&l9;</t></r></p></w>'
    assert opened(printing.zipped({"word/document.xml": document})) is Status.BAD_FILE
    outside = (
        '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w><p><r><t>&x;</t></r></p></w>'
    )
    assert opened(printing.zipped({"word/document.xml": outside})) is Status.BAD_FILE


def test_nesting_without_end_is_too_deep() -> None:
    assert opened(printing.docx("<w:p>" * 100_000)) is Status.TOO_DEEP
    assert opened(b"{\\rtf1 " + b"{" * 100_000) is Status.TOO_DEEP
    deep = b"<html><body>" + b"<div>" * 100_000 + b"words at the bottom"
    assert isinstance(opened(deep), Layout)


def test_postscript_that_never_ends_has_its_time() -> None:
    with pytest.raises(Unreadable) as caught:
        open_layout(b"%!PS\n{} loop\n", limits=ReadingLimits(convert_time_s=1))
    assert caught.value.status in (Status.BAD_FILE, Status.UNKNOWN_FORMAT)


def test_postscript_sees_no_files() -> None:
    found = opened(b"%!PS\n(/etc/passwd) (r) file 100 string readstring pop show showpage\n")
    assert not (isinstance(found, Layout) and "root:" in str(found))


# in the guarded child


def test_a_hang_a_crash_and_hunger_cost_one_file_each(tmp_path: Path) -> None:
    good = tmp_path / "good.pdf"
    good.write_bytes(paper())
    items = ["hang", str(good), "crash", str(good) + "?", "eat", str(good) + "??"]
    with open_guard("local:1", limits=Limits(time_s=10, memory_bytes=128 * MB)) as guard:
        outcomes = dict(guard.map(document_jobs.misbehave, items))
    assert outcomes["hang"].status is Status.TIMEOUT
    assert outcomes["crash"].status is Status.CRASHED
    assert outcomes["eat"].status is Status.TOO_LARGE
    assert {outcomes[item].value for item in items if item.startswith("/")} == {
        "A Title That Spans Both of the Columns"
    }


# fuzzed

_QUICK = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_SEEDS = {
    "pdf": printing.pdf(lambda page: printing.write(page, 60, 90, printing.BODY[0])),
    "docx": printing.docx("<w:p><w:r><w:t>Words of a file</w:t></w:r></w:p>"),
    "odt": printing.odt("<text:p>Words of a file</text:p>"),
    "rtf": rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Times;}}\b\fs36 Words\'e0\u1070?\par}",
    "html": b"<html><body><h1>Words</h1><p align=center>of a <b>file</b></p></body></html>",
    "text": "Words of a file\n\nи ещё слова\n".encode(),
    "gzip": gzip.compress(b"Words of a file " * 20),
}


@pytest.mark.parametrize("kind", sorted(_SEEDS))
@_QUICK
@given(data=st.data())
def test_changed_files_end_in_a_layout_or_a_status(kind: str, data: st.DataObject) -> None:
    changed = bytearray(_SEEDS[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, max(0, len(changed) - 1)))
        what = data.draw(st.sampled_from(("set", "cut", "repeat", "drop")))
        if what == "set" and changed:
            changed[at] = data.draw(st.integers(0, 255))
        elif what == "cut":
            del changed[at:]
        elif what == "repeat":
            changed[at:at] = changed[at : at + 40] * 3
        else:
            del changed[at : at + 9]
    opened(bytes(changed))


@_QUICK
@given(st.binary(max_size=2000))
def test_any_bytes_end_in_a_layout_or_a_status(data: bytes) -> None:
    opened(data)
    opened(b"%PDF-1.4\n" + data)
    opened(b"{\\rtf1 " + data)
    opened(b"<html>" + data)
