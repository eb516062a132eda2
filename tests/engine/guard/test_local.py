"""A child may do whatever it likes: its item gets a status, and the next item is served as if nothing had happened."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine import jobs
from engine.processes import await_death, lives, number_in
from harvestman.engine import Guard, Limits, LocalGuard, open_guard
from harvestman.model import GuardError, Status, UsageError

MB = 2**20
PATIENT = Limits(time_s=20, memory_bytes=64 * MB, output_bytes=MB)
HASTY = Limits(time_s=0.5, memory_bytes=64 * MB, output_bytes=MB)


@pytest.fixture(scope="module")
def guard() -> Iterator[Guard]:
    with open_guard("local:1", limits=PATIENT) as shared:
        yield shared


@pytest.fixture(scope="module")
def hasty() -> Iterator[Guard]:
    with open_guard("local:1", limits=HASTY, preload=["engine.jobs"]) as shared:
        yield shared


def test_a_value_comes_back(guard: Guard) -> None:
    outcome = guard.submit(jobs.double, 21).result()
    assert (outcome.value, outcome.status, outcome.is_done) == (42, None, True)


def test_an_item_of_several_megabytes_goes_over(guard: Guard) -> None:
    assert guard.submit(jobs.length, bytes(8 * MB)).result().value == 8 * MB


def test_the_same_child_serves_item_after_item(guard: Guard) -> None:
    assert guard.submit(jobs.pid, 0).result() == guard.submit(jobs.pid, 0).result()


@pytest.mark.parametrize(
    ("job", "item", "status", "detail"),
    [
        (jobs.raise_value_error, "no\nsuch luck", Status.CRASHED, "ValueError: no"),
        (jobs.raise_unprintable, 0, Status.CRASHED, "Unprintable"),
        (jobs.exit_politely, 0, Status.CRASHED, "SystemExit: 3"),
        (jobs.exit_at_once, 7, Status.CRASHED, "ended by itself with exit code 7"),
        (jobs.exit_at_once, 0, Status.CRASHED, "ended by itself with exit code 0"),
        (jobs.signal_self, signal.SIGKILL, Status.CRASHED, "killed by SIGKILL"),
        (jobs.signal_self, signal.SIGXCPU, Status.TIMEOUT, "processor time"),
        (jobs.read_null_pointer, 0, Status.CRASHED, "killed by SIGSEGV"),
        (jobs.take_memory, 80 * MB, Status.TOO_LARGE, "more than 67 MB of memory"),
        (jobs.length, bytes(80 * MB), Status.TOO_LARGE, "more than 67 MB of memory"),
        (jobs.recurse, 0, Status.CRASHED, "RecursionError"),
        (jobs.zeros, 2 * MB, Status.TOO_LARGE, "larger than 1,048,576 bytes"),
        (jobs.give_function, 0, Status.CRASHED, "the result cannot be sent back"),
        (jobs.give_bad_on_arrival, 0, Status.CRASHED, "the result cannot be read back"),
        (jobs.length, jobs.Unpicklable(), Status.CRASHED, "TypeError: stays at home"),
    ],
)
def test_what_goes_wrong_costs_its_item_a_status_and_nothing_else(
    guard: Guard, job: Callable[[Any], Any], item: Any, status: Status, detail: str
) -> None:
    outcome = guard.submit(job, item).result()
    assert outcome.status is status
    assert detail in outcome.detail
    assert "\n" not in outcome.detail
    assert outcome.value is None
    assert guard.submit(jobs.double, 2).result().value == 4


@pytest.mark.parametrize("job", [jobs.wait_forever, jobs.busy_in_c, jobs.ignore_terminate_and_wait])
def test_what_never_ends_is_ended(hasty: Guard, job: Callable[[Any], Any]) -> None:
    outcome = hasty.submit(job, 0).result(timeout=10)
    assert outcome.status is Status.TIMEOUT
    assert "0.5 seconds" in outcome.detail
    assert hasty.submit(jobs.double, 2).result().value == 4


def test_a_result_that_is_too_large_is_not_packed_to_its_end(guard: Guard, tmp_path: Path) -> None:
    outcome = guard.submit(jobs.many_pieces, str(tmp_path / "packed")).result()
    assert outcome.status is Status.TOO_LARGE
    assert int((tmp_path / "packed").read_text()) < 100


def test_an_ordinary_exception_keeps_its_child_and_its_trace(guard: Guard) -> None:
    before = guard.submit(jobs.pid, 0).result().value
    outcome = guard.submit(jobs.raise_value_error, "no").result()
    assert "in raise_value_error" in outcome.trace
    assert "trace" not in repr(outcome)
    assert guard.submit(jobs.pid, 0).result().value == before


def test_memory_within_the_limit_is_granted_again_and_again(guard: Guard) -> None:
    for _ in range(5):
        assert guard.submit(jobs.take_memory, 40 * MB).result().value == 40 * MB


def test_a_hundred_megabytes_of_printing_go_nowhere(guard: Guard) -> None:
    assert guard.submit(jobs.shout, 50 * MB).result().value == 50 * MB


def test_children_have_nothing_to_read(guard: Guard) -> None:
    assert guard.submit(jobs.read_stdin, 0).result().value == ""


def test_an_idle_child_that_was_killed_does_not_cost_the_next_item(guard: Guard) -> None:
    child = guard.submit(jobs.pid, 0).result().value
    assert child is not None
    os.kill(child, signal.SIGKILL)
    await_death(child)
    outcome = guard.submit(jobs.pid, 0).result()
    assert outcome.is_done
    assert outcome.value != child


def test_the_child_that_worked_last_has_the_next_item(tmp_path: Path) -> None:
    with open_guard("local:2", limits=PATIENT) as guard:
        one, other = str(tmp_path / "one"), str(tmp_path / "other")
        meeting = [guard.submit(jobs.meet, (one, other)), guard.submit(jobs.meet, (other, one))]
        both = {future.result().value for future in meeting}
        pids = [guard.submit(jobs.pid, 0).result().value for _ in range(10)]
    assert len(both) == 2
    assert len(set(pids)) == 1
    assert pids[0] in both


def test_full_strength_after_twenty_deaths(tmp_path: Path) -> None:
    with open_guard("local:2", limits=PATIENT) as guard:
        deaths = [guard.submit(jobs.exit_at_once, 1) for _ in range(20)]
        assert {future.result().status for future in deaths} == {Status.CRASHED}
        # Each waits for the other: only two children that work at the same time can bring this to an end.
        one, other = str(tmp_path / "one"), str(tmp_path / "other")
        meeting = [guard.submit(jobs.meet, (one, other)), guard.submit(jobs.meet, (other, one))]
        pids = {future.result().value for future in meeting}
        assert len(pids) == 2
        nursery = psutil.Process(pids.pop()).parent()
        assert nursery is not None
        assert sum(lives(child.pid) for child in nursery.children()) == 2
        assert len(nursery.children()) == 2  # and no dead one is left unburied


def test_a_nursery_that_was_killed_is_replaced() -> None:
    with open_guard("local:1", limits=PATIENT) as guard:
        child = guard.submit(jobs.pid, 0).result().value
        nursery = psutil.Process(child).parent()
        assert nursery is not None
        nursery.kill()
        assert child is not None
        await_death(child)
        assert guard.submit(jobs.double, 2).result().value == 4


def test_what_a_child_started_is_killed_with_it(tmp_path: Path) -> None:
    told = tmp_path / "grandchild"
    with open_guard("local:1", limits=PATIENT) as guard:
        future = guard.submit(jobs.announce_grandchild_and_wait, str(told))
        grandchild = psutil.Process(number_in(told))
        grandchild.parent().kill()
        assert future.result().status is Status.CRASHED
        await_death(grandchild.pid)


def test_children_are_replaced_after_many_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harvestman.engine.guard.local._ITEMS_PER_CHILD", 3)
    with open_guard("local:1", limits=PATIENT) as guard:
        pids = [guard.submit(jobs.pid, n).result().value for n in range(7)]
    assert [len(list(group)) for _, group in itertools.groupby(pids)] == [3, 3, 1]


def test_map_gives_each_item_with_its_outcome(guard: Guard) -> None:
    outcomes = dict(guard.map(jobs.double, range(50)))
    assert {item: outcome.value for item, outcome in outcomes.items()} == {
        n: 2 * n for n in range(50)
    }


def test_map_of_nothing_is_nothing(guard: Guard) -> None:
    assert list(guard.map(jobs.double, [])) == []


def test_map_looks_no_further_ahead_than_it_is_told(guard: Guard) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for number in itertools.count():
            taken += 1
            yield number

    results = guard.map(jobs.double, endless(), ahead=3)
    for given in range(1, 20):
        next(results)
        assert taken <= given + 2
    results.close()  # type: ignore[attr-defined]
    assert guard.submit(jobs.double, 2).result().value == 4


def test_map_passes_on_what_its_items_raise(guard: Guard) -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the list of items ends here")

    with pytest.raises(OSError, match="ends here"):
        list(guard.map(jobs.double, broken()))


async def test_asyncio_callers_wrap_the_future(guard: Guard) -> None:
    futures = [asyncio.wrap_future(guard.submit(jobs.double, n)) for n in range(10)]
    assert [outcome.value for outcome in await asyncio.gather(*futures)] == [
        2 * n for n in range(10)
    ]


def test_closing_ends_work_under_way_and_cancels_the_rest(tmp_path: Path) -> None:
    guard = open_guard("local:1", limits=PATIENT)
    told = tmp_path / "child"
    running = guard.submit(jobs.announce_and_wait, str(told))
    waiting = guard.submit(jobs.double, 1)
    child = number_in(told)
    guard.close()
    with pytest.raises(CancelledError):
        running.result(timeout=5)
    with pytest.raises(CancelledError):
        waiting.result(timeout=5)
    assert not wait([running], timeout=5).not_done
    assert not wait([waiting], timeout=5).not_done
    await_death(child)
    guard.close()
    with pytest.raises(GuardError, match="closed"):
        guard.submit(jobs.double, 1)


def test_a_callback_may_close_the_engine() -> None:
    guard = open_guard("local:1", limits=PATIENT)
    closed = threading.Event()

    def close(_: object) -> None:
        guard.close()
        closed.set()

    guard.submit(jobs.double, 1).add_done_callback(close)
    assert closed.wait(timeout=10)


def test_children_start_only_when_work_needs_them() -> None:
    with open_guard("local:4", limits=PATIENT) as guard:
        pids = {guard.submit(jobs.pid, n).result().value for n in range(5)}
        assert len(pids) == 1


def test_a_function_that_children_cannot_find_is_refused(guard: Guard) -> None:
    with pytest.raises(UsageError, match="top level of a module"):
        guard.submit(lambda item: item, 0)


def test_a_function_of_the_running_script_is_refused(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs.double, "__module__", "__main__")
    with pytest.raises(UsageError, match="running script"):
        guard.submit(jobs.double, 0)


def test_modules_are_loaded_before_the_first_item_and_a_broken_one_is_named(
    caplog: pytest.LogCaptureFixture,
) -> None:
    preload = ["engine.jobs", "no_such_module"]
    with open_guard("local:1", limits=PATIENT, preload=preload) as guard:
        assert guard.submit(jobs.double, 2).result().value == 4
    assert "no_such_module cannot be loaded" in caplog.text


def test_no_interpreter_is_an_engine_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    with (
        open_guard("local:1") as guard,
        pytest.raises(GuardError, match=r"cannot be started.*No such file"),
    ):
        guard.submit(jobs.double, 2).result()


def test_an_interpreter_that_cannot_load_us_is_an_engine_error_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", ["/nonexistent"])
    with (
        open_guard("local:1") as guard,
        pytest.raises(GuardError, match="No module named"),
    ):
        guard.submit(jobs.double, 2).result()


def test_an_engine_without_workers_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one"):
        LocalGuard(0)
