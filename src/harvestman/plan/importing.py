"""Imports into the plan: dumps, histories and folders of tables are kept one by one, then the side tables of ratings, citations and usage.

Side tables are read first, since they are small: when one is broken, nobody should wait for a dump before being told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from harvestman.engine import Guard
from harvestman.model import UsageError
from harvestman.plan.bibliography import link_to_series, load_bibliography
from harvestman.plan.dblp import MDATE_WARNING
from harvestman.plan.intake import Intake, take_in
from harvestman.plan.months import month_text
from harvestman.plan.sides import LinkReport, read_citations, read_rating_list, read_usage
from harvestman.plan.tables import read_ratings
from harvestman.store import CitationRecord, Plan, RatingRecord, UsageRecord

_OWN_RATINGS = ("ratings.tsv", "*/ratings.tsv")  # what a folder of tables brings along


@dataclass(frozen=True, slots=True)
class SidesKept:
    """What became of the side tables of one import."""

    ratings: int
    unclassed: int
    """Lines of rating lists that have no class."""
    links: LinkReport
    """Which ratings met which series, and which met none or several."""
    citations: int
    usage: int
    unknown_series: tuple[str, ...]
    """Series that citations and usage name and the library does not have."""

    @property
    def rated_series(self) -> int:
        """How many series have a rating."""
        return len({rating.series for rating in self.links.linked})


@dataclass(frozen=True, slots=True)
class _Sides:
    """The side tables of one import, as read."""

    ratings: list[RatingRecord]
    unclassed: int
    citations: tuple[Path, ...]
    usage: dict[tuple[str, int], int]

    @property
    def has_any(self) -> bool:
        return bool(self.ratings or self.unclassed or self.citations or self.usage)


def import_plan(
    plan: Callable[[], Plan],
    guard: Callable[[], Guard],
    files: Sequence[Path],
    *,
    ratings: Sequence[Path] = (),
    citations: Sequence[Path] = (),
    usage: Sequence[Path] = (),
    year: int | None = None,
    replace_all: bool = False,
    progress: Callable[[Path, int], None] | None = None,
) -> tuple[tuple[Intake, ...], SidesKept | None]:
    """Read and keep what is given: what each file brought, and what became of the side tables, if there were any.

    The plan is asked for when all side tables were read, the guard when there is a dump. UsageError for what is not there or cannot be read.
    """
    if replace_all and len(files) != 1:
        raise UsageError("--replace needs exactly one FILE")
    if not (files or ratings or citations or usage):
        raise UsageError("nothing to import: name a FILE, --ratings, --citations or --usage")
    missing = [path for path in (*files, *ratings, *citations, *usage) if not path.exists()]
    if missing:
        raise UsageError(f"{missing[0]}: there is no such file")
    sides = _read_sides(files, ratings, citations, usage, year=year)
    kept = plan()
    done = [
        intake
        for path in files
        for intake in _keep_file(kept, guard, path, progress, replace_all=replace_all)
    ]
    return tuple(done), _keep_sides(kept, sides) if sides.has_any else None


def _keep_file(
    plan: Plan,
    guard: Callable[[], Guard],
    path: Path,
    progress: Callable[[Path, int], None] | None,
    *,
    replace_all: bool,
) -> Iterator[Intake]:
    def watch(done: int) -> None:
        if progress is not None:
            progress(path, done)

    for taken in take_in(path, guard, progress=watch):
        plan.keep(taken.brought, replace=replace_all)
        yield _without_old_warning(plan, taken)


def _without_old_warning(plan: Plan, intake: Intake) -> Intake:
    """A dump beside others of another day: first seen says when a volume came, and the warning has been heard."""
    days = {each.as_of for each in plan.imports() if each.kind != "tables"}
    if len(days) < 2:
        return intake
    return replace(intake, warnings=tuple(w for w in intake.warnings if w != MDATE_WARNING))


def _read_sides(
    files: Sequence[Path],
    ratings: Sequence[Path],
    citations: Sequence[Path],
    usage: Sequence[Path],
    *,
    year: int | None,
) -> _Sides:
    """The side tables named, and the ratings that a folder of tables brings along."""
    lists = [read_rating_list(path, year=year) for path in ratings]
    folders = [path for path in files if path.is_dir()]
    own = [file for path in folders for name in _OWN_RATINGS for file in sorted(path.glob(name))]
    for path in citations:
        read_citations(path)  # is it sound? What its volumes are is known only after the import
    return _Sides(
        ratings=[rating for each in lists for rating in each.ratings]
        + [rating for path in own for rating in read_ratings(path)],
        unclassed=sum(each.unclassed for each in lists),
        citations=tuple(citations),
        usage={key: uses for path in usage for key, uses in read_usage(path).items()},
    )


def _keep_sides(plan: Plan, sides: _Sides) -> SidesKept:
    """Keep the side tables; which ratings met no series."""
    volumes = {v.key: (v.series, v.year) for v in plan.volumes()} if sides.citations else {}
    cited = [
        CitationRecord(series, event, citing, count)
        for path in sides.citations
        for (series, event, citing), count in read_citations(path, volumes=volumes).items()
    ]
    used = [UsageRecord(key, month_text(month), n) for (key, month), n in sides.usage.items()]
    plan.keep_sides(ratings=sides.ratings, citations=cited, usage=used)
    known = load_bibliography(plan)
    named = {row.series for row in cited} | {row.series for row in used}
    return SidesKept(
        ratings=len(sides.ratings),
        unclassed=sides.unclassed,
        links=link_to_series(sides.ratings, known),
        citations=len(cited),
        usage=len(used),
        unknown_series=tuple(sorted(named - {each.series for each in known.histories})),
    )
