"""The closed list of outcomes, the one tree of errors, and clocks."""

from __future__ import annotations

import pickle
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from harvestman import model
from harvestman.model import HarvestmanError, SetClock, Status, SystemClock, UsageError, errors

START = datetime(2024, 6, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize("status", Status)
def test_a_status_has_a_slug_a_meaning_and_a_remedy(status: Status) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", str(status))
    assert str(status) == status.name.lower().replace("_", "-")
    assert status.meaning.endswith(".")
    assert status.remedy.endswith(".")
    assert Status(str(status)) is status
    assert pickle.loads(pickle.dumps(status)) is status


def test_the_slugs_are_a_public_interface() -> None:
    assert {str(status) for status in Status} >= set(
        "success no-papers blocked-robots blocked-wall timeout too-large not-html needs-browser not-found crashed".split()
    )


def test_only_what_was_read_to_its_end_is_read() -> None:
    assert {status for status in Status if status.is_read} == {
        Status.SUCCESS,
        Status.NO_PAPERS,
        Status.UNCHANGED,
        Status.NO_METADATA,
    }


def _all_errors(root: type[HarvestmanError]) -> list[type[HarvestmanError]]:
    """The errors of this room; other rooms, once they are loaded, have some of their own."""
    found = [root, *(error for child in root.__subclasses__() for error in _all_errors(child))]
    return [error for error in found if error.__module__.startswith("harvestman.model")]


@pytest.mark.parametrize("error", _all_errors(HarvestmanError))
def test_every_error_is_exported_drawn_and_has_its_exit_code(error: type[HarvestmanError]) -> None:
    assert error.__name__ in model.__all__
    assert error.__name__ in (errors.__doc__ or "")
    assert error.exit_code == (2 if issubclass(error, UsageError) else 3)


async def test_a_set_clock_moves_only_when_told() -> None:
    clock = SetClock(START)
    assert clock.now() == clock.now() == START
    clock.advance(90)
    assert clock.now() == START + timedelta(seconds=90)
    await clock.sleep(10)
    await clock.sleep(-5)
    assert clock.now() == START + timedelta(seconds=100)


def test_a_clock_tells_utc() -> None:
    paris = timezone(timedelta(hours=2))
    assert SetClock(datetime(2024, 6, 3, 14, tzinfo=paris)).now().isoformat() == START.isoformat()
    assert SystemClock().now().tzinfo is UTC


async def test_the_system_clock_goes_on() -> None:
    clock = SystemClock()
    before = clock.now()
    await clock.sleep(0)
    assert clock.now() >= before
