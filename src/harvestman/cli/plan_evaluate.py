"""`harvestman plan evaluate --year Y`: the JCDL paper's leave-out protocol on the library's own series."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import say_empty
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.plan import Line, YearJudged

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_FILE = click.Path(path_type=Path, dir_okay=False)
_OF_ONE_DUMP = (
    "warning: all entry dates come from one dump, where every correction moves them: what was entered long ago "
    "may seem new. Import an older dump or a history as well before you believe these figures."
)


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

    if plot and plot.suffix not in (".svg", ".png"):
        raise UsageError(f"{plot}: name it .svg or .png")
    if len(set(years)) < len(years) or ((plot or run_file or qrels_file) and len(years) > 1):
        raise UsageError("files are written for one --year at a time, and each year once")
    with context.open(writable=False) as harvestman:
        if not harvestman.plan.has_series():
            return say_empty()
        for number, found in enumerate(harvestman.plan.evaluate(*years, rankings=names)):
            if found.is_of_one_dump and not number:
                print_line(_OF_ONE_DUMP, to_stderr=True)
            _report(found, as_json=as_json)
            _write(found, plot=plot, run_file=run_file, qrels_file=qrels_file)
    return 0


def _report(found: YearJudged, *, as_json: bool) -> None:
    from harvestman.plan import CUTOFFS, WEIGHTS, averages, table_by_cutoff, table_by_month

    year, judged, examples = found.year, found.judged, found.examples
    by_month, by_cutoff = table_by_month(judged), table_by_cutoff(judged)
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
            ("series", *(cell for name in WEIGHTS for cell in (name, "published"))),
            [
                (key, *(cell for name in WEIGHTS for cell in _pair(example, name)))
                for key, example in examples.items()
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


def _pair(example: Mapping[str, Mapping[str, float]], name: str) -> tuple[str, str]:
    return f"{example['ours'][name]:.3f}", f"{example['published'][name]:.3f}"


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
    found: YearJudged,
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

    year, judged = found.year, found.judged
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
