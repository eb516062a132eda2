"""Loads what a ranking works on from the store: the histories of series with later observations, and the side tables of a month."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from harvestman.plan.factors import citation_scores
from harvestman.plan.history import STRAND_MARK, History, Proceedings, SideTables, history
from harvestman.plan.months import Month, month_of_date, month_text, year_of
from harvestman.plan.sides import LinkReport, link_ratings
from harvestman.plan.tables import match_ratings
from harvestman.store import Observation, Plan, RatingRecord, SeriesRecord, VolumeLine


@dataclass(frozen=True, slots=True)
class Bibliography:
    """All series of a library, as the plan sees them."""

    histories: list[History]
    series: tuple[SeriesRecord, ...]

    def find(self, series: str) -> History | None:
        """The history of a series by its key."""
        return next((each for each in self.histories if each.series == series), None)


def load_bibliography(plan: Plan) -> Bibliography:
    """The histories of a library, observations included."""
    series = {row.key: row for row in plan.series()}
    observed: dict[str, list[Observation]] = {}
    for seen in plan.observations():
        observed.setdefault(seen.series, []).append(seen)
    histories = [
        _with_observations(record, observed.get(record.series, ()))
        for record in assemble_histories(series, plan.volume_lines())
    ]
    return Bibliography(histories, tuple(series.values()))


def link_to_series(ratings: Iterable[RatingRecord], bibliography: Bibliography) -> LinkReport:
    """Which series each line of a rating list speaks of, and which lines speak of none."""
    return link_ratings(ratings, bibliography.series)


def assemble_histories(
    series: Mapping[str, SeriesRecord], volumes: Iterable[VolumeLine]
) -> list[History]:
    """The history of every series, and of every workshop beside one, whose name is that of its newest volume."""
    grouped: dict[tuple[str, str], list[VolumeLine]] = {}
    for volume in volumes:
        grouped.setdefault(volume[:2], []).append(volume)
    histories = []
    for (key, strand), members in sorted(grouped.items()):
        row = series.get(key, SeriesRecord(key))
        if strand:
            made = history(
                f"{key}{STRAND_MARK}{strand}",
                map(_proceedings, members),
                name=max(members, key=lambda volume: volume.year).title,
                hosts=(key,),
            )
        else:
            made = history(
                key,
                map(_proceedings, members),
                name=row.name or row.acronym,
                hosts=row.hosts,
                ended=row.ended,
            )
            if row.is_workshop and not made.workshop:
                made = replace(made, workshop=True)
        histories.append(made)
    return histories


def _proceedings(volume: VolumeLine) -> Proceedings:
    entered = volume.entered
    return Proceedings(
        volume.year,
        volume.month,
        None if entered is None else month_of_date(entered),
        volume.papers,
        "",
        volume.country,
        volume.title,
        volume.source,
    )


def _with_observations(record: History, observed: Sequence[Observation]) -> History:
    """The history with later observations added: an observed entry counts as a volume until an import brings that volume."""
    if not observed:
        return record
    volumes = list(record.volumes)
    checked = record.checked
    for seen in observed:
        month = month_of_date(seen.seen)
        if not seen.event_year:
            checked = month if checked is None else max(checked, month)
            continue
        same = [n for n, v in enumerate(volumes) if v.year == seen.event_year]
        if not same:
            volumes.append(
                Proceedings(
                    seen.event_year, month=seen.event_month, entered=month, source=seen.source
                )
            )
            continue
        entries = [volumes[n].entered for n in same]
        # Seen with our own eyes before the bibliography says that it had it.
        if all(entered is None or entered > month for entered in entries):
            volumes[same[0]] = replace(volumes[same[0]], entered=month)
    made = history(
        record.series,
        volumes,
        name=record.name,
        hosts=record.hosts,
        ended=record.ended,
        checked=checked,
    )
    return replace(made, workshop=made.workshop or record.workshop)


def load_sides(
    plan: Plan, bibliography: Bibliography, now: Month, *, known_until: int | None = None
) -> SideTables:
    """The side tables for a month. Of lists and citations only those of `known_until` or before (the month's own year).

    Prominence and citations count full years: those before the month's own.
    """
    year = year_of(now)
    last = year if known_until is None else known_until
    lists = plan.ratings(before_year=last + 1)
    histories = bibliography.histories
    return SideTables(
        ratings=match_ratings(
            link_to_series(lists, bibliography).linked, histories, before_year=last + 1
        )
        if lists
        else {},
        prominence={row.series: row.prm for row in plan.prominence(year)},
        citations=_citations(plan, histories, year),
        usage={row.series: float(row.uses) for row in plan.usage(month_text(now - 1))}
        if known_until is None
        else {},
    )


def _citations(plan: Plan, histories: Sequence[History], year: int) -> dict[str, float]:
    rows = plan.citations(before_year=year)
    if not rows:
        return {}
    cited = {row.series for row in rows}
    papers: dict[tuple[str, int], int] = {}
    for record in histories:
        if record.series in cited:
            for volume in record.volumes:
                key = (record.series, volume.year)
                papers[key] = papers.get(key, 0) + (volume.papers or 0)
    counted = {(r.series, r.event_year, r.citing_year): r.citations for r in rows}
    return citation_scores(papers, counted, now_year=year)
