"""What one line, one address and one page say of the event they belong to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.model import EventSign, PageReading, SignPlace
from harvestman.pages import SavedPage, read
from harvestman.pages.events import Naming, naming, read_naming

NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "acronym", "year", "name"),
    [
        ("LEGS 2014", "LEGS", 2014, ""),
        ("II 2014", "", 2014, ""),
        ("BOTTOM LAYERS OF LAKES: DRILLING 2012–2014 IN SIBERIA", "", 0, ""),
        ("Wilmer Tapia, Noemí Seminario y Ada Quiñones", "", 0, ""),
        (
            "Всероссийская конференция «Водные объекты криолитозоны»",
            *("", 0, "Всероссийская конференция «Водные объекты криолитозоны»"),
        ),
        ("Accepted papers | LEGS'14", "LEGS", 2014, ""),
        ("Abstracts · KNEE2015", "KNEE", 2015, ""),
        ("Welcome to IEEE LEGS 2024 | IEEE LEGS", "LEGS", 2024, ""),
        ("Program LegSys & KNEE 2023: Papers", "LegSys & KNEE", 2023, ""),
        (
            "5th International Workshop on Legs, Knees and Feet of Tall Animals (LEGS14)",
            *("LEGS", 2014, "5th International Workshop on Legs, Knees and Feet of Tall Animals"),
        ),
        ("LEGS: Conference on Moving Animals", "LEGS", 0, "Conference on Moving Animals"),
        ("2022 Austral Leg Conference", "", 2022, "Austral Leg Conference"),
        (
            "KneE Workshop - Walking Machines Workshop at LEGS'22",
            *("KneE", 2022, "Walking Machines Workshop"),
        ),
        (
            "The 33rd International Conference on Legs and Gaits, Prague, Czech Republic, July 8-13, 2023",
            *("", 2023, "33rd International Conference on Legs and Gaits"),
        ),
        ("Despite this, we in the International Congress on Leg Software believe", "", 0, "International Congress on Leg Software"),
        ("XXV Международная конференция «Ноги и сети» (НОГИ-2019)", "НОГИ", 2019, "XXV Международная конференция «Ноги и сети»"),
        ("Труды 8-й Всероссийской конференции по механике ходьбы", "", 0, "8-й Всероссийской конференции по механике ходьбы"),
        ("XV Jornadas de Locomoción Animal (JOLA 2013)", "JOLA", 2013, "XV Jornadas de Locomoción Animal"),
        ("Anais do XII Simpósio Brasileiro de Sistemas de Marcha (SBSM 2016)", "SBSM", 2016, "XII Simpósio Brasileiro de Sistemas de Marcha"),
        ("Herzlich willkommen zur 25. Jahrestagung der Gesellschaft für Gangforschung 2012", "", 2012, "25. Jahrestagung der Gesellschaft für Gangforschung"),
        ("Actes du 3e colloque Marche et Mouvement (CMM'18)", "CMM", 2018, "3e colloque Marche et Mouvement"),
        ("Новгородские речные чтения – 2010", "", 2010, "Новгородские речные чтения"),
    ],
)  # fmt: skip
def test_a_line_names_its_event(line: str, acronym: str, year: int, name: str) -> None:
    found = read_naming(line, now=2026)
    assert (found.acronym, found.year, found.name) == (acronym, year, name)


@pytest.mark.parametrize(
    "line",
    [
        "Conference Program",
        "Accepted Workshop Papers",
        "Call for Workshops",
        "Coffee Break",
        "Main Conference Program",
        "Programa del congreso",
        "Программа конференции",
        "Tagungsprogramm",
        "PDF",
        "",
    ],
)
def test_a_line_of_any_conference_names_none(line: str) -> None:
    assert read_naming(line, now=2026) == Naming()


@pytest.mark.parametrize(
    "line", ["Monday, October 10, 2022", "Copyright 2015", "IEEE 2019", "May 2018"]
)
def test_a_year_may_stand_alone(line: str) -> None:
    assert read_naming(line, now=2026).is_bare


def test_years_far_ahead_are_none() -> None:
    assert read_naming("LEGS 2045", now=2026).year == 0


def reading_of(html: str, url: str = "http://legs.example/papers.html") -> PageReading:
    return read(SavedPage(url, html.encode(), "text/html; charset=utf-8"), now=NOW)


def signs_of(html: str, url: str = "http://legs.example/papers.html") -> tuple[EventSign, ...]:
    return reading_of(html, url).signs


def test_every_place_of_a_page_is_read() -> None:
    found = signs_of(
        """<html><head><title>Papers - LEGS 2014</title>
        <meta property="og:site_name" content="LEGS 2014"></head><body>
        <img src="logo.png" alt="LEGS 2014 logo"><h1>Workshop on Legs in Motion</h1>
        <p>Oslo, 3-5 June 2014</p><p>Some text.</p><p>&copy; 2014 The LEGS organizers</p></body></html>"""
    )
    assert {sign.place for sign in found} == {
        SignPlace.TITLE,
        SignPlace.SITE_NAME,
        SignPlace.LOGO,
        SignPlace.HEADING,
        SignPlace.OPENING,
        SignPlace.DAY,
        SignPlace.FOOTER,
    }
    assert {sign.year for sign in found} == {0, 2014}


@pytest.mark.parametrize(
    ("url", "place", "year", "is_short"),
    [
        ("http://legs2014.example.org/a.html", SignPlace.HOST, 2014, False),
        ("http://legs14.example.org/a.html", SignPlace.HOST, 2014, True),
        ("http://2014.legs.example/a.html", SignPlace.HOST, 2014, False),
        ("http://legs.example/2014/a.html", SignPlace.FOLDER, 2014, False),
        ("http://legs.example/past/legs-2014/a.html", SignPlace.FOLDER, 2014, False),
        ("http://legs.example/past/legs14/papers/a.html", SignPlace.FOLDER, 2014, True),
    ],
)
def test_an_address_tells_a_year(url: str, place: SignPlace, year: int, is_short: bool) -> None:
    (sign,) = signs_of("<p>Nothing</p>", url)
    assert (sign.place, sign.year, sign.is_short) == (place, year, is_short)


@pytest.mark.parametrize(
    "url",
    [
        "http://legs.example/2014/03/05/welcome/",
        "http://legs.example/wp-content/uploads/2014/a.html",
        "http://legs.example/paper12.html",
    ],
)
def test_dates_of_posts_and_files_are_no_editions(url: str) -> None:
    assert signs_of("<p>Nothing</p>", url) == ()


def test_the_year_of_reading_in_a_footer_says_nothing() -> None:
    assert signs_of("<p>Some text</p><p>© 2026 Leg Themes</p>", "http://legs.example/") == ()


def test_schema_org_names_the_event() -> None:
    (sign,) = signs_of(
        """<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Event",
        "name": "Legs in Motion", "startDate": "2014-06-03"}</script><p>x</p>"""
    )
    assert (sign.place, sign.year, sign.name) == (SignPlace.SCHEMA, 2014, "Legs in Motion")


def test_the_title_of_the_only_paper_names_no_event_where_no_tag_states_it() -> None:
    paper = "A Report on WASP 2022: Counting Stripes"
    abstract = "Stripes were counted on nine hundred insects by eye and by machine. " * 3
    html = f"""<html><head><title>BEES 2023 - {paper}</title></head><body><h1>{paper}</h1>
        <p>Ana Ruiz, Eva Gil</p><h3>Abstract</h3><p>{abstract}</p></body></html>"""
    page = SavedPage("http://bees.example/2023/paper7.html", html.encode())
    signs = read(page, now=NOW).signs
    assert {sign.acronym for sign in signs} >= {"BEES"}
    assert "WASP" not in {sign.acronym for sign in signs}


def test_the_title_of_a_papers_own_page_names_no_event_of_it() -> None:
    paper = "A Report on WASP 2022: Counting Stripes"
    page = SavedPage(
        "http://bees.example/p1.html",
        f"""<title>Program BEES 2023: {paper}</title><meta name="citation_title" content="{paper}">
        <meta name="citation_author" content="Ana Ruiz"><h2>{paper}</h2><p>Ana Ruiz</p>""".encode(),
    )
    assert {sign.year for sign in read(page, now=NOW).signs} == {2023}


def test_of_an_endless_line_only_what_is_read_is_remembered() -> None:
    before = naming._read_naming.cache_info().currsize
    for end in ("one", "two", "three"):
        naming.read_naming("endless " * 100_000 + end, now=2024)
    assert naming._read_naming.cache_info().currsize == before + 1
