"""Titles that a page announces without authors, and titles with raised signs and words in italics."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman import pages
from harvestman.model import Paper, assemble
from harvestman.pages import SavedPage
from harvestman.pages.learned.reader import LearnedReader

TITLES = (
    "Predicting the Harvest of Small Orchards from Weather Logs",
    "Factoring a Polynomial of Degree <i>N</i> by Newton's Method",
    "Halogen: A Game on Dental Health for Rural Schools",
    "Coronavirus Optimizer for the <i>p</i>-Center Problem: The Case of Three Towns",
    "Formal Verification of a Scheduling Algorithm in Coq",
)


def read(body: str, title: str) -> list[Paper]:
    html = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    page = SavedPage("http://conf.example/accepted.html", html.encode())
    found = pages.read(page, now=datetime(2026, 1, 1, tzinfo=UTC), readers=[LearnedReader()])
    return [assemble(one.claims) for one in found.mentions]


def listed(heading: str) -> str:
    return f"<h3>{heading}</h3><ul>{''.join(f'<li>{title}</li>' for title in TITLES)}</ul>"


def test_the_title_of_the_page_may_announce_the_list() -> None:
    dates = "<h3>Important Dates</h3><ul><li><b>Deadline</b><br>March 17, 2024</li></ul>"
    papers = read(listed("Main Conference") + dates, "Small Conf 2024 | Accepted Papers")
    plain = [title.replace("<i>", "").replace("</i>", "") for title in TITLES]
    assert [paper.title for paper in papers] == plain


def test_a_list_that_nothing_announces_may_be_topics() -> None:
    assert read(listed("Main Conference"), "Small Conf 2024 | Topics of interest") == []


def test_a_bracket_is_closed_behind_a_raised_sign() -> None:
    entries = (
        ("Time Estimation for Slow Queries", "Eva Gil (Oltedata Ltd); C Prakash (Oltedata Ltd)"),
        (
            "Scheduling Data-intensive Workflows with Reduced Communication",
            "Ilia Petri (University of Athens); Rizos Sakell (University of Manchester)",
        ),
        ("PARADISO: An Approach of Parameter Selection", "Daniel Kazem (LMU); Anna Beer (LMU)"),
        (
            "Growing Range Trees for Spatial Shapes (MAxRT<sup>2</sup>)",
            "Marta Oliveira (Northwestern University); Jens Holm (Iowa State University)",
        ),
    )
    items = (f"<li><strong>{title}</strong><br>{names}</li>" for title, names in entries)
    papers = read(f"<h4>Accepted Short Research Papers</h4><ul>{''.join(items)}</ul>", "Small Conf")
    assert papers[-1].title == "Growing Range Trees for Spatial Shapes (MAxRT2)"
