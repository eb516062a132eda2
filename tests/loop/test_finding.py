"""Rounds look for what is often cited and not held, and read the lists of scholars again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from find.little_web import little_web
from harvestman.api import Harvestman
from harvestman.find import PersonQuestion
from harvestman.learn.sites_served import SitesServed
from harvestman.model import JobRecord, SetClock
from harvestman.store import schema
from world.pdf import Author, Spec, make_pdf

WANTED = "Reed beds for small towns beside the sea"
LIST = "<li>H. Marsh. {}. Journal of Wetlands {}, pp. 1-9, 2019."
TITLES = ("Reeds that stand", "Water that waits", "Mud that moves", "Herons that hunt", "Tides that turn",
          "Salt that stays", "Birds that breed", "Fish that flee", "Sand that sinks")  # fmt: skip
HOME = """<title>Helen Marsh: homepage</title><h1>Helen Marsh</h1><p>Professor of wetlands, University of Saltreach.
 Contact: marsh@saltreach.example. Research interests: wetlands. <a href=publications.html>Publications</a>"""


def paper(title: str, author: str, words: str, references: tuple[str, ...] = ()) -> bytes:
    text = f"{words} and {words} again, which {words} shows. " * 12
    sections = (("1 Introduction", text), ("2 Results", text))
    who = (Author(author, "University of Saltreach"),)
    return make_pdf(Spec(title, who, abstract=text[:300], sections=sections, references=references))


def publications(count: int) -> str:
    entries = "".join(LIST.format(title, n) for n, title in enumerate(TITLES[:count], start=1))
    return f"<title>Helen Marsh: publications</title><h1>Publications</h1><ul>{entries}</ul>"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[SitesServed]:
    sites: dict[str, dict[str, str | bytes]] = {
        "marsh": {"index.html": HOME, "publications.html": publications(8)},
        "archive": {
            "index.html": "<title>Archive</title>",
            "reeds.pdf": paper(WANTED, "Helen Marsh", "reeds grow in gravel"),
        },
    }
    with little_web(tmp_path / "web", sites) as served:
        yield served


@pytest.fixture
def hm(opened: Callable[..., Harvestman], web: SitesServed) -> Iterator[Harvestman]:
    engine = web.address("search").rstrip("/")
    with opened(providers="searxng", searxng_url=engine, run_cited="2", run_revisit="30d") as one:
        yield one


def test_a_paper_that_is_often_cited_and_not_held_is_looked_for_once(hm: Harvestman) -> None:
    reference = f"H. Marsh. {WANTED}. Journal of Ponds, 3(1):1-9, 2001."
    other = "A. Fenn. Sand that is cited by only one of them. Journal of Ponds, 2001."
    hm.hold(paper("Ponds", "Ann Fenn", "ponds are shallow", (reference, other)))
    hm.hold(paper("Ditches", "Bob Ash", "ditches are narrow", (reference,)))
    (step,) = [step for step in hm.loop.round().steps if step.kind == "missing"]
    assert step.title == WANTED
    assert step.reason.startswith("2 held documents cite it")
    told: list[JobRecord] = []
    hm.loop.run(told=told.append)
    assert WANTED in [one.title for one in hm.papers()]
    # The search provider's answers cost as much of the day's budget as pages do.
    hosts = {host.partition(".")[0] for job in told for host in job.result.get("hosts", ())}
    assert {"search", "archive"} <= hosts
    assert not [step for step in hm.loop.round().steps if step.kind == "missing"]


def test_a_document_that_is_still_being_read_does_not_stop_the_round(hm: Harvestman) -> None:
    held = hm.hold(paper("Ponds", "Ann Fenn", "ponds are shallow"))
    with hm.library.database.write() as connection:  # as it is between its arrival and its reading
        connection.execute(sa.update(schema.document).values(status=""))
        connection.execute(sa.delete(schema.extraction))
    assert held.id
    assert not [step for step in hm.loop.round().steps if step.kind == "missing"]


def test_a_scholars_list_that_has_grown_is_read_again(
    hm: Harvestman, web: SitesServed, clock: SetClock, tmp_path: Path
) -> None:
    (answer,) = hm.find.persons([PersonQuestion("Helen Marsh", "University of Saltreach")])
    assert answer.homepage
    before = len(hm.papers())
    (tmp_path / "web" / "marsh" / "publications.html").write_text(publications(9))
    assert not [step for step in hm.loop.round().steps if step.kind == "person"]
    clock.advance(timedelta(days=31).total_seconds())
    assert [step.kind for step in hm.loop.round().steps if step.cost] == ["person"]
    hm.loop.run()
    assert len(hm.papers()) == before + 1
    assert not [step for step in hm.loop.round().steps if step.kind == "person"]
