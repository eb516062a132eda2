"""Series that the plan finds due get an event: their next edition's site is found, or they are left alone for a while."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from find.little_web import little_web
from harvestman.api import Harvestman
from harvestman.model import SetClock
from world import World

VOLUME = """<proceedings mdate="{year}-08-10" key="conf/{key}/{year}">
<title>Proceedings of the International Conference on {about}, {name} {year}, Graz, Austria, June 20-23, {year}</title>
<booktitle>{name}</booktitle><year>{year}</year><ee>{ee}</ee><url>db/conf/{key}/{key}{year}.html</url></proceedings>"""

# Another conference of the acronym, the one that is meant, and one of another acronym.
LISTING = """<!DOCTYPE html><html><body><table>
<tr><td>Event</td><td>When</td><td>Where</td><td>Deadline</td></tr>
<tr><td rowspan=2><a href="/cfp/servlet/event.showcfp?eventid=901">QUILL 2024</a></td>
<td colspan=3>International Symposium on Goose Feathers and Poultry Economics</td></tr>
<tr><td>Sep 9, 2024 - Sep 10, 2024</td><td>Gdansk, Poland</td><td>May 1, 2024</td></tr>
<tr><td rowspan=2><a href="/cfp/servlet/event.showcfp?eventid=902">QUILL 2024</a></td>
<td colspan=3>International Conference on Forgotten File Formats</td></tr>
<tr><td>Dec 2, 2024 - Dec 4, 2024</td><td>Graz, Austria</td><td>Aug 30, 2024</td></tr>
<tr><td rowspan=2><a href="/cfp/servlet/event.showcfp?eventid=903">QUILT 2024</a></td>
<td colspan=3>International Conference on Forgotten File Formats and Fabrics</td></tr>
<tr><td>Dec 9, 2024 - Dec 10, 2024</td><td>Linz, Austria</td><td>Aug 31, 2024</td></tr>
</table>"""


def write_dump(path: Path, world: World) -> Path:
    """Two series that meet every June: LIME, whose next site there is, and MIST, of which there is none."""
    series = (("lime", "LIME", "Libraries and Metadata"), ("mist", "MIST", "Mist and Steam"))
    volumes = [
        VOLUME.format(key=key, name=name, about=about, year=year, ee=world.url(f"{key}{year}"))
        for key, name, about in series
        for year in range(2016, 2024)
    ]
    path.write_text(f'<?xml version="1.0"?><dblp>{"".join(volumes)}</dblp>', "utf-8")
    return path


def test_the_next_edition_of_a_series_that_is_due_is_found_by_its_address(
    hm: Harvestman, world: World, clock: SetClock, tmp_path: Path
) -> None:
    clock.advance((datetime(2024, 8, 20, tzinfo=UTC) - clock.now()).total_seconds())
    hm.plan.import_files(write_dump(tmp_path / "dblp.xml", world))
    due = {step.subject: step for step in hm.loop.round().steps}
    assert set(due) == {"conf/lime", "conf/mist"}
    assert "due by the plan" in due["conf/lime"].reason
    hm.loop.run()
    (watched,) = hm.watch.events()
    assert (watched.event.title, watched.event.series) == ("LIME 2024", "conf/lime")
    assert len(hm.papers()) == 6  # found, visited and harvested in one round
    told = {(one.series, one.event_year) for one in hm.library.plan.observations()}
    assert told == {("conf/lime", 2024), ("conf/mist", 0)}
    assert not [step for step in hm.loop.round().steps if step.kind == "series"]
    clock.advance(15 * 86_400)
    assert {s.subject for s in hm.loop.round().steps if s.kind == "series"} <= {"conf/mist"}


def _due(hm: Harvestman, clock: SetClock, dump: Path, name: str, ee: str, *, now: int) -> None:
    """One series that meets every June, last seen in the year before at an address that has no year."""
    clock.advance((datetime(now, 8, 20, tzinfo=UTC) - clock.now()).total_seconds())
    volumes = [
        VOLUME.format(key=name.lower(), name=name, about="Forgotten File Formats", year=year, ee=ee)
        for year in range(now - 8, now)
    ]
    dump.write_text(f'<?xml version="1.0"?><dblp>{"".join(volumes)}</dblp>', "utf-8")
    hm.plan.import_files(dump)


def test_the_next_volume_is_found_where_the_publisher_lists_its_volumes(
    hm: Harvestman, world: World, clock: SetClock, tmp_path: Path
) -> None:
    last = world.url("workshopvolumes", "/Vol-3090/")
    _due(hm, clock, tmp_path / "dblp.xml", "WFFF", last, now=2022)
    hm.loop.run()
    (watched,) = hm.watch.events()
    assert (watched.event.year, watched.event.series) == (2022, "conf/wfff")
    assert watched.event.site == world.url("workshopvolumes", "/Vol-3142/")


def test_the_next_edition_is_found_in_a_listing_of_events(
    opened: Callable[..., Harvestman], clock: SetClock, tmp_path: Path
) -> None:
    sites = {"calls": {"index.html": "<title>Calls</title>", "QUILL.html": LISTING}}
    with (
        little_web(tmp_path / "web", sites) as web,
        opened(run_listing=web.address("calls") + "{acronym}.html") as hm,
    ):
        doi = "https://doi.org/10.1000/quill"
        _due(hm, clock, tmp_path / "dblp.xml", "QUILL", doi, now=2024)
        hm.loop.run()
        (watched,) = hm.watch.events()
    assert (watched.event.title, watched.event.series) == ("QUILL 2024", "conf/quill")
    assert str(watched.event.start) == "2024-12-02"


def test_no_edition_is_looked_for_of_series_that_have_long_ended(
    hm: Harvestman, world: World, clock: SetClock, tmp_path: Path
) -> None:
    clock.advance((datetime(2034, 8, 20, tzinfo=UTC) - clock.now()).total_seconds())
    hm.plan.import_files(write_dump(tmp_path / "dblp.xml", world))
    assert hm.loop.round().steps == ()
