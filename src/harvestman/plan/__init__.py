"""Plan: which conference series is due next, and why. Pure functions over histories; no database, no network.

In: the histories of series (their proceedings with event and entry months), side tables of ratings, citations and
prominence, and a month. Out: a ranking in which every position has its weights, score, expected date and reasons; the
same in words; and how good such a ranking is when the future is hidden. It never looks past the month it is given, and
never reads a clock.
"""

from harvestman.plan.evaluate import (
    Comparison,
    Judged,
    Question,
    averages,
    compare,
    leave_out_months,
    leave_out_year,
    qrels_lines,
    run_lines,
)
from harvestman.plan.explain import Answer, Explanation, explain
from harvestman.plan.factors import Traits, Weights, citation_scores, traits
from harvestman.plan.history import (
    History,
    Proceedings,
    SideTables,
    history,
    known_before,
    looks_like_workshop,
)
from harvestman.plan.months import (
    Month,
    calendar_month,
    month_number,
    month_of_date,
    month_text,
    parse_month,
    year_of,
)
from harvestman.plan.outlook import Outlook
from harvestman.plan.profiles import BASELINES, DEFAULT_PROFILE, FACTORS, PROFILES
from harvestman.plan.prominence import AuthoredVolume, Prominence, series_prominence
from harvestman.plan.ranking import Row, rank
from harvestman.plan.tables import (
    Rating,
    Volumes,
    match_ratings,
    read_editions,
    read_ratings,
    read_volumes,
)

__all__ = [
    "BASELINES",
    "DEFAULT_PROFILE",
    "FACTORS",
    "PROFILES",
    "Answer",
    "AuthoredVolume",
    "Comparison",
    "Explanation",
    "History",
    "Judged",
    "Month",
    "Outlook",
    "Proceedings",
    "Prominence",
    "Question",
    "Rating",
    "Row",
    "SideTables",
    "Traits",
    "Volumes",
    "Weights",
    "averages",
    "calendar_month",
    "citation_scores",
    "compare",
    "explain",
    "history",
    "known_before",
    "leave_out_months",
    "leave_out_year",
    "looks_like_workshop",
    "match_ratings",
    "month_number",
    "month_of_date",
    "month_text",
    "parse_month",
    "qrels_lines",
    "rank",
    "read_editions",
    "read_ratings",
    "read_volumes",
    "run_lines",
    "series_prominence",
    "traits",
    "year_of",
]
