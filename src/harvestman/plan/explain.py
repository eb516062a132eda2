"""Answers the JCDL paper's six questions for one series, in words, with a small timeline of its years.

What is expected next and when; is it missing or overdue; which source usually provides it; is there another; is a
reader ready for it; how urgent is it and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from harvestman.plan.factors import RECENT, Weights
from harvestman.plan.history import History
from harvestman.plan.model import TERMS
from harvestman.plan.months import Month, calendar_month, month_text, year_of
from harvestman.plan.outlook import Outlook
from harvestman.plan.ranking import HARDLY, Row

TIMELINE_YEARS = 12
_PERHAPS = 0.4
_PROBABLY = 0.5
_NEAR = 2  # months: the two ways of reckoning agree
_LOUD = 0.35  # log-odds from which on a term of the model is named
_TERMS = {
    "pattern": "what series with the same recent years did",
    "own record": "what it did itself after such a pause",
    "editions": "the number of its editions",
    "silence": "how long it has been silent",
    "late": "how far it is past its interval",
    "early": "how soon it would be after the last one",
    "size": "its size",
    "workshop": "being a workshop or not",
    "company": "whether those met that it meets with",
}
"""The terms of the model (`model.TERMS`) in words."""
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
        QuestionAnswered("What is expected next, and when?", _expected(row, record, now)),
        QuestionAnswered("Is it missing or overdue?", _overdue(row, now)),
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


def _expected(row: Row, record: History, now: Month) -> str:
    habits = row.traits
    what = "workshop" if record.workshop else "conference"
    text = (
        f"The last known edition of this {what} was in {habits.last_year}. {_habits(row, record)}"
    )
    view = row.outlook
    if view is None:
        return f"{text} By these habits the next proceedings are due in {_long(row.expected)}."
    if view.in_hand:
        following = max(row.expected, now)
        return f"{text} By these habits the next proceedings are due in {_long(following)}."
    year = year_of(now)
    if view.edition < HARDLY:
        return f"{text} An edition of {year} is unlikely ({view.edition:.0%})."
    when = (
        f"; its proceedings are most likely entered in {_long(view.likely)}" if view.likely else ""
    )
    hope = "expected" if view.edition >= _PROBABLY else "possible"
    text += f" An edition of {year} is {hope} ({view.edition:.0%}){when}."
    if view.likely is not None and abs(view.likely - row.expected) > _NEAR:
        text += (
            " (The JCDL paper's rule, last event + interval + median delay, would say"
            f" {_long(row.expected)}.)"
        )
    return text


def _habits(row: Row, record: History) -> str:
    """How often it meets, when, and how long its proceedings take; what is not known is said to be so."""
    habits = row.traits
    if habits.editions == 1:
        every = "No other edition is known"
    else:
        every = f"It meets {_every(habits.interval_years)}"
    month = (
        "in which month is not known"
        if habits.usual_month is None
        else f"usually in {_NAMES[habits.usual_month - 1]}"
    )
    recent = set(record.years()[-RECENT:])
    if not any(
        v.entered is not None and v.event_month is not None and v.year in recent
        for v in record.volumes
    ):
        return f"{every}, {month}; how long its proceedings take is not known."
    if habits.delay_months == 0:
        return f"{every}, {month}; its proceedings are entered in the month of the event."
    side = "after" if habits.delay_months > 0 else "before"
    delay = _months(abs(habits.delay_months))
    return f"{every}, {month}; its proceedings are entered {delay} {side} the event, by the median."


def _overdue(row: Row, now: Month) -> str:
    view = row.outlook
    if view is not None:
        return _in_hand(view, now) if view.in_hand else _missing(row, view, now)
    if row.delta > 0:
        return f"Yes, overdue for {_months(row.delta)}."
    return f"Not yet: it is due in {_months(-row.delta)}." if row.delta else "It is due this month."


def _in_hand(view: Outlook, now: Month) -> str:
    """What may be missing although this year's edition is known: that of the year before."""
    held = "this year's edition is in hand"
    if view.out_by_now < HARDLY:
        return f"No: {held}."
    often = "Probably" if view.out_by_now >= _PROBABLY else "Perhaps"
    return (
        f"{often} the edition of {year_of(now) - 1}: {held}, that one is not; with"
        f" {view.out_by_now:.0%} its proceedings are out."
    )


def _missing(row: Row, view: Outlook, now: Month) -> str:
    """The same as the model sees it. What is out before this year's month is last year's edition, if that is missing."""
    chance = f"with {view.out_by_now:.0%} proceedings of this year or the last are out that we do not have"
    late = 0 if view.likely is None else now - view.likely
    is_ahead = late < 0
    year = year_of(now)
    before = f" the edition of {year - 1}" if row.traits.last_year < year - 1 else " already"
    if view.out_by_now >= _PROBABLY:
        since = f", for about {_months(late)}" if late > 0 else before if is_ahead else ""
        return f"Probably{since}: {chance}{_due_ahead(late, year)}."
    if view.edition < HARDLY and view.out_by_now < HARDLY:
        habits = row.traits
        if habits.editions > 1 and year - habits.last_year < habits.interval_years:
            return f"No: it meets {_every(habits.interval_years)}, the last time in {habits.last_year}; {chance}."
        silent = _years(year - habits.last_year)
        return f"Probably not: {silent} without an edition, it seems to have paused or ended; {chance}."
    if is_ahead and view.out_by_now >= _PERHAPS:
        return f"Perhaps{before}: {chance}{_due_ahead(late, year)}."
    if is_ahead:
        return f"Not yet: it is most likely due in {_months(-late)}; {chance}."
    return f"{'Hardly' if view.out_by_now < HARDLY else 'Perhaps'}: {chance}."


def _due_ahead(late: int, year: int) -> str:
    """When this year's edition is due, where that lies ahead."""
    return f"; that of {year} is most likely due in {_months(-late)}" if late < 0 else ""


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
    place = f"Place {row.rank} of {ranked} with a score of {row.score:.3f}"
    view = row.outlook
    if view is None:
        return f"{place}: {'; '.join((*row.reasons, *_boosts(row.weights)))}."
    sentences = [f"{place}: out by now with {view.out_by_now:.0%}."]
    if view.alike[0] and not view.in_hand:
        sentences.append(
            f"Of {view.alike[0]} {'case' if view.alike[0] == 1 else 'cases'} with the same recent years, an edition followed in {view.alike[1]}."
        )
    for heading, sign in (("For an edition this year", 1), ("Against it", -1)):
        terms = sorted(
            (
                (abs(value), _TERMS[name])
                for value, name in zip(view.terms[1:], TERMS[1:], strict=True)
                if value * sign >= _LOUD and (name != "pattern" or not view.alike[0])
            ),
            reverse=True,
        )
        if terms and not view.in_hand:
            said = ", ".join(words for _, words in terms)
            sentences.append(f"{heading} speak, the strongest first: {said}.")
    if boosts := _boosts(row.weights):
        sentences.append(f"Weighed by {', '.join(boosts)}.")
    return " ".join(sentences)


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


def _years(count: int) -> str:
    return "1 year" if count == 1 else f"{count} years"


def _months(count: int) -> str:
    return f"{count} month" if abs(count) == 1 else f"{count} months"


def _long(month: Month) -> str:
    return f"{_NAMES[calendar_month(month) - 1]} {year_of(month)}"
