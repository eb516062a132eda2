"""Which steps are done today."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.loop import Budgets, Spent, Step
from harvestman.loop.choosing import choose

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_steps_at_ignored_sites_are_left_out() -> None:
    steps = [
        Step("visit", name, name, "due", 0.5, 7, url=f"http://www.{name}.example/a")
        for name in ("sulky", "kind")
    ]
    steps.append(Step("merge", "all", "papers", "new", 0.9, 0))
    found = choose(steps, Budgets(100, 100), Spent(), NOW, ignored=["sulky.example"])
    assert [step.subject for step in found.steps] == ["all", "kind"]
    assert [(one.step.subject, one.why) for one in found.left_out] == [
        ("sulky", "its site, which is ignored")
    ]
