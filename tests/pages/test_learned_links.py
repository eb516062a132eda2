"""Which link of an entry is its paper, its DOI, its slides."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.model import Paper, assemble
from harvestman.pages import SavedPage, read
from harvestman.pages.learned.links import kind_of_link, links_of
from harvestman.pages.learned.regions import Anchor

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("label", "href", "kind"),
    [
        ("pdf", "/299/001/pdf", "paper"),
        ("PDF", "/getpdf/1", "paper"),
        ("Paper", "https://hal.example/hal-0001/document", "paper"),
        ("Texto completo", "/ver/17", "paper"),
        ("Volltext", "/dl/17", "paper"),
        ("Texte intégral", "/lire/17", "paper"),
        ("Texto completo (PDF)", "/ver/17.html", "paper"),
        ("Скачать", "/files/17.pdf", "paper"),
        ("Paper", "https://doi.org/10.5555/12", "doi"),
        ("Paper", "paper12.html", "page"),
        ("Slides", "talks/1.pdf", "slides"),
        ("Folien", "1.pdf", "slides"),
        ("Презентация", "1.pdf", "slides"),
        ("Poster", "1.pdf", "other"),
        ("Vídeo", "https://v.example/1", "video"),
        ("Code", "https://code.example/1", "code"),
        ("", "slides/KS.pdf", "slides"),
        ("Ann Lee", "http://people.example/lee", ""),
    ],
)
def test_a_link_is_what_it_calls_itself(label: str, href: str, kind: str) -> None:
    assert kind_of_link(label, href) == kind


@pytest.mark.parametrize(
    ("href", "doi"),
    [
        ("https://doi.org/10.5555/3209582.3209583", "10.5555/3209582.3209583"),
        (
            "http://link.publisher.example/chapter/10.5555/978-3-319-31957-5_12",
            "10.5555/978-3-319-31957-5_12",
        ),
        ("https://dl.example/doi/pdf/10.5555/12.34", "10.5555/12.34"),
        ("https://www.example.org/version/10.2/index.html", ""),
    ],
)
def test_a_doi_stands_in_addresses(href: str, doi: str) -> None:
    assert links_of(None, [Anchor(href, 0, "Paper")]).doi == doi


def test_slides_are_not_the_paper_though_the_title_links_to_them() -> None:
    found = links_of(Anchor("slides/MJ.pdf", 0, "Counting Bees"), [])
    assert (found.pdf, found.slides) == ("", "slides/MJ.pdf")


def test_a_doi_in_the_text_counts_when_there_is_one() -> None:
    assert links_of(None, [], ["Ann Lee. DOI: 10.5555/77"]).doi == "10.5555/77"
    assert links_of(None, [], ["see 10.5555/77", "and 10.5555/78"]).doi == ""


def papers_on(html: str) -> list[Paper]:
    page = SavedPage("http://conf.example/p/", html.encode())
    return [assemble(mention.claims) for mention in read(page, now=NOW).mentions]


TITLES = (
    "Counting Honey Bees with Cheap Cameras",
    "Learning to Walk on Eight Legs",
    "A Survey of Spider Silk in Industry",
    "Fast Search in Large Webs",
    "Robust Estimation of Harvest Times",
    "Towards Reliable Insect Robots",
)
NAMES = (
    "Ana Ruiz and Luis Pérez",
    "John Smith, Mary Jones",
    "Peter Müller",
    "Wei Wang and Wei Chen",
)


def test_all_links_of_an_entry_are_read() -> None:
    rows = "".join(
        f'<li><b>{title}</b><br><i>{NAMES[n % 4]}</i><br><a href="https://doi.org/10.5555/{n}">Paper</a> '
        f'<a href="f/{n}.pdf">PDF</a> <a href="s/{n}.pdf">Slides</a> <a href="https://youtu.be/{n}">Video</a> '
        f'<a href="https://github.com/x/{n}">Code</a></li>'
        for n, title in enumerate(TITLES)
    )
    papers = papers_on(f"<h1>Accepted papers</h1><ul>{rows}</ul>")
    assert [paper.title for paper in papers] == list(TITLES)
    assert [paper.doi for paper in papers] == [f"10.5555/{n}" for n in range(6)]
    assert papers[2].pdf == "http://conf.example/p/f/2.pdf"
    assert papers[2].slides == "http://conf.example/p/s/2.pdf"
    assert papers[2].video == "https://youtu.be/2"
    assert papers[2].code == "https://github.com/x/2"


def test_a_titles_own_link_is_its_page() -> None:
    rows = "".join(
        f'<li><a href="paper{n}.html">{title}</a><br>{NAMES[n % 4]}</li>'
        for n, title in enumerate(TITLES)
    )
    papers = papers_on(f"<h1>Accepted papers</h1><ul>{rows}</ul>")
    assert papers[0].url == "http://conf.example/p/paper0.html"
    assert papers[0].pdf == ""


def test_the_list_links_what_the_programme_does_not() -> None:
    listed = "".join(f'<li><a href="a/{n}.pdf">{title}</a></li>' for n, title in enumerate(TITLES))
    rows = "".join(
        f"<tr><td>{NAMES[n % 4]}<br><i>{title}</i></td></tr>" for n, title in enumerate(TITLES)
    )
    papers = papers_on(f"<h2>Programme</h2><table>{rows}</table><h2>Files</h2><ul>{listed}</ul>")
    assert [paper.pdf for paper in papers][:6] == [
        f"http://conf.example/p/a/{n}.pdf" for n in range(6)
    ]


LANDING = (
    '<head><meta name="citation_title" content="Fast Search in Large Webs">'
    '<meta name="citation_author" content="Ana Ruiz"></head><h1>Fast Search in Large Webs</h1>'
)


def test_the_file_of_a_papers_own_page_is_the_link_called_so() -> None:
    (paper,) = papers_on(LANDING + '<a href="static/10.pdf"> Paper </a> <a href="p.pdf">Poster</a>')
    assert paper.pdf == "http://conf.example/p/static/10.pdf"


def test_many_files_on_a_papers_own_page_are_others() -> None:
    others = "".join(f'<li>A related work <a href="{n}.pdf">PDF</a></li>' for n in range(9))
    (paper,) = papers_on(LANDING + others)
    assert paper.pdf == ""
