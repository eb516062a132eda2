"""What scripts and attributes of a page name, and which pages say that they are drawn."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.model import PageReading
from harvestman.pages import PagePart, SavedPage, read

NOW = datetime(2024, 6, 1, tzinfo=UTC)
URL = "http://moss.example/2024/"


def reading(body: str, *parts: PagePart) -> PageReading:
    return read(SavedPage(URL, body.encode(), parts=parts), now=NOW)


def named(page: PageReading) -> dict[str, str]:
    return {link.target.removeprefix(URL): link.rel for link in (*page.links, *page.parts)}


def test_pages_data_and_feeds_in_quotation_marks_are_told_apart() -> None:
    page = reading(
        """<script>go("a.html"); $.getJSON('data/p.json'); x = "feed.xml"; y = ".html"; z = 'd' + n + '.php';
        fetch(`${root}/q.json`); load("manifest.json"); s = "a sentence.html of words"</script><script src="js/app.js"></script>"""
    )
    assert named(page) == {
        "a.html": "script",
        "data/p.json": "data",
        "feed.xml": "feed",
        "q.json": "data",
        "js/app.js": "code",
    }
    assert page.is_drawn


def test_names_in_a_script_file_are_relative_to_the_page() -> None:
    part = PagePart(f"{URL}js/app.js", "fetch('sidebar.html')")
    assert named(reading("<p>x</p>", part)) == {"sidebar.html": "part"}


def test_counters_do_not_make_a_page_a_drawn_one() -> None:
    counter = "var s = document.createElement('script'); s.src = 'https://count.example/c.js'; document.head.insertBefore(s, x);"
    assert not reading(f"<p>Words</p><script>{counter}</script>").is_drawn


def test_a_click_that_changes_the_address_is_a_link_with_the_words_of_its_element() -> None:
    page = reading("""<div onclick="location.href='program.html'"><b>Our programme</b></div>""")
    assert [(link.anchor, link.rel) for link in page.links] == [("Our programme", "script")]


def test_a_page_full_of_words_is_not_forwarded_by_a_button() -> None:
    words = "<p>" + "Welcome to the conference on mosses. " * 30 + "</p>"
    page = reading(f"{words}<script>function go() {{ location.href = '/shop'; }}</script>")
    assert page.links == ()


def test_links_that_frameworks_write_into_script_files_are_found_below_the_sites_folder() -> None:
    """A menu that opens by a click is in no page; the file that draws it has its links with their words."""
    text = """(0,a.jsx)(l.default,{href:"/program/accepted-papers",className:"block px-4",children:"Accepted Papers"}),
      (0,a.jsx)(l.default,{to:"/venue"}),{href:"https://elsewhere.example/x"},{href:`/day/${n}`}"""
    menu = PagePart("http://moss.example/2024/_next/static/chunks/552-ab.js", text)
    links = {link.target: link.anchor for link in reading("<p>x</p>", menu).links}
    assert links == {
        "http://moss.example/2024/program/accepted-papers": "Accepted Papers",
        "http://moss.example/2024/venue": "",
    }
    plain = PagePart("http://moss.example/assets/index.js", text)
    assert "http://moss.example/venue" in {link.target for link in reading("<p>x</p>", plain).links}
