"""Rooms: made from settings, opened when asked for, closed together; a harvest from a program without an event loop."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.model import Order, UsageError
from harvestman.rooms import Rooms
from harvestman.settings import Settings, load_settings
from world import World


def settings(folder: Path, **more: str) -> Settings:
    flags: dict[str, str | None] = {
        "data": str(folder),
        "engine": "local:1",
        "browser": "never",
        "delay": "0",
        "allow_private": "true",
    }
    return load_settings(flags | more, environ={}, folder=folder)[0]


def test_nothing_is_opened_before_it_is_asked_for(tmp_path: Path) -> None:
    with Rooms(settings(tmp_path)) as rooms:
        assert rooms.harvest_request(["http://conf.example"]).seeds == ("http://conf.example/",)
        assert list(tmp_path.iterdir()) == []
        assert rooms.library is rooms.library
    assert (tmp_path / "harvestman.db").exists()


def test_a_library_that_is_only_read_must_be_there(tmp_path: Path) -> None:
    with (
        Rooms(settings(tmp_path), writable=False) as rooms,
        pytest.raises(UsageError, match="no library"),
    ):
        _ = rooms.library


def test_a_library_that_was_given_stays_open(tmp_path: Path) -> None:
    with Rooms(settings(tmp_path)) as rooms:
        with Rooms(rooms.settings, library=rooms.library) as others:
            assert others.library is rooms.library
        assert rooms.library.papers.count() == 0


def test_depth_and_limits_are_the_settings_own_where_none_are_given(tmp_path: Path) -> None:
    rooms = Rooms(settings(tmp_path, depth="4", limit="30", site_limit="9"))
    plain = rooms.harvest_request(["http://conf.example/"])
    assert (plain.depth, plain.limit, plain.site_limit) == (4, 30, 9)
    asked = rooms.harvest_request(
        ["http://conf.example/"],
        depth=0,
        limit=1,
        site_limit=2,
        order="breadth",
        domains=[".b.example"],
    )
    assert (asked.depth, asked.limit, asked.site_limit) == (0, 1, 2)
    assert (asked.order, asked.domains) == (Order.BREADTH, ("b.example",))


async def test_a_session_obeys_the_settings(tmp_path: Path) -> None:
    with Rooms(settings(tmp_path, lease="7", fresh_for="11")) as rooms:
        async with rooms.session() as session:
            assert (session.lease_s, session.fresh_for_s) == (7, 11)
            assert session.renderer is None
            assert session.library is rooms.library


def test_a_harvest_without_an_event_loop(tmp_path: Path) -> None:
    with World() as world, Rooms(settings(tmp_path)) as rooms:
        request = rooms.harvest_request([world.url("hcip2023")], depth=1)
        done = rooms.harvest(request, warc=tmp_path / "all.warc.gz")
        assert rooms.library.papers.count() >= 6
        assert rooms.library.harvests.counts(done).open == 0
        assert (tmp_path / "all.warc.gz").stat().st_size > 0
