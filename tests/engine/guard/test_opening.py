"""The setting `engine` names a guard, or says what it may name; the inline guard keeps the same promises, but no limits."""

from __future__ import annotations

import pytest

from engine import jobs
from harvestman.engine import InlineGuard, Limits, LocalGuard, open_guard
from harvestman.model import GuardError, Status, UsageError


@pytest.mark.parametrize(
    ("spec", "workers"), [("local:1", 1), ("local:3", 3), (" local:256 ", 256)]
)
def test_local_with_a_number_has_that_many_workers(spec: str, workers: int) -> None:
    guard = open_guard(spec)
    assert isinstance(guard, LocalGuard)
    assert guard.workers == workers


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (3, 3), (64, 4)])
def test_local_has_as_many_workers_as_cores_but_at_most_four(
    monkeypatch: pytest.MonkeyPatch, cores: int, workers: int
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: set(range(cores)), raising=False)
    assert open_guard("local").workers == workers


@pytest.mark.parametrize(
    "spec",
    ["", "lokal", "local:", "local:0", "local:-1", "local:257", "local:٣", "inline:2", "local:2:2"],
)
def test_anything_else_is_refused_and_the_valid_forms_are_named(spec: str) -> None:
    with pytest.raises(UsageError, match=r"There is no engine .*local:N and inline"):
        open_guard(spec)


@pytest.mark.parametrize(
    "limits", [{"time_s": 0}, {"memory_bytes": -1}, {"output_bytes": 0}, {"time_s": float("nan")}]
)
def test_limits_must_be_positive(limits: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="must be more than 0"):
        Limits(**limits)  # type: ignore[arg-type]


def test_inline_runs_here_and_in_order() -> None:
    with open_guard("inline") as guard:
        assert isinstance(guard, InlineGuard)
        assert guard.workers == 1
        results = list(guard.map(lambda n: 10 // n, [5, 0, 2]))
    assert [outcome.value for _, outcome in results] == [2, None, 5]
    assert results[1][1].status is Status.CRASHED
    assert results[1][1].detail.startswith("ZeroDivisionError: ")
    assert "10 // n" in results[1][1].trace


def test_inline_takes_no_work_after_closing() -> None:
    guard = open_guard("inline")
    guard.close()
    with pytest.raises(GuardError, match="closed"):
        guard.submit(jobs.double, 1)
