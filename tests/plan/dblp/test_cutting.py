"""Heads, ends, comments and sizes: what a dump may look like between its records, and what it may not."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harvestman.model import UsageError
from harvestman.plan.dblp import DblpTables, cutting

Write = Callable[..., Path]
Read = Callable[..., DblpTables]

PAPER = (
    '<article mdate="2020-01-01" key="journals/x/1"><author>A</author><year>2000</year></article>'
)
LAUGHS = (
    "<!DOCTYPE dblp [\n<!ENTITY lol0 'lol'>\n"
    + "".join(f'<!ENTITY lol{n} "{f"&lol{n - 1};" * 10}">\n' for n in range(1, 10))
    + "<!-- a ] and a > and a ' in it -->\n]>\n"
)


@pytest.mark.parametrize(
    "head",
    [
        "<dblp>",
        "\ufeff<?xml version='1.0'?><dblp>",
        '<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- <dblp> --><!DOCTYPE dblp PUBLIC "a>b" "dblp.dtd">\r\n<dblp mdate="2020-01-01">\r\n',
        "<hdblp>",
        LAUGHS + "<dblp>",
    ],
)
def test_heads_that_are_read(head: str, write: Write, read: Read) -> None:
    tail = "</hdblp>" if "hdblp" in head else "</dblp>\r\n \n"
    assert read(write(PAPER, head=head, tail=tail)).summary.records == 1


def test_what_a_file_declares_is_never_expanded(write: Write, read: Read) -> None:
    record = '<proceedings mdate="2020-01-01" key="conf/x/1"><title>&lol9; &auml; &#xe4;</title><year>2000</year></proceedings>'
    tables = read(write(record, head=LAUGHS + "<dblp>"))
    assert tables.volumes[0].title == "&lol9; ä ä"


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("", "is no XML and no packed file"),
        ("<html><body>", "root element is <html>"),
        ("<!DOCTYPE html><dblp>", "document type is 'html', not dblp"),
        ('<?xml version="1.0" encoding="EBCDIC-US"?><dblp>', "encoding is ebcdic-us"),
        ("<!DOCTYPE dblp [ <!ENTITY a 'b'> ", "no <dblp> is found"),
        ("<!-- ", "no <dblp> is found"),
        ("PK\x03\x04spreadsheet", "no XML and no packed file"),
        ("<dblp/>", "root element is broken"),
    ],
)
def test_heads_that_are_refused(head: str, message: str, write: Write, read: Read) -> None:
    with pytest.raises(UsageError, match=message):
        read(write("a" * 20, head=head))


def test_utf_16_is_refused(write: Write, read: Read) -> None:
    path = write(PAPER)
    path.write_bytes(path.read_text("utf-8").encode("utf-16"))
    with pytest.raises(UsageError, match="UTF-16"):
        read(path)


def test_an_empty_file_and_an_empty_dump_are_refused(write: Write, read: Read) -> None:
    with pytest.raises(UsageError, match="is empty"):
        read(write("", head="", tail=" \n"))
    with pytest.raises(UsageError, match="no record"):
        read(write(""))


@pytest.mark.parametrize("block_bytes", [1, 64, 1 << 20])
def test_comments_instructions_and_cdata_hide_nothing(
    block_bytes: int, write: Write, read: Read
) -> None:
    records = (
        f"<!-- {PAPER} </article> --><?php echo '</article>' ?>{PAPER}"
        "<proceedings mdate='2020-01-01' key='conf/x/1'><title>A <![CDATA[<b> & </proceedings>]]>!</title>"
        "<!-- <year>1999</year> --><year>2000</year></proceedings><!---->"
    )
    tables = read(write(records), block_bytes=block_bytes)
    assert tables.summary.records == 2
    assert (tables.volumes[0].title, tables.volumes[0].year) == ("A <b> & </proceedings>!", 2000)


def test_asides_cut_by_the_edge_of_a_chunk_are_whole_again() -> None:
    text = f"<dblp><!-- </article> -->{PAPER}<!-- x --><?y?>{PAPER}</dblp>".encode()
    for size in range(1, 40):
        chunks = [text[at : at + size] for at in range(0, len(text), size)]
        blocks = list(cutting.cut_blocks(chunks, name="x", size_bytes=1))
        assert b"".join(block.data for block in blocks) == 2 * PAPER.encode()
        assert [block.number for block in blocks] == list(range(len(blocks)))


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_line_ends_do_not_matter(end: str, write: Write, read: Read, all_kinds: str) -> None:
    expected = read(write(name="usual.xml"))
    tables = read(write(all_kinds.replace("\n", end)))
    assert tables.volumes == expected.volumes
    assert tables.summary == expected.summary


@pytest.mark.parametrize(
    ("tail", "message"),
    [
        ("", "cut off"),
        ("</dblp", "cut off"),
        ("<article mdate='2020-01-01'", "cut off"),
        ("<!-- </dblp>", "cut off within a comment"),
        ("</dblp><dblp>", "something follows the end"),
        ("<!ENTITY a 'b'></dblp>", "a declaration stands between"),
    ],
)
def test_ends_that_are_refused(tail: str, message: str, write: Write, read: Read) -> None:
    with pytest.raises(UsageError, match=rf"dblp\.xml: .*{message}.*near byte \d"):
        read(write(PAPER, tail=tail))


def test_a_record_without_end_takes_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "MAX_RECORD", 10_000)

    def endless() -> object:
        yield b"<dblp><article>"
        while True:
            yield b"<author>A</author>" * 50

    with pytest.raises(UsageError, match="no record ends"):
        list(cutting.cut_blocks(endless(), name="x", size_bytes=1000))  # type: ignore[arg-type]


def test_zero_bytes_are_the_mark_of_damage(write: Write, read: Read) -> None:
    with pytest.raises(UsageError, match="zero bytes"):
        read(write(PAPER.replace("A<", "\0<")))


@pytest.mark.parametrize(
    "sign", ["<!--", "<?", "<![CDATA[", "<!", "!", "?", "<", '"', "'", "<!DOCTYPE dblp ["]
)
def test_a_million_signs_take_no_time(sign: str, write: Write, read: Read) -> None:
    noise = sign * (1_000_000 // len(sign))
    for head in ("<dblp>", "<!DOCTYPE dblp [", ""):
        began = time.process_time()
        with pytest.raises(UsageError):
            read(write(PAPER + noise, head=head))
        assert time.process_time() - began < 3
