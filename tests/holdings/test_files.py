"""What a file is called and what kind it is."""

from __future__ import annotations

import pytest

from harvestman.holdings import media_type_of, shown_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\papers\\legs.pdf", "legs.pdf"),
        ("\0\r\n", "document"),
        ("..", "document"),
        ("статья.pdf", "статья.pdf"),
        ("a" * 1_000, "a" * 200),
        ("\ud800x", "x"),
    ],
)
def test_a_name_is_for_people_and_never_a_path(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"%PDF-1.4", "application/pdf"),
        (b"{\\rtf1", "application/rtf"),
        (b"plain words", "text/plain"),
        (b"<html><body>x", "text/html"),
        (b"PK\x03\x04....word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (b"PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.textPK", "application/vnd.oasis.opendocument.text"),
        (b"PK\x03\x04", "application/zip"),
        (b"GIF89a\0\0", ""),
    ],
)  # fmt: skip
def test_kinds_are_told_by_content(head: bytes, kind: str) -> None:
    assert media_type_of(head) == kind
