"""The whole machinery on a simulated clock: sites of the sample world whose papers appear as its days pass."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from harvestman.crawl import Session
from harvestman.dedup import MergesFound
from harvestman.engine import InlineGuard
from harvestman.model import Author, Event, Field, LinkedMention, Look, Mention, Waiting
from harvestman.store import WatchedEvent
from harvestman.watch import Looker, Watchman, running
from harvestman.watch.urgency import by_urgency, urgency_of
from store.sample import claim, keep_mentions, keyed
from watch.conftest import Scene
from world.folder import Site

DAY = timedelta(days=1)


def day(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


async def test_a_conference_from_its_call_to_the_next_edition(scene: Scene) -> None:
    added = await scene.add(scene.world.url("lime2024"))
    assert added.kind == "site"
    await scene.watchman().run(day(2024, 10, 1))
    looks = [look for event, look, _ in scene.told if event.year == 2024]
    listed = next(look for look in looks if look.papers)
    printed = next(look for look in looks if look.files)
    assert day(2024, 4, 15) <= listed.when <= day(2024, 4, 18)
    assert (listed.papers, listed.files) == (6, 0)
    assert day(2024, 6, 10) <= printed.when <= day(2024, 6, 12)
    assert (printed.papers, printed.files) == (6, 6)
    assert looks[0].when >= day(2024, 4, 15)  # not before anything can have appeared
    assert len(looks) <= 16
    old, new = sorted(scene.library.agenda.all(), key=lambda one: one.event.year)
    assert old.appointment.when is None
    assert old.event.name == "LIME 2024"
    assert new.event.site == scene.world.url("lime2025")
    assert new.event.notification == date(2025, 4, 14)
    assert new.appointment.when is not None
    assert new.appointment.when.date() > date(2025, 4, 14)
    assert new.appointment.waiting is Waiting.LIST
    assert scene.library.papers.count() == 6
    # Nothing is asked of the next edition's site but what was needed to find it.
    assert len([e for e in scene.world.log("lime2025") if e.target == "/"]) <= 3


EVENT_PAGE = """<!DOCTYPE html><html><head><title>LIME 2024</title></head><body>
<span typeof="v:Event"><span property="v:summary" content="LIME 2024"></span>
<span property="v:startDate" content="2024-06-10T00:00:00"></span><span property="v:endDate" content="2024-06-12T00:00:00"></span>
<h2><span property="v:description">LIME 2024 : Conference on Libraries, Metadata and Exchange</span></h2></span>
<p>Link: <a href="{{url:lime2024/}}" target="_newtab">site</a></p>
<p>Series: <a href="/cfp/program?id=7">LIME</a></p>
<table><tr><th>When</th><td>Jun 10, 2024 - Jun 12, 2024</td></tr></table></body></html>"""

ROW = """<tr><td rowspan="2"><a href="/cfp/servlet/event.showcfp?eventid={id}">{acronym}</a></td>
<td colspan="3">Conference on Libraries, Metadata and Exchange</td></tr>
<tr><td>{when}</td><td>Nordhavn, Denmark</td><td>Feb 16, 2024</td></tr>"""

ANSWER = """
from world import Request, Response, World

def answer(request: Request, world: World) -> Response | None:
    name = {"/cfp/call": "listing", "/cfp/program": "series", "/cfp/servlet/event.showcfp": "event"}.get(request.path)
    if name is None or request.query.get("eventid") == "2":
        return None
    text = (world.sites["portal"].folder / f"{name}.txt").read_text()
    return Response(text.replace("{{url:lime2024/}}", world.url("lime2024")).encode(), content_type="text/html")
"""


@pytest.fixture
def portal(scene: Scene, tmp_path: Path) -> str:
    """A portal in the manner of WikiCFP, with one event and the list of its series."""
    folder = tmp_path / "portal"
    folder.mkdir()
    row = ROW.format(id=1, acronym="LIME 2024", when="Jun 10, 2024 - Jun 12, 2024")
    later = ROW.format(id=2, acronym="LIME 2025", when="Jun 16, 2025 - Jun 18, 2025")
    page = "<!DOCTYPE html><html><body><table>{}</table></body></html>"
    (folder / "event.txt").write_text(EVENT_PAGE)
    (folder / "listing.txt").write_text(page.format(row))
    (folder / "series.txt").write_text(page.format(row + later))
    (folder / "site.py").write_text(ANSWER)
    scene.world.sites["portal"] = Site(folder)
    return scene.world.url("portal", "/cfp/call?conference=libraries")


async def test_the_site_is_learnt_from_the_portal_and_the_dates_from_the_site(
    scene: Scene, portal: str
) -> None:
    added = await scene.add(portal)
    (kept,) = added.events
    assert (added.kind, kept.event.site, kept.event.notification) == ("wikicfp", "", None)
    await scene.watchman().once()
    (one,) = scene.library.agenda.all()
    assert one.event.site == scene.world.url("lime2024")
    assert one.event.notification == date(2024, 4, 15)
    assert one.event.camera_ready == date(2024, 5, 6)
    again = await scene.add(scene.world.url("lime2024"))
    assert [kept.is_new for kept in again.events] == [False]
    assert len(scene.library.agenda.all()) == 1


async def test_dates_are_read_off_a_call_that_is_a_pdf(scene: Scene) -> None:
    added = await scene.add(scene.world.url("fathom2024"))
    assert added.events[0].event.notification is None
    await scene.watchman().once()
    (one,) = scene.library.agenda.all()
    assert one.event.submission == date(2024, 4, 12)
    assert one.event.notification == date(2024, 6, 3)
    assert one.event.camera_ready == date(2024, 7, 1)
    assert one.event.site == scene.world.url("fathom2024")


async def test_dates_are_read_while_the_site_is_harvested_and_not_again_from_the_archive(
    scene: Scene, portal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def again(self: Looker, url: str) -> object:
        raise AssertionError(f"{url} was parsed a second time")

    monkeypatch.setattr(Looker, "_read_dates", again)
    await scene.add(portal)
    await scene.watchman().once()
    (one,) = scene.library.agenda.all()
    assert one.event.notification == date(2024, 4, 15)


async def test_no_look_is_made_when_the_last_moment_has_come(scene: Scene) -> None:
    await scene.add(scene.world.url("lime2024"))
    (one,) = scene.library.agenda.all()
    first = one.appointment.when
    assert first is not None
    assert await scene.watchman().run(first) == 0  # due in the very moment in which it ends
    assert await scene.watchman().run(first - DAY) == 0
    assert await scene.watchman().run(first + DAY) == 1


async def test_the_next_edition_is_looked_for_on_the_portal_too(scene: Scene, portal: str) -> None:
    del scene.world.sites["lime2025"]  # neither a link nor a guess leads anywhere
    scene.world.set_date(date(2024, 8, 20))
    await scene.add(portal)
    await scene.watchman().run(day(2024, 10, 1))
    old, new = sorted(scene.library.agenda.all(), key=lambda one: one.event.year)
    assert (old.event.year, new.event.year) == (2024, 2025)
    assert new.event.start == date(2025, 6, 16)
    assert old.appointment.when is None


FRONT = """<!DOCTYPE html><html><head><title>LEAP {year}</title></head><body><h1>LEAP {year}</h1>
<p>Workshop on Legs and Paths, Tarapuy, Ecuador, 10-12 June {year}</p>
<ul><li>Notification: 1 April {year}</li></ul><p>{more}</p></body></html>"""
LINK = '<a href="/accepted.html">Accepted papers</a>'


def leap(scene: Scene, folder: Path) -> str:
    """A series whose site never moves: in October it becomes the next edition's."""
    folder.mkdir()

    def accepted(*titles: str) -> str:
        rows = "".join(
            f"<li><b>{title}</b><br><i>Ann Lee, Bo Chen</i> <a href='{at}.pdf'>PDF</a></li>"
            for at, title in enumerate(titles)
        )
        page = "<!DOCTYPE html><html><head><title>LEAP</title></head><body><h1>{0}</h1><ul>{1}</ul></body></html>"
        return page.format("Accepted Papers", rows)

    first = ("Counting the Legs of Harvestmen in Motion", "On the Manners of Crawlers at Night",
             "Neural Catalogues for Small Libraries", "A Robust Approach to Spider Silk Indexing")  # fmt: skip
    second = ("Graphs of Citations in Forgotten Journals", "Reading Programmes without Metadata",
              "How to Find a Path with Eight Legs", "Walking on Water: a Study of Small Steps")  # fmt: skip
    files = {
        "index.html": FRONT.format(year=2024, more=""),
        "index@2024-04-03.html": FRONT.format(year=2024, more=LINK),
        "index@2024-10-01.html": FRONT.format(year=2025, more=f"Last year: {LINK}"),
        "index@2025-04-03.html": FRONT.format(
            year=2025, more=LINK + LINK.replace(".html", "2.html")
        ),
        "accepted@2024-04-03.html": accepted(*first),
        "accepted2@2025-04-03.html": accepted(*second),
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    scene.world.sites["leap"] = Site(folder)
    return scene.world.url("leap")


async def test_a_site_that_never_moves_shows_one_edition_after_the_other(
    scene: Scene, tmp_path: Path
) -> None:
    await scene.add(leap(scene, tmp_path / "leap"))
    await scene.watchman().run(day(2025, 8, 1))
    old, new = sorted(scene.library.agenda.all(), key=lambda one: one.event.year)
    assert (old.event.year, new.event.year, new.event.start) == (2024, 2025, date(2025, 6, 10))
    assert old.event.site == new.event.site
    assert scene.library.papers.count() == 8
    looks = {
        year: [look for event, look, _ in scene.told if event.year == year and look.was_reached]
        for year in (2024, 2025)
    }
    assert {look.papers for look in looks[2024]} == {0, 4}
    assert looks[2024][-1].when > day(2024, 10, 1)
    # What still stands there of the last edition is not taken for papers of this one.
    appeared = next(look for look in looks[2025] if look.papers)
    assert day(2025, 4, 3) <= appeared.when <= day(2025, 4, 8)
    assert appeared.papers == 4


async def test_after_a_round_of_looks_new_papers_are_compared_once(scene: Scene) -> None:
    url = "https://ana.example/papers.html"
    names = ("Zuzana Hrabalová", "Ottoline Featherstone", "Emőke Vargason")  # no common key
    claims = (
        claim(Field.TITLE, "Nine Ways to Cite a Spreadsheet", source=url),
        claim(Field.AUTHORS, tuple(map(Author, names)), source=url),
        claim(Field.YEAR, 2024, source=url),
    )
    keep_mentions(scene.library, url, keyed(LinkedMention(Mention(claims), frozenset())))
    scene.world.set_date(date(2024, 4, 20))
    await scene.add(scene.world.url("lime2024"))
    found: list[MergesFound] = []
    watchman = replace(scene.watchman(), told_merges=found.append)
    assert await watchman.once() == 1
    (round_,) = found
    assert len(round_.merged) == 1
    assert scene.library.papers.count() == 6
    assert await watchman.once() == 0  # nothing was due: nothing is searched
    assert len(found) == 1


class Killed(BaseException):
    """Stands for kill -9 at one place."""


async def test_what_another_holds_is_left_alone_until_its_time_runs_out(scene: Scene) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    due = scene.library.agenda.due(scene.clock.now())
    scene.world.clear_log()
    elsewhere = "another machine/1/2/3"
    assert scene.library.agenda.hold(due, elsewhere, length_s=600, since=day(2024, 6, 11)) == due
    assert await scene.watchman().once() == 0
    assert not scene.world.log("lime2024")
    scene.clock.advance(600)
    assert await scene.watchman().once() == 1
    assert scene.library.leases.holders("event") == []


async def test_a_look_that_another_took_over_is_not_kept(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    (one,) = scene.library.agenda.all()
    read = Looker._dates

    async def slowly(self: Looker, *given: Any) -> Any:
        scene.clock.advance(3600)
        monkeypatch.setattr(Looker, "_dates", read)
        assert await scene.watchman().once() == 1
        return await read(self, *given)

    monkeypatch.setattr(Looker, "_dates", slowly)
    assert await scene.watchman().once() == 0
    assert len(scene.library.agenda.looks(one.event.id)) == 1
    assert len(scene.told) == 1


async def test_the_hold_is_longer_the_longer_a_look_takes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    (one,) = due = scene.library.agenda.due(scene.clock.now())

    class Ticking:
        """A clock that is not simulated to the watch, whose time passes when others sleep."""

        now = staticmethod(scene.clock.now)
        monotonic = staticmethod(scene.clock.monotonic)

        async def sleep(self, seconds: float) -> None:
            await scene.clock.sleep(seconds)

    async def long_look(self: Looker, *given: Any) -> None:
        for _ in range(200):
            await asyncio.to_thread(lambda: None)
        assert scene.clock.now() > day(2024, 6, 11) + timedelta(minutes=30)
        got = scene.library.agenda.hold(due, "another/1/2/3", length_s=600, since=scene.clock.now())
        assert got == []

    monkeypatch.setattr(Looker, "look", long_look)
    looker = Looker(Session(scene.library, scene.fetcher, InlineGuard(), Ticking()))
    assert await Watchman(looker).once() == 0
    assert scene.library.agenda.one(one.event.id) == one
    assert scene.library.leases.holders("event") == []


async def test_killed_before_a_look_is_kept_nothing_is_fetched_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    with monkeypatch.context() as patched:

        def dies(*_: object, **__: object) -> None:
            raise Killed

        patched.setattr(scene.library.agenda, "keep_look", dies)
        with pytest.raises(BaseExceptionGroup):
            await scene.watchman().once()
    asked = len(scene.world.log("lime2024"))
    (one,) = scene.library.agenda.all()
    assert one.last is None
    scene.clock.advance(3600)
    assert await scene.watchman().once() == 1
    assert len(scene.world.log("lime2024")) == asked
    (look,) = scene.library.agenda.looks(one.event.id)
    assert (look.papers, look.files) == (6, 6)
    assert await scene.watchman().once() == 0


async def test_what_a_killed_look_held_is_looked_at_by_the_same_command(scene: Scene) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    (one,) = scene.library.agenda.all()
    says_its_name = "from harvestman.store import new_owner; print(new_owner())"
    asked = [sys.executable, "-c", says_its_name]
    holder = (await asyncio.to_thread(subprocess.check_output, asked, text=True)).strip()
    now = scene.clock.now()
    (held,) = scene.library.agenda.hold([one], holder, length_s=3600, since=now, budget=None)
    assert await scene.watchman().look_at([held.event.id]) == 1


@pytest.mark.parametrize("deadly", [1, 2, 4, 8, 12, 14, 15, 16])
async def test_killed_at_any_write_the_look_is_made_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, deadly: int
) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    scene.world.clear_log()
    database, writes = scene.library.database, 0

    def counted(real: Callable[..., AbstractContextManager[Any]]) -> Callable[..., Any]:
        def write(*, is_fenced: bool = True) -> AbstractContextManager[Any]:
            nonlocal writes
            writes += 1
            if writes == deadly:
                raise Killed
            return real(is_fenced=is_fenced)

        return write

    with monkeypatch.context() as patched:
        patched.setattr(database, "write", counted(database.write))
        patched.setattr(database, "writing", counted(database.writing))
        with contextlib.suppress(BaseExceptionGroup):
            await scene.watchman().once()
    await scene.watchman().once()
    (one,) = scene.library.agenda.all()
    (look,) = scene.library.agenda.looks(one.event.id)
    assert (look.papers, look.files) == (6, 6)
    asked = Counter(entry.target for entry in scene.world.log("lime2024"))
    # At most the page that was being kept is asked for again.
    assert sum(count - 1 for count in asked.values()) <= 1
    assert writes >= min(deadly, 14)


async def test_a_look_at_what_has_not_changed_ends_after_a_glance(scene: Scene) -> None:
    scene.world.set_date(date(2024, 6, 11))
    await scene.add(scene.world.url("lime2024"))
    man = scene.watchman()
    costs = []
    for _ in range(5):
        (one,) = scene.library.agenda.all()
        scene.library.agenda.appoint(
            one.event.id, replace(one.appointment, when=scene.clock.now(), waiting=Waiting.CHANGES)
        )
        scene.world.clear_log()
        await man.once()
        costs.append(len(scene.world.log("lime2024")))
        scene.clock.advance(7 * 86400)
    looks = [look for _, look, _ in scene.told]
    assert [look.was_glance for look in looks] == [False, False, True, True, False]
    assert {(look.papers, look.files) for look in looks} == {(6, 6)}
    assert costs[2] < costs[1] / 2


async def test_papers_that_appear_are_told_to_the_plan(scene: Scene, tmp_path: Path) -> None:
    scene.world.set_date(date(2024, 6, 11))
    source = tmp_path / "mine.csv"
    row = f"conf/lime,LIME 2024,{scene.world.url('lime2024')},2024-06-10"
    source.write_text(f"series,acronym,site,start\n{row}\n")
    await scene.add(str(source))
    await scene.watchman().once()
    (seen,) = scene.library.plan.observations()
    assert (seen.series, seen.event_year, seen.event_month) == ("conf/lime", 2024, 6)
    assert seen.seen == date(2024, 6, 11)


async def test_a_site_that_is_gone_is_told_and_tried_ever_less_often(scene: Scene) -> None:
    table = scene.world.url("gone")
    source = Path(str(scene.library)).parent / "mine.csv"
    source.write_text(f"acronym,site,start,notification\nGONE 2024,{table},2024-03-20,2024-02-20\n")
    await scene.add(str(source))
    await scene.watchman().run(day(2024, 4, 1))
    looks = [look for _, look, _ in scene.told]
    assert looks
    assert not any(look.was_reached for look in looks)
    gaps = [b.when - a.when for a, b in pairwise(looks)]
    assert gaps == sorted(gaps)
    assert "410" in looks[0].detail
    assert {look.waiting for look in looks} == {Waiting.LIST}


async def test_a_short_budget_goes_to_the_most_urgent(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = tmp_path / "mine.csv"
    rows = [f"{name} 2024,{scene.world.url('gone')}{name}" for name in ("AA", "BB", "CC")]
    source.write_text("acronym,site\n" + "\n".join(rows) + "\n")
    await scene.add(str(source))
    monkeypatch.setattr(running, "urgencies", lambda *_: {"bb": 0.9, "conf/cc": 0.5, "cc": 0.5})
    man: Watchman = scene.watchman(budget=2)
    assert await man.once() == 2
    assert [event.acronym for event, _, _ in scene.told] == ["BB", "CC"]
    assert await man.once() == 0  # today's are spent
    await man.run(day(2024, 3, 2) + DAY / 2)
    assert [event.acronym for event, _, _ in scene.told] == ["BB", "CC", "AA"]


def test_urgency_orders_and_age_decides_between_equals() -> None:
    def due(name: str, hour: int) -> WatchedEvent:
        from harvestman.model import Appointment

        when = day(2024, 3, 1) + timedelta(hours=hour)
        return WatchedEvent(
            Event("", 2024, acronym=name, id=name), Appointment(when, Waiting.LIST, "")
        )

    ordered = by_urgency([due("A", 3), due("B", 2), due("C", 1)], {"a": 0.4})
    assert [one.event.id for one in ordered] == ["A", "C", "B"]
    assert urgency_of(Event("conf/x", 2024), {"conf/x": 0.3}) == 0.3
    assert urgency_of(Event("", 2024), {}) == 0


async def test_what_cannot_or_need_not_be_looked_at_has_no_appointment(scene: Scene) -> None:
    from harvestman.watch import Judgement

    judge = Judgement(clock=scene.clock)
    nowhere = Event("", 2024, acronym="LIME", start=date(2024, 6, 10))
    assert "no site is known" in judge.appoint(nowhere, ()).reason
    old = replace(nowhere, year=2019, start=date(2019, 6, 10), portal="http://portal.example/1")
    assert judge.appoint(old, ()).when is None
    undated = replace(nowhere, site="http://lime.example/")
    assert judge.appoint(undated, ()).when == scene.clock.now()
    dated = replace(undated, notification=date(2024, 4, 15))
    planned = judge.appoint(dated, ()).when
    assert planned is not None
    assert planned > day(2024, 4, 15)


async def test_habits_of_the_last_edition_are_used(scene: Scene) -> None:
    from harvestman.watch import Judgement

    before = Event("", 2023, acronym="LIME", start=date(2023, 6, 10), id="old")
    event = Event("", 2024, acronym="LIME", id="new", site="http://x/")
    start = day(2023, 6, 10)
    looks = [Look(start, 6, 0, True), Look(start + 30 * DAY, 6, 6, True)]
    judge = Judgement(clock=scene.clock)
    judge.add(before, looks)
    dates = judge.dates_of(event)
    assert (dates.habit_days, dates.has_lists) == (30.0, True)
    assert dates.start == start + 364 * DAY
    assert dates.uncertain_days > 0
