from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.fetch import media_type

PAGE = b"<!DOCTYPE html><html><head><title>Programme</title>"
XHTML = b"""<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n<html xmlns="http://www.w3.org/1999/xhtml">"""
PDF = b"%PDF-1.5\n%\xd0\xd4\xc5\xd8\n"

CASES = [
    # what the header says, what the bytes are, what it is
    ("text/html; charset=utf-8", PAGE, "text/html"),
    ("text/html", PDF, "application/pdf"),
    ("text/plain", PDF, "application/pdf"),
    ("application/octet-stream", PDF, "application/pdf"),
    ("application/force-download", PDF, "application/pdf"),
    ("", b"\n\n junk before " + PDF, "application/pdf"),
    ("text/plain", PAGE, "text/html"),
    ("application/octet-stream", PAGE, "text/html"),
    ("", PAGE, "text/html"),
    ("nonsense", PAGE, "text/html"),
    ("application/pdf", PAGE, "text/html"),  # a log-in page where a PDF was promised
    ("image/png", PAGE, "text/html"),
    ("", b"  \r\n<!-- made by hand -->\n<HTML>\n<BODY>", "text/html"),
    ("text/plain", b"\xef\xbb\xbf" + PAGE, "text/html"),
    ("", b"\xff\xfe" + PAGE.decode().encode("utf-16-le"), "text/html"),
    ("", b"\xfe\xff" + PAGE.decode().encode("utf-16-be"), "text/html"),
    ("", b"<h1>Papers</h1>", "text/html"),
    ("text/plain", b"<table border=1>", "text/html"),
    ("text/html", b"just words", "text/html"),
    ("text/html", b"\x00\x01\x02\x03 not a page", "application/octet-stream"),
    ("application/xhtml+xml", XHTML, "application/xhtml+xml"),
    ("application/xml", XHTML, "application/xhtml+xml"),
    ("text/html", XHTML, "text/html"),
    ("application/rss+xml", b"<?xml version='1.0'?><rss version='2.0'>", "application/rss+xml"),
    ("text/html", b"<?xml version='1.0'?><rss version='2.0'>", "application/rss+xml"),
    ("", b"<feed xmlns='http://www.w3.org/2005/Atom'>", "application/atom+xml"),
    ("", b"<?xml version='1.0'?><mods>", "application/xml"),
    ("text/xml", b"<?xml version='1.0'?><mods>", "text/xml"),
    ("", b"plain words, no tags", "text/plain"),
    ("text/plain; charset=koi8-r", "текст".encode("koi8-r"), "text/plain"),
    ("application/json", b'{"html": "<html>"}', "application/json"),
    ("text/csv", b"a,b\n1,2\n", "text/csv"),
    ("text/html", b"\x89PNG\r\n\x1a\n....", "image/png"),
    ("text/html", b"%!PS-Adobe-3.0", "application/postscript"),
    ("", b"PK\x03\x04....", "application/zip"),
    ("text/html", b"PK\x03\x04....", "application/zip"),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        b"PK\x03\x04....",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    ("application/msword", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/msword"),
    ("text/html", b"\x1f\x8b\x08\x00", "application/gzip"),
    ("video/mp4", b"\x00\x00\x00\x18ftypmp42", "video/mp4"),
    ("text/html", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
    ("text/plain", b"ID3 is a decision tree learner", "text/plain"),
    ("text/html", b"", "text/html"),
    ("", b"", "text/plain"),
    ("TEXT/HTML;charset=x, text/html", b"words", "text/html"),
]


@pytest.mark.parametrize(("header", "head", "kind"), CASES)
def test_header_and_bytes_together_say_what_it_is(header: str, head: bytes, kind: str) -> None:
    assert media_type(header, head) == kind


@given(st.text(max_size=60), st.binary(max_size=3000))
def test_anything_has_a_well_formed_type(header: str, head: bytes) -> None:
    kind = media_type(header, head)
    assert kind.count("/") == 1
    assert kind == kind.lower()
