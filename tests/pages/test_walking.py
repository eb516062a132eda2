from __future__ import annotations

from collections.abc import Callable

import pytest

from harvestman.model import Link, PageReading, Status
from harvestman.pages.walking import MAX_ANCHOR, MAX_LINKS, MAX_TEXT

Read = Callable[..., PageReading]
HOME = "https://www.example.org"


def test_links_are_canonical_in_order_and_each_once(read: Read) -> None:
    reading = read(
        """<head><link rel="next" href="?p=2"><link rel=stylesheet href=x.css><link rel=icon href=i.png></head>
        <a href="one.html#top">One <b>leg</b></a> <a href="ONE.html">other</a> <a href="one.html">again</a>
        <a href="mailto:a@b.org">mail</a><a href="javascript:x()">js</a><a href="#here">here</a><a>none</a><a href="">self</a>
        <map><area href="/two.pdf" alt="Two legs"></map><a href="img.html"><img alt="A picture" src="x.png"></a>
        <a rel="nofollow noopener" href="http://OTHER.org:80/a/../b">  far
        away </a>"""
    )
    assert reading.links == (
        Link(f"{HOME}/dir/page.html?p=2", "", 0, "next"),
        Link(f"{HOME}/dir/one.html", "One leg", 1),
        Link(f"{HOME}/dir/ONE.html", "other", 2),
        Link(f"{HOME}/two.pdf", "Two legs", 3),
        Link(f"{HOME}/dir/img.html", "A picture", 4),
        Link("http://other.org/b", "far away", 5, "nofollow noopener"),
    )


def test_links_of_frames_refreshes_and_noscript_are_links(read: Read) -> None:
    reading = read(
        """<meta http-equiv="Refresh" content="5; URL='new/'"><frameset><frame src="menu.html"><frame src="main.html">
        </frameset>"""
    )
    assert [(link.target, link.rel) for link in reading.links] == [
        (f"{HOME}/dir/new/", "refresh"),
        (f"{HOME}/dir/menu.html", "frame"),
        (f"{HOME}/dir/main.html", "frame"),
    ]
    (link,) = read('<p>x</p><noscript><a href="plain.html">Plain</a></noscript>').links
    assert (link.target, link.anchor) == (f"{HOME}/dir/plain.html", "Plain")


def test_the_base_element_counts(read: Read) -> None:
    (link,) = read('<base href="/other/"><a href="x">x</a>').links
    assert link.target == f"{HOME}/other/x"
    (link,) = read('<base href="javascript:x"><a href="x">x</a>').links
    assert link.target == f"{HOME}/dir/x"


def test_links_and_anchors_are_bounded(read: Read) -> None:
    reading = read("".join(f'<a href="/{i}">{"long " * 100}</a>' for i in range(MAX_LINKS + 10)))
    assert len(reading.links) == MAX_LINKS
    assert all(len(link.anchor) <= MAX_ANCHOR for link in reading.links)
    assert len(reading.text) <= MAX_TEXT


def test_the_text_is_what_a_person_reads(read: Read) -> None:
    reading = read(
        """<head><title> One
        leg </title><style>p{}</style></head><body><h1>One <i>le</i>g</h1><script>var x = "no";</script>
        <p>First&nbsp;para<br>broken</p><div hidden>secret</div><div style="color:red; display: none">hidden</div>
        <template><p>no</p></template><ul><li>a</li><li>b</li></ul><svg><text>no</text></svg><p>x<span aria-hidden="true">no</span>y</p>
        <!-- no --><select><option>no</select>end"""
    )
    assert reading.title == "One leg"
    assert reading.text == "One leg\nFirst para\nbroken\na\nb\nxy\nend"


def test_a_page_without_title_is_called_by_its_heading(read: Read) -> None:
    assert read("<h1>Legs <b>2024</b></h1><p>x").title == "Legs 2024"
    assert read("<svg><title>icon</title></svg><p>x").title in ("", "icon")
    assert read("<p>x").title == ""


@pytest.mark.parametrize(
    "page",
    [
        "app.html",
        '<div id="app"></div><script src="app.js"></script>',
        "<app-root></app-root><script>boot()</script>",
        '<body><script src="a.js"></script><noscript>Please enable JavaScript.</noscript></body>',
        '<body><div id="__next"><div>Loading…</div></div><script src="a.js"></script>',
        '<title>X</title><body><script type="module" src="/main.js"></script></body>',
        '<p>Este sitio necesita JavaScript.</p><script src="a.js"></script>',
    ],
)
def test_an_empty_shell_needs_a_browser(page: str, read: Read) -> None:
    assert read(page).status is Status.NEEDS_BROWSER


@pytest.mark.parametrize(
    "page",
    [
        "<p>Hello</p>",
        "",
        '<p>This page has moved to <a href="/new">its new home</a>.</p><script src="stats.js"></script>',
        '<div id="root"><h1>Programme</h1>'
        + "<p>A talk about legs and what they are good for.</p>" * 10
        + '</div><script src="a.js"></script>',
        '<div id="app"></div>',
        '<frameset><frame src="a.html"><frame src="b.html"></frameset><script src="x.js"></script>',
        "<p>We compare JavaScript engines.</p>"
        + "<p>A paper about something else.</p>" * 10
        + "<script>x</script>",
    ],
)
def test_a_small_or_full_page_needs_none(page: str, read: Read) -> None:
    assert read(page).status is Status.NO_PAPERS


def test_a_shell_with_metadata_has_papers(read: Read) -> None:
    page = '<meta name="citation_title" content="One leg"><div id="root"></div><script src="a.js"></script>'
    assert read(page).status is Status.SUCCESS


@pytest.mark.parametrize(
    "body", [b"%PDF-1.7 x", b"PK\x03\x04", b"\x89PNG\r\n", b"\x1f\x8b\x08", b"GIF89a"]
)
def test_other_files_are_no_pages(body: bytes, read: Read) -> None:
    assert read(body).status is Status.NOT_HTML
