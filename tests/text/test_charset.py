from __future__ import annotations

import pytest
import webencodings
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text import declared_encoding, decode_html, detect_encoding

RUSSIAN = "<title>Сенокосцы</title><p>Доказывается, что у сенокосца восемь ног, и все они длинные."
SPANISH = (
    "<title>Opiliones</title><p>El opilión tiene ocho patas; ¿quién las contó? La señora Muñoz."
)


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        (RUSSIAN, "utf-8", "utf-8"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-r"),
        (RUSSIAN, "cp866", "ibm866"),
        (SPANISH, "utf-8", "utf-8"),
        (SPANISH, "cp1252", "windows-1252"),
        (SPANISH, "utf-16-le", "utf-16le"),
        (SPANISH, "utf-16-be", "utf-16be"),
        ("plain", "ascii", "utf-8"),
        ("", "ascii", "utf-8"),
    ],
)
def test_undeclared_bytes_are_recognised(text: str, codec: str, name: str) -> None:
    assert decode_html(text.encode(codec)) == (text, name)
    assert detect_encoding(text.encode(codec)) == name


@pytest.mark.parametrize(
    ("head", "content_type", "codec", "name"),
    [
        ('<meta charset="windows-1251">', "", "cp1251", "windows-1251"),
        (
            '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
            "",
            "koi8-r",
            "koi8-r",
        ),
        ('<?xml version="1.0" encoding="windows-1251"?>', "", "cp1251", "windows-1251"),
        ("", "text/html; charset=windows-1251", "cp1251", "windows-1251"),
        ("", 'text/html; Charset="CP1251"', "cp1251", "windows-1251"),
        # The header wins over the meta tag, as the standard says.
        ('<meta charset="koi8-r">', "text/html; charset=windows-1251", "cp1251", "windows-1251"),
        # A declaration that the bytes disprove is an old template's, or the server's, mistake.
        ('<meta charset="windows-1251">', "", "utf-8", "utf-8"),
        ('<meta charset="utf-8">', "", "cp1251", "windows-1251"),
        ("", "text/html; charset=utf-8", "cp1251", "windows-1251"),
        ('<meta charset="iso-8859-1"><meta charset="windows-1251">', "", "utf-8", "utf-8"),
        # A meta tag that can be read cannot be right about UTF-16.
        ('<meta charset="utf-16">', "", "utf-8", "utf-8"),
        ('<meta charset="no-such-thing">', "", "cp1251", "windows-1251"),
    ],
)
def test_declarations(head: str, content_type: str, codec: str, name: str) -> None:
    text = head + RUSSIAN
    assert decode_html(text.encode(codec), content_type) == (text, name)


def test_a_byte_order_mark_wins_over_everything() -> None:
    for mark, codec, name in (
        (b"\xef\xbb\xbf", "utf-8", "utf-8"),
        (b"\xff\xfe", "utf-16-le", "utf-16le"),
        (b"\xfe\xff", "utf-16-be", "utf-16be"),
    ):
        body = mark + RUSSIAN.encode(codec)
        assert declared_encoding(body, "text/html; charset=koi8-r") == name
        assert decode_html(body, "text/html; charset=koi8-r")[0] == RUSSIAN


def test_a_little_damage_does_not_make_utf8_something_else() -> None:
    text, name = decode_html(b'<meta charset="utf-8">' + RUSSIAN.encode() + b" \xff \xd0")
    assert name == "utf-8"
    assert "восемь" in text
    assert "\ufffd" in text


def test_western_bytes_declared_as_utf8_are_western() -> None:
    assert decode_html(SPANISH.encode("cp1252"), "text/html; charset=utf-8")[0] == SPANISH


def test_a_sign_cut_by_the_sample_is_no_reason_to_doubt() -> None:
    body = b"x" * (64 * 1024 - 1) + "я".encode() + RUSSIAN.encode()
    assert detect_encoding(body) == "utf-8"


@pytest.mark.parametrize("label", sorted(webencodings.LABELS))
def test_every_encoding_that_the_standard_knows_is_decoded(label: str) -> None:
    text, _ = decode_html(b"<p>\x80\xff\x00\x1b$B x", f"text/html; charset={label}")
    assert isinstance(text, str)


@given(st.binary(max_size=300), st.text(max_size=30))
def test_decoding_never_fails(body: bytes, content_type: str) -> None:
    text, name = decode_html(body, content_type)
    assert isinstance(text, str)
    assert webencodings.lookup(name) is not None


@pytest.mark.parametrize(
    "page",
    [
        b'<!--<meta charset="iso-8859-1">--><meta charset="iso-8859-2"><p>\xb1',
        b'<meta charset="bogus"><meta charset="iso-8859-2"><p>\xb1',
        b"<!--" + b"x" * 5_000 + b'--><meta charset="iso-8859-2"><p>\xb1',
    ],
)
def test_the_first_known_meta_tag_outside_of_comments_counts(page: bytes) -> None:
    assert decode_html(page)[1] == "iso-8859-2"
