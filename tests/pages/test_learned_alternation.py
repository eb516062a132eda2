"""Names and places that take turns, entries that somebody sent in, titles over two paragraphs, and lists of sessions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harvestman.model import Paper
from harvestman.pages.learned.lookalikes import is_award, is_item, is_position

Papers = Callable[..., list[Paper]]

TITLES = (
    "Counting Bees with Cheap Microphones in Northern Orchards",
    "A Study of Honey Flow under Drought and Heat",
    "Modelling Swarm Decisions as Distributed Voting",
    "On Wing Beats as Indicators of Colony Health",
    "Efficient Simulation of Hive Temperature on Many Cores",
)
PEOPLE = (
    "P. Marlow, Argonne National Laboratory, A. Tiwari, San Diego Supercomputer Center, S. Wild, Argonne National Laboratory",
    "Wayne Gordon, AWE PLC, Andy Herdman, AWE PLC, Simon Hayes, University of Bristol",
    "Jun Wang, Georgia Tech, Tom Conte, Georgia Tech",
    "M. Anderson, Indiana University, T. Sterling, Indiana University and J. Meng, Ohio State University",
    "K. Taura, University of Tokyo and S. Matsuoka, Tokyo Institute of Technology",
)


def _page(body: str) -> str:
    return f"<html><head><title>Workshop Schedule</title></head><body><h1>Workshop Schedule</h1>{body}</body></html>"


def test_names_and_places_between_commas_are_told_apart(papers: Papers) -> None:
    body = "".join(
        f"<p class=t>{9 + number}:30 - {10 + number}:00 - {title}</p><p class=n>{people}</p>"
        for number, (title, people) in enumerate(zip(TITLES, PEOPLE, strict=True))
    )
    found = {paper.title: paper.authors for paper in papers(_page(body))}
    assert [author.name for author in found[TITLES[0]]] == ["P. Marlow", "A. Tiwari", "S. Wild"]
    assert [author.affiliations for author in found[TITLES[0]]][1] == (
        "San Diego Supercomputer Center",
    )
    assert [author.name for author in found[TITLES[1]]] == [
        "Wayne Gordon",
        "Andy Herdman",
        "Simon Hayes",
    ]
    assert [author.name for author in found[TITLES[2]]] == ["Jun Wang", "Tom Conte"]


def test_the_last_place_of_a_line_is_no_title(papers: Papers) -> None:
    lines = (
        f"{TITLES[0]}, H. Shan, N. Wright, J. Shalf, LBNL (USA), Cray (USA)",
        f"{TITLES[1]}, V. Deshpande, X. Wu, North Carolina State University (USA)",
        f"{TITLES[2]}, S. Smith, O. Thomas, University of Bristol (UK), Red Oak Consulting (UK)",
        f"{TITLES[3]}, R. Brand, P. Benedetti, RWTH Aachen (Germany)",
        f"{TITLES[4]}, D. Lee, C. Walker, University of Auckland (New Zealand)",
    )
    body = "".join(
        f"<p>{9 + number}:00 - {9 + number}:30 - {line} [<a href=r{number}.pdf>Paper</a>]</p><p><br></p>"
        for number, line in enumerate(lines)
    )
    found = papers(_page(body))
    assert sorted(paper.title for paper in found) == sorted(TITLES)
    assert all(paper.pdf for paper in found)


def test_who_sent_an_entry_in_is_no_author_and_its_journal_no_title(papers: Papers) -> None:
    senders = ("Ana Ruiz", "Luis Pérez", "Eva Gil", "Peter Lund", "Helen Moss")
    venues = ("IEEE TKDE", "ICDE 2023", "IEEE TPAMI", "Journal of Bees", "ACM Management of Data")
    body = "".join(
        f"<div class=entry><p class=no>{number}</p><div><small><span>[{venue}]</span><span> Submitted by {sender}</span></small>"
        f"<div><h4>{title}</h4><p>Grace Holm, {sender}, Stefan Brand</p></div></div></div>"
        for number, (title, venue, sender) in enumerate(
            zip(TITLES, venues, senders, strict=True), 1
        )
    )
    found = papers(_page(body))
    assert [paper.title for paper in found] == list(TITLES)
    assert [[author.name for author in paper.authors] for paper in found] == [
        ["Grace Holm", sender, "Stefan Brand"] for sender in senders
    ]


def test_a_title_goes_on_in_the_next_paragraph_of_a_programme(papers: Papers) -> None:
    names = ("Ana Ruiz, Luis Pérez", "Eva Gil", "Peter Lund, Helen Moss", "Bo Li", "Grace Holm")
    rests = ("", "Hive-on-chip Design Exploration", "", "and its Use in Winter", "")
    body = "".join(
        f"<p class=t>{9 + number}:30 - {10 + number}:00 - {title}</p>"
        + (f"<p class=t>{rest}</p>" if rest else "")
        + f"<ol><li><p class=n>{people}</p></li></ol>"
        for number, (title, rest, people) in enumerate(zip(TITLES, rests, names, strict=True))
    )
    found = [(paper.title, len(paper.authors)) for paper in papers(_page(body))]
    assert found == [
        (" ".join(filter(None, (title, rest))), people.count(",") + 1)
        for title, rest, people in zip(TITLES, rests, names, strict=True)
    ]


def test_sessions_with_their_organisers_are_no_papers(papers: Papers) -> None:
    themes = ("Geometry", "Coding Theory", "Computational Topology", "Curves and Surfaces")
    people = ("Ana Ruiz & Luis Pérez", "Eva Gil", "Peter Lund & Helen Moss", "Grace Holm")
    entries = "".join(
        f"<li><a href=http://{number}.example.com>{theme}</a> ({names})</li>"
        for number, (theme, names) in enumerate(zip(themes, people, strict=True))
    )
    assert papers(_page(f"<h2>Special Sessions</h2><ol>{entries}</ol>")) == []


def test_a_title_with_a_bracket_keeps_its_head(papers: Papers) -> None:
    names = (
        "Ana Ruiz, Luis Pérez",
        "Eva Gil, Bo Li",
        "Peter Lund, Helen Moss",
        "Grace Holm, Bo Li",
    )
    titles = ("Maximum Fairness-aware (k,r)-Core Identification in Large Graphs", *TITLES[:3])
    body = "".join(
        f"<div class=e><h4>{title}</h4><p>{people}</p></div>"
        for title, people in zip(titles, names, strict=True)
    )
    assert [paper.title for paper in papers(_page(body))] == list(titles)


@pytest.mark.parametrize(
    "title",
    ["Principal Engineer (formerly CTO) at Output", "Amateur Musician, CEO at Oak Audio",
     "Profesora en la Universidad de León", "Professor of Computer Science, Oak University",
     "Forscherin am Institut für Bienen"],
)  # fmt: skip
def test_what_a_person_is_and_where_is_no_title(title: str) -> None:
    assert is_position(title)


@pytest.mark.parametrize(
    "title",
    ["Students at Risk: Predicting Dropout", "Engineer, Verify, Repeat", "A Head Start in Learning",
     "Student Performance at University"],
)  # fmt: skip
def test_titles_about_people_are_titles(title: str) -> None:
    assert not is_position(title)


def test_prizes_and_ends_of_programmes_are_no_titles() -> None:
    assert is_award("Grand Challenge Performance Award")
    assert is_award("Test of Time Award")
    assert not is_award("An Auction Model of the Turing Award")
    assert is_item("Workshop Close")
    assert is_item("Cierre")
