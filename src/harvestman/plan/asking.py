"""Asks the plan: how urgent every series of a library is in a month, and why one has its position."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from harvestman.model import UsageError
from harvestman.plan.bibliography import Bibliography, load_bibliography, load_sides
from harvestman.plan.explain import Explanation, explain
from harvestman.plan.history import known_before
from harvestman.plan.months import Month, month_of_date, month_text, parse_month
from harvestman.plan.profiles import DEFAULT_PROFILE
from harvestman.plan.ranking import Row, rank
from harvestman.store import Plan


@dataclass(frozen=True, slots=True)
class MonthlyRanking:
    """The series of a library in one month, the most urgent first."""

    month: Month
    bibliography: Bibliography
    rows: tuple[Row, ...]

    def explained(self, series: str, plan: Plan) -> tuple[Row, Explanation] | None:
        """The row of a series and the same in words; None when it was not known in that month."""
        row = next((row for row in self.rows if row.series == series), None)
        record = self.bibliography.find(series)
        if row is None or record is None:
            return None
        (known,) = known_before([record], self.month + 1)
        ranked = len(self.rows)
        return row, explain(row, known, now=self.month, ranked=ranked, has_reader=plan.has_read)


def ask(plan: Plan, now: Month, *, profile: str = DEFAULT_PROFILE) -> MonthlyRanking:
    """How urgent every series is in that month, by a profile, a factor or a baseline."""
    bibliography = load_bibliography(plan)
    sides = load_sides(plan, bibliography, now)
    rows = rank(bibliography.histories, now, profile=profile, sides=sides)
    return MonthlyRanking(now, bibliography, tuple(rows))


def asked_month(text: str | None, today: date) -> Month:
    """The month that somebody names, by default this one; a month of the future is refused."""
    current = month_of_date(today)
    asked = current if text is None else parse_month(text)
    if asked > current:
        raise UsageError(
            f"{month_text(asked)} lies in the future: nobody knows yet what will have been entered by then. "
            f"Ask for {month_text(current)} or earlier."
        )
    return asked
