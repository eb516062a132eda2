"""What is printed as papers are and is none, in six languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.model import Paper, assemble
from harvestman.pages import SavedPage, read
from harvestman.pages.learned.features import sketch
from harvestman.pages.learned.links import is_label
from harvestman.pages.learned.lookalikes import is_aside, is_gathering, is_item, is_role
from harvestman.pages.learned.regions import cut
from harvestman.pages.learned.spans import Span, whole_links

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "title",
    [
        "Coffee Break",
        "p.m. – Poster Flash Talks",
        "Lunch & posters",
        "HIGHLIGHT 1",
        "Closing remarks",
        "ADCS Short Paper",
        "Pausa café",
        "Mesa redonda",
        "Cerimônia de abertura",
        "Mittagspause",
        "Dîner de gala",
        "Кофе-брейк",
        "Пленарное заседание",
    ],
)
def test_items_of_a_programme_are_no_papers(title: str) -> None:
    assert is_item(title)


@pytest.mark.parametrize(
    "title",
    [
        "Break-even Analysis of Solar Farms",
        "Lunch Menus and Children's Health",
        "Opening the Black Box of Search",
        "Poster Sessions Considered Harmful",
        "Paper Airplanes in Turbulent Air",
    ],
)
def test_papers_that_begin_like_items_are_papers(title: str) -> None:
    assert not is_item(title)


@pytest.mark.parametrize(
    ("title", "is_one"),
    [
        ("The 3rd Workshop on Honey Bees", True),
        ("BEES: 1st Workshop on Practical Bee Keeping", True),
        ("Workshop on Hierarchical Planning", True),
        ("Scheduling and Planning Application Workshop", True),
        ("The 11th Dialog System Technology Challenge", True),
        ("Taller sobre sistemas abiertos", True),
        ("2º Simpósio de Redes", True),
        ("Atelier sur les données ouvertes", True),
        ("Семинар по базам данных", True),
        ("Long Story Generation Challenge", False),
        ("The Second Decade of the International Conference on Bees", False),
        ("Findings of a Shared Task on Bees", False),
    ],
)
def test_a_workshop_is_no_paper(title: str, is_one: bool) -> None:
    assert is_gathering(title) is is_one


@pytest.mark.parametrize(
    "heading",
    [
        "Keynote Speakers",
        "Tutorials",
        "Comité organizador",
        "Palestrantes",
        "Programmkomitee",
        "Conférences invitées",
        "Оргкомитет",
    ],
)
def test_headings_say_that_no_papers_follow(heading: str) -> None:
    assert is_aside(heading)
    assert not is_aside("Accepted papers")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Paper", True),
        ("Project Website]", True),
        ("Slides (PDF)", True),
        ("Folien", True),
        ("Paper Airplanes", False),
    ],
)
def test_what_links_are_called_is_no_title(text: str, is_one: bool) -> None:
    assert is_label(text) is is_one


def papers_on(html: str) -> list[Paper]:
    page = SavedPage("http://conf.example/p/", html.encode())
    return [assemble(mention.claims) for mention in read(page, now=NOW).mentions]


ENTRIES = (
    ("Counting Honey Bees with Cheap Cameras", "Ana Ruiz and Luis Pérez"),
    ("Learning to Walk on Eight Legs", "John Smith, Mary Jones"),
    ("A Formal Proof of R(4,5)=25", "Peter Müller"),
    ("(Auto)Complete this Proof with Spiders", "Wei Wang and Wei Chen"),
    ("Fast Search in Large Webs", "David Lee, Susan Miller and Robert Brown"),
    ("Robust Estimation of Harvest Times", "Maria Rossi"),
)


def test_titles_are_not_cut_at_formulae_and_brackets() -> None:
    rows = "".join(f"<li><b>{title}</b><br><i>{names}</i></li>" for title, names in ENTRIES)
    assert [paper.title for paper in papers_on(f"<h1>Accepted papers</h1><ul>{rows}</ul>")] == [
        title for title, _ in ENTRIES
    ]


def test_words_in_italics_do_not_part_a_linked_title() -> None:
    page = cut('<li><a href="/p/4">Fast Search in <i>Large</i> Webs</a><br><i>Ana Ruiz</i></li>')
    begun = Span("T", 0, 0, 0, len(page.regions[0].text))
    (whole,) = whole_links([begun], sketch(page), "TOOA")
    assert whole.text == "Fast Search in Large Webs"


def test_sessions_with_organizers_are_no_papers() -> None:
    rows = "".join(f"<li><b>{title}</b><br>Organizers: {names}</li>" for title, names in ENTRIES)
    assert papers_on(f"<h1>Sessions</h1><ul>{rows}</ul>") == []


@pytest.mark.parametrize(
    ("title", "answer"),
    [
        ("Program Co-chairs", True),
        ("Organizing Chairs:", True),
        ("The Empty Chair of Power", False),
        ("Learning to Sit: a Robot and Its Chair", False),
    ],
)
def test_what_people_are_for_the_event_is_no_title(title: str, answer: bool) -> None:
    assert is_role(title) is answer


def test_rooms_are_no_affiliations() -> None:
    rows = "".join(f"<li>10:00 <b>{title}</b> <i>{names}</i></li>" for title, names in ENTRIES)
    table = (
        f"<table><tr><td>Session 1</td><td><ul>{rows}</ul></td><td>Blue Room, DPI</td></tr></table>"
    )
    papers = papers_on(f"<h1>Accepted papers</h1>{table}")
    assert len(papers) >= 5
    assert not any(author.affiliations for paper in papers for author in paper.authors)


def _titles(body: str) -> list[str]:
    return [paper.title for paper in papers_on(f"<html><body>{body}</body></html>")]


_ACCEPTED = ["Counting Bees by Ear", "Honey as a Sensor", "Why Drones Wait", "A Map of Hives"]


def test_a_list_of_accepted_titles_is_read_without_authors() -> None:
    listed = "".join(f"<li>{title}</li>" for title in _ACCEPTED)
    assert (
        _titles(f"<h2>Accepted papers</h2><p>These were chosen:</p><ul>{listed}</ul>") == _ACCEPTED
    )
    assert _titles(f"<h2>Topics of interest</h2><ul>{listed}</ul>") == []


def test_a_list_of_speakers_has_no_papers() -> None:
    names = [
        *("Beatriz Sardinha", "Gonçalo Meireles", "Inês Falcão", "Tomás Varela"),
        *("Joana Quintas", "Abel Moniz", "Margarida Pestana", "Luís Brandão"),
    ]
    life = "Investiga na Universidade de Évora e gosta de dados abertos."
    boxes = "".join(f'<div class="speaker"><h3>{name}</h3><p>{life}</p></div>' for name in names)
    assert _titles(f"<h1>Oradores</h1>{boxes}") == []
