"""Abstracts that stand beside the entries of a list, and second titles below the first."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.model import Paper

Papers = Callable[..., list[Paper]]

TITLES = (
    "Counting Bees with Cheap Microphones",
    "A Study of Honey Flow under Drought",
    "Modelling Swarm Decisions as Voting",
    "Efficient Simulation of Hive Temperature",
)
NAMES = ("Ana Ruiz, Luis Pérez", "Eva Gil, Bo Li", "Peter Lund, Helen Moss", "Grace Holm, Bo Li")
TEXT = (
    "We report what happens to {} when summers grow longer. The data were taken over three years at nine places in the north, and "
    "they show that the usual models err by a third. A new method that needs no training is given and compared with five others."
)


def _page(entries: list[str]) -> str:
    return f"<html><head><title>Accepted Papers</title></head><body><h1>Accepted Papers</h1>{''.join(entries)}</body></html>"


def test_what_is_called_an_abstract_is_read(papers: Papers) -> None:
    entries = [
        f"<li><b>{title}</b><br>{names}<p>Resumen: {TEXT.format(title)}</p><p>Palabras clave: abejas, miel</p></li>"
        for title, names in zip(TITLES, NAMES, strict=True)
    ]
    found = papers(_page(["<ul>", *entries, "</ul>"]))
    assert [paper.abstract for paper in found] == [TEXT.format(title) for title in TITLES]


def test_long_texts_in_the_same_place_of_most_entries_are_abstracts(papers: Papers) -> None:
    entries = [
        f"<div class=e><h3>{title}</h3><p class=a>{names}</p><p class=x>{TEXT.format(title)}</p></div>"
        for title, names in zip(TITLES, NAMES, strict=True)
    ]
    found = papers(_page(entries))
    assert [paper.abstract for paper in found] == [TEXT.format(title) for title in TITLES]


def test_biographies_and_a_single_remark_are_none(papers: Papers) -> None:
    biography = "Short bio: Ana Ruiz works at León. " * 10
    entries = [
        f"<div class=e><h3>{title}</h3><p class=a>{names}</p><p class=x>{biography}</p></div>"
        for title, names in zip(TITLES, NAMES, strict=True)
    ]
    assert [paper.abstract for paper in papers(_page(entries))] == [""] * 4
    entries = [
        f"<div class=e><h3>{title}</h3><p class=a>{names}</p></div>"
        for title, names in zip(TITLES, NAMES, strict=True)
    ]
    remark = f"<p class=x>{TEXT.format('this programme')}</p>"
    assert [paper.abstract for paper in papers(_page([*entries, remark]))] == [""] * 4


def test_a_subtitle_is_no_title(papers: Papers) -> None:
    subtitles = (
        "How We Learned to Listen",
        "Notes from Three Dry Summers",
        "When a Crowd Is Wise",
        "From One Core to Many",
    )
    entries = [
        f"<div class=e><h3>{title}</h3><h4 class=subtitle>{subtitle}</h4><p class=a>{names}</p></div>"
        for title, subtitle, names in zip(TITLES, subtitles, NAMES, strict=True)
    ]
    found = papers(_page(entries))
    assert [(paper.title, len(paper.authors)) for paper in found] == [
        (title, 2) for title in TITLES
    ]


def test_what_a_heading_prints_small_behind_its_title_is_a_subtitle(papers: Papers) -> None:
    entries = [
        f"<div class=e><h3>{title} <small>notes from {place}</small></h3><p class=a>{names}</p></div>"
        for title, names, place in zip(TITLES, NAMES, ("León", "Graz", "Oslo", "Pisa"), strict=True)
    ]
    assert [paper.title for paper in papers(_page(entries))] == list(TITLES)


def test_the_heading_of_a_session_is_no_title(papers: Papers) -> None:
    entries = [
        f"<h4 class=p>{title}</h4><p class=a>{names}</p>"
        for title, names in zip(TITLES, NAMES, strict=True)
    ]
    page = _page(
        ["<h3>Sound and Weather</h3>", *entries[:2], "<h3>Crowds and Heat</h3>", *entries[2:]]
    )
    assert [paper.title for paper in papers(page)] == list(TITLES)
