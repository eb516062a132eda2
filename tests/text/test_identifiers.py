from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text import (
    find_arxiv,
    find_doi,
    find_isbn,
    find_issn,
    find_orcid,
    find_year,
)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1145/3197026.3197069", "10.1145/3197026.3197069"),
        ("https://doi.org/10.1145/3197026.3197069", "10.1145/3197026.3197069"),
        ("doi:10.1000/ABC.Def", "10.1000/abc.def"),
        ("http://dx.doi.org/10.1016%2Fj.jss.2010.01.001", "10.1016/j.jss.2010.01.001"),
        ("see 10.1000/182, and more", "10.1000/182"),
        ("(10.1000/182)", "10.1000/182"),
        ("10.1016/S0140-6736(05)17780-4.", "10.1016/s0140-6736(05)17780-4"),
        (
            "https://www.frontiersin.org/articles/10.3389/fnins.2020.00001/full",
            "10.3389/fnins.2020.00001",
        ),
        ("https://doi.org/10.1000/182?utm_source=x#top", "10.1000/182"),
        ("10.1000.10/123456", "10.1000.10/123456"),
        ("info:doi/10.5555/tl.4.3", "10.5555/tl.4.3"),
        ("210.1145/319", None),
        ("10.1/x", None),
        ("10.1145/", None),
        ("version 10.1145", None),
        ("", None),
        ("10.1000/" + "x" * 500, None),
    ],
)
def test_find_doi(text: str, doi: str | None) -> None:
    assert find_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("1706.03762", "1706.03762"),
        ("1706.03762v5", "1706.03762"),
        ("arXiv:1706.03762", "1706.03762"),
        ("arXiv:1706.03762v2 [cs.CL]", "1706.03762"),
        ("https://arxiv.org/abs/1706.03762v5", "1706.03762"),
        ("http://export.arxiv.org/pdf/1706.03762.pdf", "1706.03762"),
        ("https://doi.org/10.48550/arXiv.1706.03762", "1706.03762"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("https://arxiv.org/abs/math.GT/0309136", "math.gt/0309136"),
        ("info:arxiv/0704.0001", "0704.0001"),
        ("https://example.org/article/1234567", None),
        ("https://example.org/x/1706.03762", None),
        ("volume 1706.03762 of it", None),
        ("node/1234567", None),
        ("", None),
    ],
)
def test_find_arxiv_knows_an_identifier_from_the_end_of_any_path(
    text: str, arxiv: str | None
) -> None:
    assert find_arxiv(text) == arxiv


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2018-06-03", 2018),
        ("June 2018", 2018),
        ("© 1998", 1998),
        ("12345", None),
        ("20180603", None),
    ],
)
def test_find_year(text: str, year: int | None) -> None:
    assert find_year(text) == year


@pytest.mark.parametrize(
    ("text", "issn"),
    [
        ("2049-3630", "2049-3630"),
        ("ISSN: 20493630", "2049-3630"),
        ("urn:issn:0378-5955", "0378-5955"),
        ("2434-561x (Online)", "2434-561X"),
        ("2049-3631", None),
        ("978-3-16-148410-0", None),
        ("2018-2019", None),
    ],
)
def test_find_issn_checks_the_check_digit(text: str, issn: str | None) -> None:
    assert find_issn(text) == issn


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("978-3-16-148410-0", "9783161484100"),
        ("ISBN 978 3 16 148410 0", "9783161484100"),
        ("urn:isbn:0-306-40615-2", "0306406152"),
        ("0-8044-2957-x", "080442957X"),
        ("978-3-16-148410-1", None),
        ("2049-3630", None),
        ("", None),
    ],
)
def test_find_isbn_checks_the_check_digit(text: str, isbn: str | None) -> None:
    assert find_isbn(text) == isbn


@pytest.mark.parametrize(
    ("text", "orcid"),
    [
        ("https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("0000000218250097", "0000-0002-1825-0097"),
        ("https://orcid.org/0000-0002-1694-233x", "0000-0002-1694-233X"),
        ("0000-0002-1825-0098", None),
        ("1234567", None),
    ],
)
def test_find_orcid_checks_the_check_character(text: str, orcid: str | None) -> None:
    assert find_orcid(text) == orcid


@given(st.text(max_size=200))
def test_identifiers_are_found_again_in_what_was_found(text: str) -> None:
    for find in (find_doi, find_arxiv, find_issn, find_isbn, find_orcid):
        found = find(text)
        assert found is None or find(found) == found


@pytest.mark.parametrize(
    "piece", ["10.1234/", "1 ", "1-", "0000-", "arxiv:", "10.1000/)", "%31", "a/"]
)
def test_long_hostile_texts_take_no_time(piece: str) -> None:
    text = piece * 100_000
    start = time.process_time()
    for find in (find_doi, find_arxiv, find_year, find_issn, find_isbn, find_orcid):
        find(text)
    assert time.process_time() - start < 2
