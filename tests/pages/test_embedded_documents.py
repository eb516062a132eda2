"""Documents without a link that people click."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.model import Want
from harvestman.pages import SavedPage, read


def links(body: str) -> list[tuple[str, str]]:
    page = SavedPage("http://uni.example/a/", f"<html><body>{body}".encode(), "text/html")
    reading = read(page, now=datetime(2026, 1, 1, tzinfo=UTC), want={Want.LINKS}, readers=())
    return [(link.target.rpartition("/")[2], link.rel) for link in reading.links]


def test_documents_in_comments_and_embeds_are_links_of_their_own_kind() -> None:
    body = "<a href=x.pdf>x</a><!-- <a href='old.pdf'>old</a> <a href='page.html'>p</a> --><embed src=rules.pdf><object data=o.pdf></object>"
    assert links(body) == [
        ("x.pdf", ""),
        ("rules.pdf", "embedded"),
        ("o.pdf", "embedded"),
        ("old.pdf", "comment"),
    ]


def test_a_link_that_is_shown_is_not_told_twice() -> None:
    assert links("<a href=x.pdf>x</a><!-- <a href='x.pdf'>x</a> -->") == [("x.pdf", "")]
