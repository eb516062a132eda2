"""Names that stand between two titles belong to the one that the page's boxes and headings say."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman import pages
from harvestman.model import assemble
from harvestman.pages import SavedPage
from harvestman.pages.learned.reader import LearnedReader

ENTRIES = (
    ("Marta Oliveira, Jens Holm and Aiko Tanaka", "Counting Bees with Cheap Cameras in Orchards"),
    ("Robert Hansen and Li Wei", "Slow Maps: Drawing Rivers that Move over Centuries"),
    ("Priya Natarajan", "The Grammar of Weather Reports in Three Languages"),
    ("Tomás Ferreira, Eva Lindqvist", "Night Shift: Sleep and Memory of Nurses in Rural Hospitals"),
    ("Olga Petrova and Samuel Okafor", "Repairing Old Radios as a Way to Teach Physics"),
)


def read(markup: str) -> dict[str, list[str]]:
    page = SavedPage(
        "http://conf.example/program.html",
        f"<html><body><h2>Programme</h2>{markup}</body></html>".encode(),
    )
    found = pages.read(
        page, now=datetime(2026, 1, 1, tzinfo=UTC), readers=[LearnedReader()]
    ).mentions
    papers = [assemble(one.claims) for one in found]
    return {paper.title: [author.name for author in paper.authors] for paper in papers}


def people(names: str) -> list[str]:
    return names.replace(" and ", ", ").split(", ")


TRUTH = {title: people(names) for names, title in ENTRIES}


@pytest.mark.parametrize(
    "entry",
    [
        '<div class="row"><div class="col"><h4>{code}&nbsp;<span>{names}</span></h4><p>{title}</p></div></div>',
        '<div class="row"><div class="vid"><h1>{names}</h1><p>{title}</p></div></div>',
        "<h3>{names}</h3><p>{title}</p>",
        '<div class="talk"><p>{names}</p><p>{title}</p></div>',
        '<div class="talk"><p>{title}</p><p>{names}</p></div>',
        "<h3>{title}</h3><p>{names}</p>",
    ],
)
def test_names_go_to_the_title_of_their_own_box(entry: str) -> None:
    markup = "".join(
        entry.format(code=f"2A-{number}", names=names, title=title)
        for number, (names, title) in enumerate(ENTRIES, 1)
    )
    assert read(markup) == TRUTH


@pytest.mark.parametrize(
    ("label", "of_title"),
    [("Name:", "Title:"), ("Autores:", "Título:"), ("Presenting author:", "")],
)
def test_labels_before_names_are_no_part_of_them(label: str, of_title: str) -> None:
    items = (f"<li>{label} {names}<br>{of_title} {title}<br><br></li>" for names, title in ENTRIES)
    assert read(f"<ul>{''.join(items)}</ul>") == TRUTH


def test_a_presenter_and_the_others_in_lines_of_their_own() -> None:
    items = (
        f"<li><b>{title}</b><br>Presenter: {people(names)[0]}"
        + (
            f"<br>Co-authors: {', '.join(people(names)[1:])}</li>"
            if len(people(names)) > 1
            else "</li>"
        )
        for names, title in ENTRIES
    )
    assert read(f"<ul>{''.join(items)}</ul>") == TRUTH
