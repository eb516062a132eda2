"""Sessions of the desk: they end with their key, when they are not used, and after a week."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from harvestman.model import SystemClock
from harvestman.store import open_library


class SetClock(SystemClock):
    """A clock that stands where it is put."""

    moment = datetime(2026, 11, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


def test_a_session_ends_by_itself(tmp_path: Path) -> None:
    clock = SetClock()
    with open_library(str(tmp_path / "library.db"), clock=clock) as library:
        key, _ = library.api_keys.add("ana", ["write"])
        idle, used = library.sessions.begin(key.id), library.sessions.begin(key.id)
        for _ in range(20):
            clock.moment += timedelta(hours=8)
            assert library.sessions.find(used) is not None
        assert library.sessions.find(idle) is None
        clock.moment += timedelta(hours=8)
        assert library.sessions.find(used) is None, "a week is over"
        assert library.sessions.alive() == []


def test_a_session_from_before_the_clock_was_set_right_has_ended(tmp_path: Path) -> None:
    clock = SetClock()
    with open_library(str(tmp_path / "library.db"), clock=clock) as library:
        key, _ = library.api_keys.add("ana", ["write"])
        text = library.sessions.begin(key.id)
        clock.moment -= timedelta(hours=1)
        assert library.sessions.find(text) is not None, "an hour is nobody's fault"
        clock.moment -= timedelta(days=365)
        assert library.sessions.find(text) is None
        assert library.sessions.alive() == []


def test_a_session_ends_with_its_key(tmp_path: Path) -> None:
    with open_library(str(tmp_path / "library.db"), clock=SetClock()) as library:
        key, _ = library.api_keys.add("ana", ["write"])
        text = library.sessions.begin(key.id)
        assert library.sessions.find(text) is not None
        assert library.sessions.find(text[:-1]) is None
        library.sessions.end("another")
        assert [one.key for one in library.sessions.alive()] == [key.id]
        library.api_keys.revoke(key.id)
        assert library.sessions.find(text) is None
