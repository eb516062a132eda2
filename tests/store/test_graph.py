"""The graph of links, and who is named on pages: of each page as it was last seen."""

from __future__ import annotations

from datetime import timedelta

from harvestman.model import (
    Authority,
    Claim,
    EntityKind,
    EntitySighting,
    Evidence,
    Field,
    Link,
    Page,
    PageReading,
    Person,
    Status,
)
from harvestman.store import Library
from harvestman.store.crawl.pages import keep_page
from store.sample import NOON

HOST = "http://uni.example/"


def keep(library: Library, name: str, *targets: str, later: int = 0, people: tuple[str, ...] = ()) -> None:  # fmt: skip
    url = HOST + name
    when = NOON + timedelta(hours=later)
    page = Page(url, url, when, 200, "text/html", "text/html", f"{name}{later}"[:64].ljust(64, "0"), 1)  # fmt: skip
    links = tuple(Link(HOST + target, f"to {target}", place) for place, target in enumerate(targets))  # fmt: skip
    sightings = tuple(
        EntitySighting(
            EntityKind.PERSON,
            (
                Claim(
                    "p", Field.NAME, one, Evidence(url, "line 1"), "people", "1",
                    Authority.LEARNED, 0.9, NOON,
                ),
            ),
            place,
        )
        for place, one in enumerate(people)
    )  # fmt: skip
    with library.database.write() as connection:
        keep_page(connection, page, PageReading(Status.SUCCESS, links=links, people=sightings))


def names(urls: list[str]) -> list[str]:
    return [url.removeprefix(HOST) for url in urls]


def site(library: Library) -> None:
    keep(library, "", "courses", "staff")
    keep(library, "courses", "logic", "")
    keep(library, "logic", "a.pdf", "b.pdf")
    keep(library, "staff", "", "logic")


def test_ancestors_come_nearest_first_and_within_the_distance(library: Library) -> None:
    site(library)
    found = library.links.ancestors(HOST + "a.pdf", within=3)
    assert [(one.url.removeprefix(HOST), one.distance) for one in found] == [
        ("logic", 1), ("courses", 2), ("staff", 2), ("", 3),
    ]  # fmt: skip
    assert found[0].by.anchor == "to a.pdf"
    assert names([one.url for one in library.links.ancestors(HOST + "a.pdf", within=1)]) == ["logic"]  # fmt: skip
    assert library.links.ancestors(HOST + "a.pdf", within=3, site="other.example") == []


def test_children_parents_siblings_descendants_and_ways(library: Library) -> None:
    site(library)
    links = library.links
    assert names([e.target for e in links.children(HOST + "logic")]) == ["a.pdf", "b.pdf"]
    assert names([e.source for e in links.parents(HOST + "logic")]) == ["courses", "staff"]
    assert names([e.target for e in links.siblings(HOST + "a.pdf")]) == ["b.pdf"]
    assert names([n.url for n in links.descendants(HOST + "courses", within=2)]) == ["logic", "", "a.pdf", "b.pdf", "staff"]  # fmt: skip
    assert names([e.target for e in links.path(HOST, HOST + "b.pdf")]) == ["courses", "logic", "b.pdf"]  # fmt: skip
    assert links.path(HOST + "logic", HOST) == []


def test_only_the_newest_state_of_a_page_counts(library: Library) -> None:
    site(library)
    keep(library, "logic", "b.pdf", later=1)
    assert library.links.ancestors(HOST + "a.pdf", within=2) == []
    assert names([e.target for e in library.links.children(HOST + "logic")]) == ["b.pdf"]


def test_people_belong_to_the_state_of_their_page(library: Library) -> None:
    keep(library, "staff", people=("Helen Marsh", "Peter Quill"))
    assert [one.name for one in library.entities.on([HOST + "staff"])[HOST + "staff"]] == ["Helen Marsh", "Peter Quill"]  # fmt: skip
    keep(library, "staff", people=("Helen Marsh",))  # read again
    keep(library, "other", people=("Anna Green",))
    (one,) = library.entities.on([HOST + "staff"])[HOST + "staff"]
    assert one == Person("Helen Marsh", source=HOST + "staff")
    keep(library, "staff", later=1)
    assert library.entities.on([HOST + "staff"])[HOST + "staff"] == []
