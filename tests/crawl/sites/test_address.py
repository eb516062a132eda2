"""Cutting addresses: what says nothing about a site is gone, and nothing can break the cutting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.crawl.sites import parse


@pytest.mark.parametrize(
    "other",
    [
        "https://example.org/icx08",
        "http://www.example.org/icx08/",
        "http://example.org/icx08/index.html",
        "HTTP://WWW.EXAMPLE.ORG:80/icx08/default.asp",
        "http://example.org/icx08.html",
        "//example.org/icx08#dates".removeprefix("//"),
        "http://somebody@www2.example.org/icx08/",
    ],
)
def test_forms_of_one_address_are_one(other: str) -> None:
    assert parse(other) == parse("http://example.org/icx08/")


def test_parts() -> None:
    address = parse("http://www.cs.aisb.org.uk/Convention/paper.PDF?id=3")
    assert address.host.domain == "aisb"
    assert address.host.suffix == "org.uk"
    assert address.host.subdomains == ["cs"]
    assert address.segments == ["Convention"]
    assert address.document == "paper.PDF"
    assert address.query == "id=3"


def test_users_of_a_hosting_service_are_domains() -> None:
    assert parse("https://icx2024.github.io/").host.domain == "icx2024"
    site = parse("https://sites.google.com/view/ICX2024/home")
    assert (site.host.domain, site.segments) == ("icx2024", [])


def test_www_alone_is_a_name() -> None:
    assert parse("http://www.org/").host.domain == "www"


@given(st.text(max_size=300))
def test_anything_can_be_cut(text: str) -> None:
    address = parse(text)
    assert address.host.labels
    assert all(address.segments)
