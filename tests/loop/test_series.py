"""Series that the plan finds due get an event: their next edition's site is found, or they are left alone for a while."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from harvestman.api import Harvestman
from harvestman.model import SetClock
from world import World

VOLUME = """<proceedings mdate="{year}-08-10" key="conf/{key}/{year}">
<title>Proceedings of the International Conference on {about}, {name} {year}, Graz, Austria, June 20-23, {year}</title>
<booktitle>{name}</booktitle><year>{year}</year><ee>{ee}</ee><url>db/conf/{key}/{key}{year}.html</url></proceedings>"""


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


def test_no_edition_is_looked_for_of_series_that_have_long_ended(
    hm: Harvestman, world: World, clock: SetClock, tmp_path: Path
) -> None:
    clock.advance((datetime(2034, 8, 20, tzinfo=UTC) - clock.now()).total_seconds())
    hm.plan.import_files(write_dump(tmp_path / "dblp.xml", world))
    assert hm.loop.round().steps == ()
