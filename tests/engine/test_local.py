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
from harvestman.engine import Engine, Limits, LocalEngine, open_engine
from harvestman.model import EngineError, Status, UsageError

MB = 2**20
PATIENT = Limits(time_s=20, memory_bytes=64 * MB, output_bytes=MB)
HASTY = Limits(time_s=0.5, memory_bytes=64 * MB, output_bytes=MB)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with open_engine("local:1", limits=PATIENT) as shared:
        yield shared


@pytest.fixture(scope="module")
def hasty() -> Iterator[Engine]:
    with open_engine("local:1", limits=HASTY, preload=["engine.jobs"]) as shared:
        yield shared


def test_a_value_comes_back(engine: Engine) -> None:
    outcome = engine.submit(jobs.double, 21).result()
    assert (outcome.value, outcome.status, outcome.is_done) == (42, None, True)


def test_an_item_of_several_megabytes_goes_over(engine: Engine) -> None:
    assert engine.submit(jobs.length, bytes(8 * MB)).result().value == 8 * MB


def test_the_same_child_serves_item_after_item(engine: Engine) -> None:
    assert engine.submit(jobs.pid, 0).result() == engine.submit(jobs.pid, 0).result()


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
    engine: Engine, job: Callable[[Any], Any], item: Any, status: Status, detail: str
) -> None:
    outcome = engine.submit(job, item).result()
    assert outcome.status is status
    assert detail in outcome.detail
    assert "\n" not in outcome.detail
    assert outcome.value is None
    assert engine.submit(jobs.double, 2).result().value == 4


@pytest.mark.parametrize("job", [jobs.wait_forever, jobs.busy_in_c, jobs.ignore_terminate_and_wait])
def test_what_never_ends_is_ended(hasty: Engine, job: Callable[[Any], Any]) -> None:
    outcome = hasty.submit(job, 0).result(timeout=10)
    assert outcome.status is Status.TIMEOUT
    assert "0.5 seconds" in outcome.detail
    assert hasty.submit(jobs.double, 2).result().value == 4


def test_an_ordinary_exception_keeps_its_child_and_its_trace(engine: Engine) -> None:
    before = engine.submit(jobs.pid, 0).result().value
    outcome = engine.submit(jobs.raise_value_error, "no").result()
    assert "in raise_value_error" in outcome.trace
    assert "trace" not in repr(outcome)
    assert engine.submit(jobs.pid, 0).result().value == before


def test_memory_within_the_limit_is_granted_again_and_again(engine: Engine) -> None:
    for _ in range(5):
        assert engine.submit(jobs.take_memory, 40 * MB).result().value == 40 * MB


def test_a_hundred_megabytes_of_printing_go_nowhere(engine: Engine) -> None:
    assert engine.submit(jobs.shout, 50 * MB).result().value == 50 * MB


def test_children_have_nothing_to_read(engine: Engine) -> None:
    assert engine.submit(jobs.read_stdin, 0).result().value == ""


def test_an_idle_child_that_was_killed_does_not_cost_the_next_item(engine: Engine) -> None:
    child = engine.submit(jobs.pid, 0).result().value
    assert child is not None
    os.kill(child, signal.SIGKILL)
    await_death(child)
    outcome = engine.submit(jobs.pid, 0).result()
    assert outcome.is_done
    assert outcome.value != child


def test_full_strength_after_twenty_deaths(tmp_path: Path) -> None:
    with open_engine("local:2", limits=PATIENT) as engine:
        deaths = [engine.submit(jobs.exit_at_once, 1) for _ in range(20)]
        assert {future.result().status for future in deaths} == {Status.CRASHED}
        # Each waits for the other: only two children that work at the same time can bring this to an end.
        one, other = str(tmp_path / "one"), str(tmp_path / "other")
        meeting = [engine.submit(jobs.meet, (one, other)), engine.submit(jobs.meet, (other, one))]
        pids = {future.result().value for future in meeting}
        assert len(pids) == 2
        nursery = psutil.Process(pids.pop()).parent()
        assert nursery is not None
        assert sum(lives(child.pid) for child in nursery.children()) == 2
        assert len(nursery.children()) == 2  # and no dead one is left unburied


def test_a_nursery_that_was_killed_is_replaced() -> None:
    with open_engine("local:1", limits=PATIENT) as engine:
        child = engine.submit(jobs.pid, 0).result().value
        nursery = psutil.Process(child).parent()
        assert nursery is not None
        nursery.kill()
        assert child is not None
        await_death(child)
        assert engine.submit(jobs.double, 2).result().value == 4


def test_what_a_child_started_is_killed_with_it(tmp_path: Path) -> None:
    told = tmp_path / "grandchild"
    with open_engine("local:1", limits=PATIENT) as engine:
        future = engine.submit(jobs.announce_grandchild_and_wait, str(told))
        grandchild = psutil.Process(number_in(told))
        grandchild.parent().kill()
        assert future.result().status is Status.CRASHED
        await_death(grandchild.pid)


def test_children_are_replaced_after_many_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harvestman.engine.local._ITEMS_PER_CHILD", 3)
    with open_engine("local:1", limits=PATIENT) as engine:
        pids = [engine.submit(jobs.pid, n).result().value for n in range(7)]
    assert [len(list(group)) for _, group in itertools.groupby(pids)] == [3, 3, 1]


def test_map_gives_each_item_with_its_outcome(engine: Engine) -> None:
    outcomes = dict(engine.map(jobs.double, range(50)))
    assert {item: outcome.value for item, outcome in outcomes.items()} == {
        n: 2 * n for n in range(50)
    }


def test_map_of_nothing_is_nothing(engine: Engine) -> None:
    assert list(engine.map(jobs.double, [])) == []


def test_map_looks_no_further_ahead_than_it_is_told(engine: Engine) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for number in itertools.count():
            taken += 1
            yield number

    results = engine.map(jobs.double, endless(), ahead=3)
    for given in range(1, 20):
        next(results)
        assert taken <= given + 2
    results.close()  # type: ignore[attr-defined]
    assert engine.submit(jobs.double, 2).result().value == 4


def test_map_passes_on_what_its_items_raise(engine: Engine) -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the list of items ends here")

    with pytest.raises(OSError, match="ends here"):
        list(engine.map(jobs.double, broken()))


async def test_asyncio_callers_wrap_the_future(engine: Engine) -> None:
    futures = [asyncio.wrap_future(engine.submit(jobs.double, n)) for n in range(10)]
    assert [outcome.value for outcome in await asyncio.gather(*futures)] == [
        2 * n for n in range(10)
    ]


def test_closing_ends_work_under_way_and_cancels_the_rest(tmp_path: Path) -> None:
    engine = open_engine("local:1", limits=PATIENT)
    told = tmp_path / "child"
    running = engine.submit(jobs.announce_and_wait, str(told))
    waiting = engine.submit(jobs.double, 1)
    child = number_in(told)
    engine.close()
    with pytest.raises(CancelledError):
        running.result(timeout=5)
    with pytest.raises(CancelledError):
        waiting.result(timeout=5)
    assert not wait([running], timeout=5).not_done
    assert not wait([waiting], timeout=5).not_done
    await_death(child)
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.submit(jobs.double, 1)


def test_a_callback_may_close_the_engine() -> None:
    engine = open_engine("local:1", limits=PATIENT)
    closed = threading.Event()

    def close(_: object) -> None:
        engine.close()
        closed.set()

    engine.submit(jobs.double, 1).add_done_callback(close)
    assert closed.wait(timeout=10)


def test_children_start_only_when_work_needs_them() -> None:
    with open_engine("local:4", limits=PATIENT) as engine:
        pids = {engine.submit(jobs.pid, n).result().value for n in range(5)}
        assert len(pids) == 1


def test_a_function_that_children_cannot_find_is_refused(engine: Engine) -> None:
    with pytest.raises(UsageError, match="top level of a module"):
        engine.submit(lambda item: item, 0)


def test_a_function_of_the_running_script_is_refused(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs.double, "__module__", "__main__")
    with pytest.raises(UsageError, match="running script"):
        engine.submit(jobs.double, 0)


def test_modules_are_loaded_before_the_first_item_and_a_broken_one_is_named(
    caplog: pytest.LogCaptureFixture,
) -> None:
    preload = ["engine.jobs", "no_such_module"]
    with open_engine("local:1", limits=PATIENT, preload=preload) as engine:
        assert engine.submit(jobs.double, 2).result().value == 4
    assert "no_such_module cannot be loaded" in caplog.text


def test_no_interpreter_is_an_engine_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    with (
        open_engine("local:1") as engine,
        pytest.raises(EngineError, match=r"cannot be started.*No such file"),
    ):
        engine.submit(jobs.double, 2).result()


def test_an_interpreter_that_cannot_load_us_is_an_engine_error_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", ["/nonexistent"])
    with (
        open_engine("local:1") as engine,
        pytest.raises(EngineError, match="No module named"),
    ):
        engine.submit(jobs.double, 2).result()


def test_an_engine_without_workers_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one"):
        LocalEngine(0)
