"""A document that was read, as plain JSON and back."""

from __future__ import annotations

import json
from dataclasses import replace

from formats.document_sample import DOCUMENT
from harvestman.model import Author, extraction_from_plain, extraction_to_plain


def test_a_document_comes_back_as_it_was_told() -> None:
    plain = json.loads(json.dumps(extraction_to_plain(DOCUMENT, file="a.pdf")))
    back = extraction_from_plain(plain)
    assert back == replace(DOCUMENT, claims=(), sightings=())


def test_all_addresses_of_an_author_come_back() -> None:
    author = Author("Ana Ruiz", emails=("a@x.example", "b@x.example"), orcid="0000-0001")
    document = replace(DOCUMENT, header=replace(DOCUMENT.header, authors=(author,)))
    back = extraction_from_plain(extraction_to_plain(document, file=""))
    assert back.header.authors == (author,)


def test_parts_that_were_left_out_are_empty() -> None:
    back = extraction_from_plain(extraction_to_plain(DOCUMENT, file="", only=("header",)))
    assert back.header == DOCUMENT.header
    assert back.citations == ()
    assert back.text == ""
