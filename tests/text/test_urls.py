from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text import canonical_url, host_of, site_of
from harvestman.text.urls import tops_of

BASE = "https://www.example.org/a/b.html?q=1"


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("https://example.org:443/x", "https://example.org/x"),
        ("http://example.org:8080/x", "http://example.org:8080/x"),
        ("https://user:pass@example.org/x", "https://example.org/x"),
        ("https://example.org/x#top", "https://example.org/x"),
        ("https://example.org./x", "https://example.org/x"),
        ("https://example.org/a/./b/../c", "https://example.org/a/c"),
        ("https://example.org/../../c", "https://example.org/c"),
        ("https://example.org/a/..", "https://example.org/"),
        ("https://example.org/a//b/.hidden", "https://example.org/a//b/.hidden"),
        ("https://example.org//a", "https://example.org//a"),
        ("https://example.org/ä b", "https://example.org/%C3%A4%20b"),
        ("https://example.org/%C3%A4%20b", "https://example.org/%C3%A4%20b"),
        (
            "https://example.org/%c3%a4/%7Euser/?q=%41%2f",
            "https://example.org/%C3%A4/~user/?q=A%2F",
        ),
        ("https://example.org/a/%2e%2E/b%zz", "https://example.org/b%zz"),
        ("https://example.org/x?b=2&a=1&a=ä", "https://example.org/x?b=2&a=1&a=%C3%A4"),
        ("https://пример.рф/x", "https://xn--e1afmkfd.xn--p1ai/x"),
        ("http://[2001:DB8::1]/x", "http://[2001:db8::1]/x"),
        (" \n https://example.org/x \t", "https://example.org/x"),
        ("https://example.org/a\n b", "https://example.org/a%20b"),
        ("\x00https://example.org/x", "https://example.org/x"),
        ("http:\\\\example.org\\a?b\\c", "http://example.org/a?b%5Cc"),
        ("mailto:a@example.org", None),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("ftp://example.org/x", None),
        ("file:///etc/passwd", None),
        ("example.org/x", None),
        ("https://", None),
        ("https://exa mple.org/", None),
        ("http://[::1", None),
        ("http://example.org:99999999/", None),
        ("https://example.org/" + "x" * 5000, None),
        ("", None),
    ],
)
def test_canonical_url(url: str, canonical: str | None) -> None:
    assert canonical_url(url) == canonical


@pytest.mark.parametrize(
    ("href", "canonical"),
    [
        ("c.html", "https://www.example.org/a/c.html"),
        ("/c.html", "https://www.example.org/c.html"),
        ("../c.html", "https://www.example.org/c.html"),
        ("//other.org/c", "https://other.org/c"),
        ("?q=2", "https://www.example.org/a/b.html?q=2"),
        ("#x", "https://www.example.org/a/b.html?q=1"),
        ("", "https://www.example.org/a/b.html?q=1"),
        ("sub\\c.pdf", "https://www.example.org/a/sub/c.pdf"),
        ("tel:123", None),
    ],
)
def test_an_address_is_resolved_against_its_base(href: str, canonical: str | None) -> None:
    assert canonical_url(href, base=BASE) == canonical


@given(st.text(max_size=300))
def test_canonical_is_canonical(text: str) -> None:
    for made in (
        canonical_url(text),
        canonical_url(text, base=BASE),
        canonical_url("http://h.org/" + text),
    ):
        assert made is None or (made.isascii() and canonical_url(made) == made)


def test_host_and_site() -> None:
    assert host_of("https://www.example.org:8443/x") == "www.example.org:8443"
    assert site_of("https://www.example.org/x") == site_of("http://example.org/y") == "example.org"


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("http://a.example:8080/x.html", "http://a.example:8080/x.html"),
        ("http://a.example:80/x.html", "http://a.example/x.html"),
        ("https://a.example:443/", "https://a.example/"),
        ("http://a.example:443/", "http://a.example:443/"),
        ("http://a.example:08080/", "http://a.example:8080/"),
        ("http://a.example:65536/", None),
    ],
)
def test_ports(url: str, plain: str | None) -> None:
    assert canonical_url(url) == plain


@pytest.mark.parametrize("url", ["http://www.a.example:81/x?y#z", "http://a.example", "HTTP://a/"])
def test_the_host_of_an_address_is_what_urlsplit_says(url: str) -> None:
    assert host_of(url) == urlsplit(url).netloc


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/",
        "https://a.example/b/c.html",
        "http://a.example:8080/b/c/?page=/d/e.html",
        "http://a.example:80/b",
        "http://a.example:443/b",
        "HTTP://A.example/b/../c",
        "http://a.example/b//c;d/%7Ee",
        "http://a.example",
        "mailto:somebody",
    ],
)
def test_addresses_of_a_site_and_of_a_folder_begin_as_resolved_ones_do(url: str) -> None:
    top, folder = tops_of(url)
    assert (top and top + "/b.html") == canonical_url("/b.html", base=url)
    assert (folder and folder + "b/c.html") == canonical_url("b/c.html", base=url)
