"""Which events a site shows, judged from what all of its pages say."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from harvestman.crawl.editions import Edition, judge_editions
from harvestman.model import SignedPage
from harvestman.pages import SavedPage, read

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def page(url: str, title: str = "", body: str = "", footer: str = "") -> SignedPage:
    html = f"<html><head><title>{title}</title></head><body>{body}<p>Text.</p><p>{footer}</p></body></html>"
    reading = read(SavedPage(url, html.encode(), "text/html; charset=utf-8"), now=NOW)
    return SignedPage(url, reading.signs, papers=1)


def judged(*pages: SignedPage) -> list[Edition]:
    found = judge_editions(pages, fronts=[pages[0].url], now=2026)
    mixed = list(pages)
    random.Random(1).shuffle(mixed)
    again = judge_editions(mixed, fronts=[pages[0].url], now=2026)
    assert {(e.acronym, e.year, e.name, frozenset(e.pages)) for e in again} == {
        (e.acronym, e.year, e.name, frozenset(e.pages)) for e in found
    }
    return found


def test_one_conference_whose_list_says_nothing() -> None:
    (found,) = judged(
        page("http://legs.example/", "LEGS 2014", "<h1>Welcome to LEGS 2014</h1><p>The 5th International Conference on Legs and Gaits (LEGS) is held in Oslo.</p>"),
        page("http://legs.example/papers.html", "", "<h1>Accepted papers</h1>"),
        page("http://legs.example/venue.html", "Venue - LEGS 2014"),
    )  # fmt: skip
    assert (found.acronym, found.year) == ("LEGS", 2014)
    assert found.name == "5th International Conference on Legs and Gaits"
    assert len(found.pages) == 3
    assert found.site == "http://legs.example/"
    assert found.evidence["name"].url == "http://legs.example/"


def test_editions_are_told_apart_by_folder() -> None:
    found = judged(
        page("http://legs.example/", "LEGS: Conference on Legs and Gaits"),
        page("http://legs.example/2013/", "LEGS'13"),
        page("http://legs.example/2013/papers.html"),
        page("http://legs.example/2014/", "LEGS'14"),
        page("http://legs.example/2014/parts/papers.html"),
    )
    by_year = {edition.year: edition for edition in found}
    assert set(by_year) == {0, 2013, 2014}
    assert by_year[2013].pages[-1].endswith("/2013/papers.html")
    assert by_year[2014].pages[-1].endswith("/2014/parts/papers.html")
    assert all(edition.acronym == "LEGS" for edition in found)


def test_the_page_of_an_older_edition_has_its_own_year() -> None:
    found = judged(
        page("http://legs.example/", "LEGS 2014", "<h1>LEGS 2014</h1>"),
        page("http://legs.example/papers.html", "LEGS 2014", "<h1>Accepted papers</h1>"),
        page("http://legs.example/old.html", "LEGS 2014", "<h1>Accepted papers of LEGS 2012</h1>"),
        page("http://legs.example/p2011.html", "LEGS 2014", "<h1>Proceedings 2011</h1>"),
    )
    assert {e.year: len(e.pages) for e in found} == {2014: 2, 2012: 1, 2011: 1}


def test_a_title_left_over_from_last_year_does_not_count_against_the_heading() -> None:
    (found,) = judged(
        page("http://legs.example/", "LEGS 2014", "<h1>LEGS 2014</h1>"),
        page("http://legs.example/papers.html", "LEGS 2013 - Papers", "<h1>LEGS 2014 accepted papers</h1>"),
        page("http://legs.example/venue.html", "LEGS 2014 - Venue", "<h1>Venue</h1>"),
    )  # fmt: skip
    assert found.year == 2014


def test_a_splash_page_says_nothing() -> None:
    (found,) = judged(
        page("http://legs.example/past/legs14/index.html"),
        page("http://legs.example/past/legs14/Welcome.html", "5th Workshop on Legs and Gaits (LEGS14)"),
        page("http://legs.example/past/legs14/abstracts/paper10.html"),
    )  # fmt: skip
    assert (found.acronym, found.year, len(found.pages)) == ("LEGS", 2014, 3)
    assert found.name == "5th Workshop on Legs and Gaits"


def test_the_year_may_stand_in_the_footer_only() -> None:
    pages = [
        page(f"http://legs.example/{n}.html", f"{n} | Workshop on Legs and Gaits", footer="© 2011 Leg people")
        for n in ("index", "papers", "venue")
    ]  # fmt: skip
    (found,) = judged(*pages)
    assert (found.year, found.name) == (2011, "Workshop on Legs and Gaits")


def test_the_year_may_stand_in_the_host_only() -> None:
    (found,) = judged(
        page("http://legs2011.example/", "Workshop on Legs and Gaits"),
        page("http://legs2011.example/papers.html", "Workshop on Legs and Gaits: papers"),
    )
    assert (found.year, found.name) == (2011, "Workshop on Legs and Gaits")


def test_no_year_rather_than_a_wrong_one() -> None:
    found = judged(
        page("http://legs.example/", "Leg people", "<p>We meet.</p>"),
        page("http://legs.example/a.html", "Leg people", "<h2>LEGS 2013</h2><h2>LEGS 2014</h2>"),
    )
    assert {edition.year for edition in found} == {0}


def test_two_conferences_on_one_site() -> None:
    (found,) = judged(
        page("http://legs.example/", "LegSys & KNEE 2023"),
        page("http://legs.example/papers.html", "LegSys & KNEE 2023: Papers"),
    )
    assert (found.acronym, found.year) == ("LegSys & KNEE", 2023)


def test_a_workshop_at_a_conference_is_not_the_conference() -> None:
    (found,) = judged(
        page("http://w.example/", "KneE Workshop - Walking Machines Workshop at LEGS'22", "<h1>Workshop on Walking Machines</h1>"),
        page("http://w.example/papers.html", "KneE Workshop - Walking Machines Workshop at LEGS'22", "<h1>Workshop on Walking Machines</h1>"),
    )  # fmt: skip
    assert (found.acronym, found.year) == ("KneE", 2022)
    assert "Walking Machines" in found.name


def test_the_name_of_a_workshop_at_it_is_not_the_conference_s() -> None:
    (found,) = judged(
        page("http://legs.example/", "LEGS 2018 | Welcome"),
        page("http://legs.example/w1.html", "LEGS 2018 | W1", "<h1>8th ACM LEGS 2018 Workshop on Wireless Knees</h1>"),
        page("http://legs.example/w2.html", "LEGS 2018 | W2", "<h1>1st Workshop on Feet and Boots</h1>"),
    )  # fmt: skip
    assert (found.acronym, found.year, found.name) == ("LEGS", 2018, "")


def test_the_papers_of_a_workshop_belong_to_the_workshop() -> None:
    found = judged(
        page("http://legs.example/", "LEGS 2018", "<h1>LEGS 2018: Conference on Legs and Gaits</h1>"),
        page("http://legs.example/papers.html", "LEGS 2018 | Papers", "<h1>Accepted papers</h1>"),
        page("http://legs.example/venue.html", "LEGS 2018 | Venue"),
        page("http://legs.example/workshops/knees/", "LEGS 2018 | Knees", "<h1>3rd Workshop on Wireless Knees (KNEE 2018)</h1>"),
        page("http://legs.example/workshops/knees/papers.html", "LEGS 2018 | Knees", "<h1>Programme</h1>"),
        page("http://legs.example/boots.html", "LEGS 2018 | Boots", "<h1>BOOT 2018: Workshop on Feet and Boots</h1>"),
    )  # fmt: skip
    pages = {edition.acronym: edition.pages for edition in found}
    assert set(pages) == {"LEGS", "KNEE", "BOOT"}
    assert len(pages["LEGS"]) == 3
    assert pages["KNEE"] == (
        "http://legs.example/workshops/knees/",
        "http://legs.example/workshops/knees/papers.html",
    )
    assert all(edition.year == 2018 for edition in found)


def test_what_titles_share_is_the_name() -> None:
    (found,) = judged(
        page("http://legs.example/", "Research in Legs and Knees 2016 | Just a site"),
        page("http://legs.example/a.html", "Accepted Papers | Research in Legs and Knees 2016"),
        page("http://legs.example/b.html", "Venue | Research in Legs and Knees 2016"),
    )
    assert (found.year, found.name) == (2016, "Research in Legs and Knees")


def test_a_name_of_one_word_is_an_acronym() -> None:
    (found,) = judged(
        page("http://legs.example/", "Interleg 2019 - Home"),
        page("http://legs.example/a.html", "Interleg 2019 - Papers"),
    )
    assert (found.acronym, found.year) == ("Interleg", 2019)


@pytest.mark.parametrize(
    ("title", "heading", "acronym", "year", "word"),
    [
        ("JOLA 2013 | Inicio", "XV Jornadas de Locomoción Animal", "JOLA", 2013, "Jornadas"),
        ("SBSM 2016", "XII Simpósio Brasileiro de Sistemas de Marcha", "SBSM", 2016, "Simpósio"),
        ("GANG 2012 - Programm", "25. Jahrestagung für Gangforschung und Gelenke", "GANG", 2012, "Jahrestagung"),
        ("НОГИ-2019: программа", "Международная конференция по механике ходьбы", "НОГИ", 2019, "конференция"),
        ("CMM'18 - Programme", "3e colloque Marche et Mouvement", "CMM", 2018, "colloque"),
    ],
)  # fmt: skip
def test_other_languages(title: str, heading: str, acronym: str, year: int, word: str) -> None:
    (found,) = judged(
        page("http://legs.example/", title, f"<h1>{heading}</h1>"),
        page("http://legs.example/a.html", title, f"<h1>{heading}</h1>"),
    )
    assert (found.acronym, found.year) == (acronym, year)
    assert word in found.name


def test_a_page_that_lists_several_editions_has_papers_of_each() -> None:
    def entry(title: str, authors: str) -> str:
        return f'<li><a href="/{title[:4]}.pdf"><b>{title}</b></a><br><i>{authors}</i></li>'

    body = (
        f"<h1>Awards</h1><h2>2013</h2><ul>{entry('Counting Legs of Arachnids by Hand', 'Anna Berg, Luis Ortega')}</ul>"
        f"<h2>2012</h2><ul>{entry('A Survey of Webs in Old Barns', 'Petra Novak, Tom Baker')}</ul>"
    )
    found = judged(
        page("http://legs.example/", "LEGS 2014", "<h1>Welcome to LEGS 2014</h1>"),
        page("http://legs.example/awards.html", "LEGS awards", body),
    )
    by_year = {edition.year: edition for edition in found}
    assert by_year[2012].sections == by_year[2013].sections == ("http://legs.example/awards.html",)
    assert by_year[2012].pages == ()
    assert by_year[2012].acronym == "LEGS"
    assert "http://legs.example/awards.html" in by_year[2014].pages


def test_a_name_in_the_banner_of_every_page() -> None:
    banner = "<div><a href='/'>II Coloquio de Lingüística de Corpus</a></div>"
    pages = [
        page(f"http://corpus.example/{name}.html", name, f"{banner}<h2>{name}</h2>", "© 2013")
        for name in ("Inicio", "Programa", "Sede")
    ]
    (found,) = judged(*pages)
    assert (found.name, found.year) == ("II Coloquio de Lingüística de Corpus", 2013)


def test_a_workshop_s_page_does_not_speak_for_those_beside_it() -> None:
    found = judged(
        page("http://legs.example/", "LEGS 2018", "<h1>LEGS 2018: Conference on Legs and Gaits</h1>"),
        page("http://legs.example/papers.html", "LEGS 2018 | Papers", "<h1>Accepted papers</h1>"),
        page("http://legs.example/venue.html", "LEGS 2018 | Venue"),
        page("http://legs.example/workshops/knees.html", "LEGS 2018", "<h1>Workshop on Wireless Knees (KNEE 2018)</h1>"),
        page("http://legs.example/workshops/boots.html", "LEGS 2018", "<h1>Feet in boots</h1>"),
    )  # fmt: skip
    pages = {edition.acronym: edition.pages for edition in found}
    assert pages["KNEE"] == ("http://legs.example/workshops/knees.html",)
