"""Plan: which conference series is due next, and why.

In: dumps of a bibliography or compact tables (`take_in`), kept by the store and given back as the histories of series
(`load_bibliography`), side tables of ratings, citations, usage and prominence, and a month. Out: a ranking in which every
position has its weights, score, expected date and reasons; the same in words; what is due on a day (`due`); and how good
such a ranking is when the future is hidden. It never looks past the month it is given, never reads a clock, never opens a
connection; only `take_in` reads files and only `load_…`, `ask` and `due` ask the store.
"""

from harvestman.plan.asking import MonthlyRanking, ask, asked_month
from harvestman.plan.bibliography import (
    Bibliography,
    link_to_series,
    load_bibliography,
    load_sides,
)
from harvestman.plan.chart import draw_by_month, draw_png_by_month
from harvestman.plan.comparing import (
    DBLP,
    Difference,
    InBibliography,
    ListedPaper,
    VolumeDiff,
    compare_volume,
    listed_papers,
    volumes_of,
)
from harvestman.plan.due import Due, due
from harvestman.plan.evaluate import (
    Comparison,
    Judged,
    Question,
    averages,
    compare_rankings,
    leave_out_months,
    leave_out_year,
    qrels_lines,
    run_lines,
)
from harvestman.plan.explain import Explanation, QuestionAnswered, explain
from harvestman.plan.factors import Traits, Weights, citation_scores, traits
from harvestman.plan.hidden_year import WEIGHTS, YearJudged, judge_years
from harvestman.plan.history import (
    History,
    Proceedings,
    SideTables,
    history,
    known_before,
    looks_like_workshop,
)
from harvestman.plan.importing import SidesKept, import_plan
from harvestman.plan.intake import Intake, take_in
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
from harvestman.plan.published import CUTOFFS, TABLE_1, Line, table_by_cutoff, table_by_month
from harvestman.plan.ranking import HARDLY, Row, rank
from harvestman.plan.tables import (
    Volumes,
    match_ratings,
    read_editions,
    read_ratings,
    read_volumes,
)

__all__ = [
    "BASELINES",
    "CUTOFFS",
    "DBLP",
    "DEFAULT_PROFILE",
    "FACTORS",
    "HARDLY",
    "PROFILES",
    "TABLE_1",
    "WEIGHTS",
    "AuthoredVolume",
    "Bibliography",
    "Comparison",
    "Difference",
    "Due",
    "Explanation",
    "History",
    "InBibliography",
    "Intake",
    "Judged",
    "Line",
    "ListedPaper",
    "Month",
    "MonthlyRanking",
    "Outlook",
    "Proceedings",
    "Prominence",
    "Question",
    "QuestionAnswered",
    "Row",
    "SideTables",
    "SidesKept",
    "Traits",
    "VolumeDiff",
    "Volumes",
    "Weights",
    "YearJudged",
    "ask",
    "asked_month",
    "averages",
    "calendar_month",
    "citation_scores",
    "compare_rankings",
    "compare_volume",
    "draw_by_month",
    "draw_png_by_month",
    "due",
    "explain",
    "history",
    "import_plan",
    "judge_years",
    "known_before",
    "leave_out_months",
    "leave_out_year",
    "link_to_series",
    "listed_papers",
    "load_bibliography",
    "load_sides",
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
    "table_by_cutoff",
    "table_by_month",
    "take_in",
    "traits",
    "volumes_of",
    "year_of",
]
