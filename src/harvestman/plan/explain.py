"""Answers the JCDL paper's six questions for one series, in words, with a small timeline of its years.

What is expected next and when; is it missing or overdue; which source usually provides it; is there another; is a
reader ready for it; how urgent is it and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from harvestman.plan.factors import Weights
from harvestman.plan.history import History
from harvestman.plan.months import Month, calendar_month, month_text, year_of
from harvestman.plan.ranking import Row

TIMELINE_YEARS = 12
_NAMES = (
    "January February March April May June July August September October November December"
).split()


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """One of the six questions with its answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A position in words."""

    series: str
    name: str
    answers: tuple[QuestionAnswered, ...]
    timeline: str

    def to_plain(self) -> dict[str, object]:
        """Answers and timeline as JSON would have them."""
        answers = [{"question": one.question, "answer": one.answer} for one in self.answers]
        return {"answers": answers, "timeline": self.timeline}


def explain(
    row: Row,
    record: History,
    *,
    now: Month,
    ranked: int,
    has_reader: Callable[[str], bool] | None = None,
) -> Explanation:
    """The six answers; `row` is the series' row among `ranked` ones, `record` its history as known.

    `has_reader` says whether we can read a source; without it the fifth answer says that nobody asked.
    """
    sources = _sources(record)
    answers = (
        QuestionAnswered("What is expected next, and when?", _expected(row, record)),
        QuestionAnswered("Is it missing or overdue?", _overdue(row)),
        QuestionAnswered("Which source usually provides it?", _usual_source(sources, record)),
        QuestionAnswered("Is there another source?", _other_sources(sources)),
        QuestionAnswered("Do we have a reader ready for it?", _reader(sources, has_reader)),
        QuestionAnswered("How urgent is it, and why?", _urgency(row, ranked)),
    )
    return Explanation(row.series, record.name, answers, timeline(record, now))


def timeline(record: History, now: Month) -> str:
    """The last years on one line: the month of entry, else of the event, else a mark; a dash for no edition."""
    parts = []
    for year in range(year_of(now) - TIMELINE_YEARS + 1, year_of(now) + 1):
        volumes = [v for v in record.volumes if v.year == year]
        entered = [v.entered for v in volumes if v.entered is not None]
        held = [v.month for v in volumes if v.month is not None]
        if entered:
            shown = month_text(min(entered))[2:]
        elif held:
            shown = f"({min(held):02d})"
        else:
            shown = "x" if volumes else "-"
        parts.append(f"{year} {shown}")
    return "  ".join(parts)


def _expected(row: Row, record: History) -> str:
    habits = row.traits
    every = _every(habits.interval_years)
    month = "an unknown month" if habits.usual_month is None else _NAMES[habits.usual_month - 1]
    what = "workshop" if record.workshop else "conference"
    text = (
        f"The last known event of this {what} was in {habits.last_year}; it meets {every}, usually in {month}, and "
        f"its proceedings come in {_months(habits.delay_months)} after the event. By these habits the next ones are due "
        f"in {_long(row.expected)}."
    )
    view = row.outlook
    if view is None or view.in_hand:
        return text
    if view.likely is not None:
        text += f" The model expects them most likely in {_long(view.likely)}."
    return text + f" It gives an edition this year {view.edition:.0%}."


def _overdue(row: Row) -> str:
    view = row.outlook
    if view is not None and view.in_hand:
        return "No: this year's edition is in hand."
    if row.delta > 0:
        text = f"Yes, overdue for {_months(row.delta)}."
    elif row.delta == 0:
        text = "It is due this month."
    else:
        text = f"Not yet: it is due in {_months(-row.delta)}."
    if view is not None:
        text += f" With {view.out_by_now:.0%} there are proceedings out that we do not have."
    return text


def _sources(record: History) -> list[tuple[str, int]]:
    """The sources of the ten newest volumes, the most frequent and then the most recent first."""
    newest = [v.source for v in reversed(record.volumes) if v.source][:10]
    return Counter(newest).most_common()


def _usual_source(sources: list[tuple[str, int]], record: History) -> str:
    if not sources:
        return "Unknown: none of its volumes names its source."
    name, count = sources[0]
    total = sum(times for _, times in sources)
    return f"{name} ({count} of the {total} newest volumes with a source)."


def _other_sources(sources: list[tuple[str, int]]) -> str:
    if len(sources) < 2:
        return "None that we have seen."
    return "Yes: " + ", ".join(f"{name} ({count})" for name, count in sources[1:4]) + "."


def _reader(sources: list[tuple[str, int]], has_reader: Callable[[str], bool] | None) -> str:
    if not sources:
        return "That depends on the source, which is unknown."
    if has_reader is None:
        return "Not looked up."
    ready = [name for name, _ in sources if has_reader(name)]
    if not ready:
        return f"No reader of its own for {sources[0][0]}; the general one will be used."
    return "Yes, for " + ", ".join(ready) + "."


def _urgency(row: Row, ranked: int) -> str:
    return (
        f"Place {row.rank} of {ranked} with a score of {row.score:.3f}: "
        + "; ".join((*row.reasons, *_boosts(row.weights)))
        + "."
    )


def _boosts(weights: Weights) -> list[str]:
    named = (
        ("rating", weights.w_r),
        ("internationality", weights.w_i),
        ("citations", weights.w_cit),
        ("prominence of its authors", weights.w_prm),
        ("usage", weights.w_usage),
    )
    return [f"{name} ×{value:.2f}" for name, value in named if value > 1]


def _every(interval: float) -> str:
    if interval == 1:
        return "every year"
    return f"every {interval:g} years"


def _months(count: int) -> str:
    return f"{count} month" if abs(count) == 1 else f"{count} months"


def _long(month: Month) -> str:
    return f"{_NAMES[calendar_month(month) - 1]} {year_of(month)}"
