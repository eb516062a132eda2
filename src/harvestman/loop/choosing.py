"""Which steps are done today: the most urgent first, as far as the budgets of the day, of each host and of each kind go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time

from harvestman.loop.steps import Past, Step, kind_of
from harvestman.model import JobRecord
from harvestman.text import site_of


@dataclass(frozen=True, slots=True)
class Budgets:
    """How many requests a day (in UTC) may cost."""

    day: int
    host: int
    kinds: Mapping[str, int] = field(default_factory=dict)
    """By the kind of step; others as many as the day has."""


@dataclass(slots=True)
class Spent:
    """What was spent of them since midnight, or is spoken for by steps that wait."""

    day: int = 0
    hosts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, requests: int, hosts: Mapping[str, int]) -> None:
        """Count one step."""
        self.day += requests
        self.kinds[kind] += requests
        self.hosts.update(hosts)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A step that has to wait, and for what."""

    step: Step
    why: str


@dataclass(frozen=True, slots=True)
class Round:
    """What is to be done now, the most urgent first, and what has to wait."""

    when: datetime
    steps: tuple[Step, ...]
    left_out: tuple[LeftOut, ...]
    spent: Spent
    """What the day had cost before."""
    budgets: Budgets

    @property
    def cost(self) -> int:
        """About so many requests."""
        return sum(step.cost for step in self.steps)


def midnight(now: datetime) -> datetime:
    """When the day began whose budget is spent."""
    return datetime.combine(now.date(), time(), UTC)


def spent_today(past: Past, now: datetime) -> Spent:
    """What the day has cost, and what the steps that wait or run will."""
    spent, since = Spent(), midnight(now)
    for job in past.jobs:
        if job.ended is None or job.ended >= since:
            spent.add(kind_of(job), *requests_of(job))
    return spent


def requests_of(job: JobRecord) -> tuple[int, Mapping[str, int]]:
    """How many requests a step has made, and at which hosts; of one that has not ended, at least what was reckoned with."""
    known = job.result if job.state == "done" else job.progress
    hosts: Mapping[str, int] = known.get("hosts") or {}
    requests = int(known.get("requests") or sum(hosts.values()))
    if job.has_ended:
        return requests, hosts
    cost, host = int(job.task["cost"]), job.task["host"]
    return max(requests, cost), hosts or ({host: cost} if host else {})


def choose(
    steps: Iterable[Step],
    budgets: Budgets,
    spent: Spent,
    now: datetime,
    *,
    ignored: Collection[str] = (),
) -> Round:
    """The steps that the budgets allow, the most urgent first; of equals the cheapest. One that is too dear leaves room for cheaper ones; those at `ignored` sites are left out."""
    before = Spent(spent.day, Counter(spent.hosts), Counter(spent.kinds))
    chosen: list[Step] = []
    left_out: list[LeftOut] = []
    for step in sorted(steps, key=lambda one: (-one.urgency, one.cost, one.kind, one.subject)):
        why = _too_dear(step, budgets, spent)
        if step.url and site_of(step.url).lower() in ignored:
            why = "its site, which is ignored"
        if why:
            left_out.append(LeftOut(step, why))
            continue
        chosen.append(step)
        spent.add(step.kind, step.cost, {step.host: step.cost} if step.host else {})
    return Round(now, tuple(chosen), tuple(left_out), before, budgets)


def _too_dear(step: Step, budgets: Budgets, spent: Spent) -> str:
    """Which budget would not suffice; "" when all do. What costs no request always may be done."""
    if not step.cost:
        return ""
    if spent.day + step.cost > budgets.day:
        return f"the day's budget of {budgets.day} requests"
    most = budgets.kinds.get(step.kind)
    if most is not None and spent.kinds[step.kind] + step.cost > most:
        return f"the day's budget of {most} requests for steps of kind {step.kind}"
    if step.host and spent.hosts[step.host] + step.cost > budgets.host:
        return f"the day's budget of {budgets.host} requests to {step.host}"
    return ""
