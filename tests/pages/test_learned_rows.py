"""Titles that a spreadsheet broke over several rows."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.model import Paper

Papers = Callable[..., list[Paper]]


def _row(number: str, title: str, names: str, room: str) -> str:
    cells = (number, title, names, room)
    return f"<tr>{''.join(f'<td class=xl27>{cell}</td>' for cell in cells)}</tr>"


HEAD = _row("ID", "Paper title", "Authors (affiliation)", "Room")
ENTRIES = (
    ("101", "Rainwater Harvesting in", "Ana Ruiz (JKUAT); Peter Lund (Turkana College)", "B1"),
    ("108", "Cheap Sensors of Turbid Water: A Field", "Helen Moss (Zululand); Stefan Brand (NMBU)", "B2"),
    ("115", "Community Mapping of Boreholes", "Grace Holm (Makerere); Peter Lund (Turkana College)", "B1"),
    ("122", "Sand Dams and Their Ecology", "Joseph Stone (Kenya University)", "B2"),
)  # fmt: skip
RESTS = ("Semi-Arid Towns", "Comparison", "with Mobile Phones", "")


def test_the_rest_of_a_title_stands_in_the_next_row(papers: Papers) -> None:
    rows = "".join(
        _row(*entry) + (_row("", rest, "", "") if rest else "")
        for entry, rest in zip(ENTRIES, RESTS, strict=True)
    )
    page = (
        f"<html><head><title>Schedule</title></head><body><table>{HEAD}{rows}</table></body></html>"
    )
    assert [paper.title for paper in papers(page)] == [
        "Rainwater Harvesting in Semi-Arid Towns",
        "Cheap Sensors of Turbid Water: A Field Comparison",
        "Community Mapping of Boreholes with Mobile Phones",
        "Sand Dams and Their Ecology",
    ]


def test_headings_of_sessions_in_rows_of_their_own_are_no_part_of_titles(papers: Papers) -> None:
    whole = [(number, f"{title} Dry {number} Places", *rest) for number, title, *rest in ENTRIES]
    rows = "".join(
        _row(*entry) + _row("", session, "", "")
        for entry, session in zip(
            whole, ("Session: Rivers", "Session: Lakes", "Session: Law", "End"), strict=True
        )
    )
    page = (
        f"<html><head><title>Schedule</title></head><body><table>{HEAD}{rows}</table></body></html>"
    )
    assert all("Session" not in paper.title for paper in papers(page))
