"""`harvestman plan evaluate --year Y`: the JCDL paper's leave-out protocol on the library's own series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import say_empty, today
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.plan import History, Judged, Line, SideTables

_WEIGHTS = ("delta", "w_delay", "w_r", "w_i", "w_d", "w_cit", "w_prm")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("evaluate")
@click.option(
    "--year", "years", multiple=True, required=True, type=int, help="The year to hide; repeatable."
)
@click.option(
    "--ranking", "names", multiple=True, metavar="NAME", help="Only this one (default: all)."
)
@click.option("--plot", type=_FILE, help="Draw ndcg-100 by month: FILE.svg or FILE.png.")
@click.option("--run", "run_file", type=_FILE, help="Write the rankings as TREC run files.")
@click.option("--qrels", "qrels_file", type=_FILE, help="Write the grades as a TREC qrels file.")
@json_option
@click.pass_obj
def command(
    context: Context,
    years: tuple[int, ...],
    names: tuple[str, ...],
    plot: Path | None,
    run_file: Path | None,
    qrels_file: Path | None,
    as_json: bool,
) -> int:
    """Hide a year, rank its months, and measure how good that was.

    What was entered in the year or later is hidden; each of its months is ranked and graded by the age of the newest entry
    that then came. Series without any month or entry date take no part. Prints the tables of the published evaluation (dblp,
    2016) with our figures beside theirs: * is p < 0.05, ** p < 0.01, *** p < 0.001 in a paired t-test against the raw delay. Of
    rating lists only those before the year are used.

    With several rankings, --run puts the name of each before the suffix of its file.
    """
    from harvestman.model import UsageError
    from harvestman.plan import BASELINES, FACTORS, PROFILES, load_bibliography, load_sides
    from harvestman.plan import month_number as month

    for name in names:
        if name not in PROFILES | FACTORS | BASELINES:
            raise UsageError(f"there is no ranking {name!r}; `plan rank --help` names them")
    if plot and plot.suffix not in (".svg", ".png"):
        raise UsageError(f"{plot}: name it .svg or .png")
    if len(set(years)) < len(years) or ((plot or run_file or qrels_file) and len(years) > 1):
        raise UsageError("files are written for one --year at a time, and each year once")
    for year in years:
        if year > today().year:
            raise UsageError(f"{year} lies in the future: nothing was entered then")
    with context.open_library(writable=False) as library:
        bibliography = load_bibliography(library.plan)
        if not bibliography.histories:
            return say_empty()
        _warn_of_dates([(i.kind, i.as_of) for i in library.plan.imports()])
        # Links between series carry no date; nobody can say whether they were known then.
        histories = [h if "+" in h.series else replace(h, hosts=()) for h in bibliography.histories]
        sides = {
            year: load_sides(library.plan, bibliography, month(year, 1), known_until=year - 1)
            for year in years
        }
    for year in years:
        judged = _judge(histories, year, names, sides[year])
        _report(histories, year, judged, sides[year], as_json=as_json)
        _write(judged, year, plot=plot, run_file=run_file, qrels_file=qrels_file)
    return 0


def _warn_of_dates(imports: Sequence[tuple[str, object]]) -> None:
    if (
        imports
        and {kind for kind, _ in imports} == {"dump"}
        and len({day for _, day in imports}) == 1
    ):
        print_line(
            "warning: all entry dates come from one dump, where every correction moves them: what was entered long ago "
            "may seem new. Import an older dump or a history as well before you believe these figures.",
            to_stderr=True,
        )


def _judge(
    histories: Sequence[History], year: int, names: Sequence[str], sides: SideTables
) -> list[Judged]:
    from harvestman.model import UsageError
    from harvestman.plan import leave_out_months, month_number, year_of

    entries = [v.entered for h in histories for v in h.volumes if v.entered is not None]
    if year not in {year_of(entered) for entered in entries}:
        raise UsageError(f"no volume has an entry date in {year}: there is nothing to judge by")
    if not any(entered < month_number(year, 1) for entered in entries):
        raise UsageError(f"nothing was entered before {year}: there is nothing to rank by")
    # The months after the last entry have not happened yet.
    last = min(12, max(entries) - month_number(year, 1) + 1)
    judged = leave_out_months(
        # Without any entry date nobody can say when a series' proceedings came: it cannot be graded.
        [h for h in histories if any(v.entered is not None for v in h.volumes)],
        year,
        names or _covered(sides),
        sides=sides,
        sides_year=year - 1,
        months=tuple(range(1, last + 1)),
    )
    if not any(each.order for each in judged):
        raise UsageError(f"no series with a known month was known before {year}")
    return judged


def _covered(sides: SideTables) -> list[str]:
    """All rankings that there is data for: a factor that covers nobody would only repeat the base."""
    factors = (
        ("w_r", sides.ratings),
        ("w_cit", sides.citations),
        ("w_prm", sides.prominence),
    )
    return [
        *("delay", "w_delay"),
        *(name for name, table in factors[:1] if table),
        *("w_i", "w_d"),
        *(name for name, table in factors[1:] if table),
        *("w_size", "jcdl18", "smart-harvesting", "harvestman", "history", "random"),
    ]


def _report(
    histories: Sequence[History],
    year: int,
    judged: Sequence[Judged],
    sides: SideTables,
    *,
    as_json: bool,
) -> None:
    from harvestman.plan import CUTOFFS, averages, table_by_cutoff, table_by_month

    by_month, by_cutoff = table_by_month(judged), table_by_cutoff(judged)
    examples = _examples(histories, year, sides)
    if as_json:
        means = averages(judged)
        print_json(
            {
                "year": year,
                "series": len(judged[0].order),
                "table_1": examples,
                "table_2": {line.ranking: _line_plain(line) for line in by_month},
                "table_3": {line.ranking: _line_plain(line) for line in by_cutoff},
                "mean": {
                    name: {f"{question}_{measure}": v for (question, measure), v in values.items()}
                    for name, values in means.items()
                },
            }
        )
        return
    print_line(
        f"{year} hidden, {len(judged[0].order)} series. Ours are of this library, the published ones of dblp in 2016."
    )
    print_line()
    if examples:
        print_table(
            ("series", *(cell for name in _WEIGHTS for cell in (name, "published"))),
            [
                (key, *(cell for name in _WEIGHTS for cell in _pair(found, name)))
                for key, found in examples.items()
            ],
            title=f"Table 1: examples, December {year}",
        )
    print_table(
        ("ranking", "", *_MONTHS, "mean"),
        [row for line in by_month for row in _month_rows(line)],
        title="Table 2: ndcg-100 by month",
    )
    print_table(
        ("ranking", *(cell for cut in CUTOFFS for cell in (f"ndcg-{cut}", "published"))),
        [
            (
                line.ranking,
                *(
                    cell
                    for n, (value, stars) in enumerate(zip(line.ours, line.stars, strict=True))
                    for cell in (
                        "" if value is None else f"{value:.3f}{stars}",
                        "" if line.published is None else f"{line.published[n]:.3f}",
                    )
                ),
            )
            for line in by_cutoff
        ],
        title="Table 3: ndcg, mean over the year",
    )


def _examples(
    histories: Sequence[History], year: int, sides: SideTables
) -> dict[str, dict[str, dict[str, float]]]:
    """Table 1 for those of its four series that the library has: our weights and the published ones."""
    from harvestman.plan import TABLE_1, month_number
    from harvestman.plan.ranking import set_scene

    scene = set_scene(
        histories, month_number(year, 12), sides=sides, hidden_from=month_number(year, 1)
    )
    examples = {}
    for key, published in TABLE_1.items():
        if key in scene.traits:
            weights = scene.weights[key]
            delta = scene.now - scene.traits[key].expected
            ours = [float(delta), *(float(getattr(weights, name)) for name in _WEIGHTS[1:])]
            examples[key] = {
                "ours": dict(zip(_WEIGHTS, ours, strict=True)),
                "published": dict(zip(_WEIGHTS, published, strict=True)),
            }
    return examples


def _pair(found: dict[str, dict[str, float]], name: str) -> tuple[str, str]:
    return f"{found['ours'][name]:.3f}", f"{found['published'][name]:.3f}"


def _line_plain(line: Line) -> dict[str, object]:
    return {
        "ours": list(line.ours),
        "stars": list(line.stars),
        "published": None if line.published is None else list(line.published),
    }


def _month_rows(line: Line) -> list[tuple[str, ...]]:
    rows = []
    for label, values in (("ours", line.ours), ("published", line.published)):
        if values is not None:
            known = [value for value in values if value is not None]
            cells = ("" if value is None else f"{value:.3f}" for value in values)
            rows.append((line.ranking, label, *cells, f"{sum(known) / len(known):.3f}"))
    return rows


def _write(
    judged: Sequence[Judged],
    year: int,
    *,
    plot: Path | None,
    run_file: Path | None,
    qrels_file: Path | None,
) -> None:
    from harvestman.model import UsageError
    from harvestman.plan import (
        draw_by_month,
        draw_png_by_month,
        qrels_lines,
        run_lines,
        table_by_month,
    )

    try:
        if plot:
            lines, title = table_by_month(judged), f"ndcg-100 by month, {year}"
            if plot.suffix == ".png":
                plot.write_bytes(draw_png_by_month(lines, title))
            else:
                plot.write_text(draw_by_month(lines, title), encoding="utf-8")
        if run_file:
            names = list(dict.fromkeys(each.ranking for each in judged))
            for name in names:
                path = (
                    run_file
                    if len(names) == 1
                    else run_file.with_name(f"{run_file.stem}.{name}{run_file.suffix}")
                )
                mine = [each for each in judged if each.ranking == name]
                path.write_text("\n".join(run_lines(mine)) + "\n", encoding="utf-8")
        if qrels_file:
            qrels_file.write_text("\n".join(qrels_lines(judged, "pseudo")) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be written: {error.strerror}") from error
