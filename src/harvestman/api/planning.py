"""`hm.plan`: which conference series is due next, and why (`harvestman plan …`)."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from harvestman.model import UsageError
from harvestman.plan import (
    BASELINES,
    DEFAULT_PROFILE,
    FACTORS,
    PROFILES,
    Explanation,
    Intake,
    MonthlyRanking,
    Row,
    SidesKept,
    YearJudged,
    ask,
    asked_month,
    import_plan,
    judge_years,
    load_bibliography,
    month_of_date,
)
from harvestman.store import Observation

if TYPE_CHECKING:
    from harvestman.engine import Guard
    from harvestman.plan import Bibliography
    from harvestman.rooms import Rooms

_OLD_MONTHS = 12


@dataclass(frozen=True, slots=True)
class PlanImported:
    """What an import brought."""

    intakes: tuple[Intake, ...]
    """One for each dump, history or folder of tables."""
    sides: SidesKept | None
    """What became of rating lists, citations and usage, if any were given."""


class Planning:
    """The plan of the library.

    A series is meant by its key (`conf/jcdl`), what stands behind "conf/", or its whole name; a month is written 2026-11. UsageError for what
    is none, or lies in the future.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def import_files(
        self,
        *files: str | PathLike[str],
        ratings: Iterable[str | PathLike[str]] = (),
        citations: Iterable[str | PathLike[str]] = (),
        usage: Iterable[str | PathLike[str]] = (),
        year: int | None = None,
        replace: bool = False,
        progress: Callable[[Path, int], None] | None = None,
    ) -> PlanImported:
        """Read dumps of dblp, histories or folders of compact tables into the library, and side tables of ratings, citations and usage.

        `year` is that of the rating lists; with `replace`, series and volumes that the one file does not hold are forgotten. `progress` is
        told how many bytes of which file were read.
        """
        from harvestman.engine import open_guard
        from harvestman.plan.dblp import IMPORT_LIMITS, PRELOAD

        def guard() -> Guard:
            engine = self._rooms.settings.engine
            return open_guard(engine, limits=IMPORT_LIMITS, preload=PRELOAD)

        intakes, sides = import_plan(
            lambda: self._rooms.library.plan,
            guard,
            tuple(map(Path, files)),
            ratings=tuple(map(Path, ratings)),
            citations=tuple(map(Path, citations)),
            usage=tuple(map(Path, usage)),
            year=year,
            replace_all=replace,
            progress=progress,
        )
        return PlanImported(intakes, sides)

    def rank(
        self, month: str | None = None, *, by: str | None = None, profile: str | None = None
    ) -> MonthlyRanking:
        """Every series by how urgently it should be harvested in a month, by default this one: `rows`, the most urgent first.

        `by` is one factor (`delay`, `w_r`, …) instead of a profile (`harvestman`, `jcdl18`, `smart-harvesting`).
        """
        now, name = asked_month(month, self._today()), _ranking_named(by, profile)
        return ask(self._rooms.library.plan, now, profile=name)

    def explain(
        self, series: str, month: str | None = None, *, profile: str | None = None
    ) -> tuple[Row, Explanation] | None:
        """The position of one series, and in words why it has it; None when it was not known in that month."""
        standing = self.rank(month, profile=profile)
        key = _series_meant(standing.bibliography, series)
        return standing.explained(key, self._rooms.library.plan)

    def observe(
        self,
        *series: str,
        year: int | None = None,
        event_month: int | None = None,
        on: date | None = None,
        source: str = "",
        nothing: bool = False,
    ) -> list[Observation]:
        """Note that proceedings were seen to arrive on a day, by default today, or with `nothing` that they were looked for in vain.

        `year` and `event_month` are those of the event.
        """
        seen = on or self._today()
        if seen > self._today():
            raise UsageError(f"{seen} lies in the future: nothing can have been seen then")
        if nothing and (year or event_month):
            raise UsageError(
                "--nothing says that there was no edition: leave out --year and --event-month"
            )
        plan = self._rooms.library.plan
        bibliography = load_bibliography(plan)
        found = [
            Observation(
                series=_series_meant(bibliography, text),
                seen=seen,
                event_year=0 if nothing else year or seen.year,
                event_month=event_month,
                source=source,
            )
            for text in series
        ]
        for one in found:
            plan.observe(one)
        return found

    def evaluate(self, *years: int, rankings: Sequence[str] = ()) -> Iterator[YearJudged]:
        """Hide each year in turn, rank its months, and measure how good that was, by all rankings or these."""
        for year in years:
            if year > self._today().year:
                raise UsageError(f"{year} lies in the future: nothing was entered then")
        return judge_years(self._rooms.library.plan, years, rankings)

    def has_series(self) -> bool:
        """Whether the library holds any series."""
        return bool(self._rooms.library.plan.series_after("", 1))

    def old_import(self, month: str | None = None) -> date | None:
        """The day of the newest import, if what came since then is not known in that month; None if it is young enough."""
        newest = max((one.as_of for one in self._rooms.library.plan.imports()), default=None)
        now = asked_month(month, self._today())
        return newest if newest and now - month_of_date(newest) > _OLD_MONTHS else None

    def _today(self) -> date:
        return self._rooms.clock.now().date()


def _ranking_named(factor: str | None, profile: str | None) -> str:
    if factor and profile:
        raise UsageError("--by and --profile exclude each other")
    for given, known, what in (
        (factor, FACTORS | BASELINES, "factor"),
        (profile, PROFILES, "profile"),
    ):
        if given is not None and given not in known:
            raise UsageError(f"there is no {what} {given!r}; choose one of {', '.join(known)}")
    return factor or profile or DEFAULT_PROFILE


def _series_meant(bibliography: Bibliography, text: str) -> str:
    """The key of the series that is meant; an unknown one names the nearest."""
    wanted = text.strip().casefold()
    keys = {each.series.casefold(): each.series for each in bibliography.histories}
    for key in (wanted, f"conf/{wanted}"):
        if key in keys:
            return keys[key]
    named = [each.series for each in bibliography.histories if each.name.casefold() == wanted]
    if len(named) == 1:
        return named[0]
    tails = {key.rpartition("/")[2]: series for key, series in keys.items()} | keys
    close = difflib.get_close_matches(wanted, tails, n=3, cutoff=0.5)
    near = dict.fromkeys(tails[key] for key in close)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    raise UsageError(f"there is no series {text!r} in the library.{hint}")
