"""`harvestman simulate`: what the agenda of visits costs and brings, beside other policies, on simulated years."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("simulate")
@click.option("--sites", type=click.IntRange(1, 100_000), default=2000, show_default=True)
@click.option("--years", type=click.IntRange(1, 50), default=3, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the sites.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Draw how late papers are seen.",
)
@json_option
def command(sites: int, years: int, seed: int, plot: Path | None, as_json: bool) -> int:
    """Play years of conference sites against policies of visiting them.

    Sites publish their papers after real lags; some late, in parts, or never; some vanish. Each policy decides when to look at
    which site; watch and plan+watch ask the agenda that `watch` runs by. Told are the fetches, how many hours after
    publication papers were seen (median, 95th percentile), and papers that were missed. Takes about a minute.
    """
    from harvestman.model import UsageError
    from harvestman.watch import draw_delays, simulate

    if plot and plot.suffix != ".svg":
        raise UsageError(f"{plot}: name it .svg")
    outcomes = simulate(sites=sites, years=years, seed=seed)
    if plot:
        plot.write_text(draw_delays(outcomes), encoding="utf-8")
    if as_json:
        print_json(
            {
                "sites": sites,
                "years": years,
                "seed": seed,
                "papers": max(one.papers for one in outcomes.values()),
                "policies": {
                    name: {
                        "fetches": one.fetches,
                        "median_hours": one.median_hours,
                        "p95_hours": one.p95_hours,
                        "missed": one.missed,
                    }
                    for name, one in outcomes.items()
                },
            }
        )
        return 0
    most = max(one.fetches for one in outcomes.values())
    print_table(
        ("policy", "fetches", "of nightly", "median hours", "p95 hours", "missed papers"),
        [
            (
                name,
                one.fetches,
                f"1/{most / one.fetches:.1f}" if one.fetches else "",
                one.median_hours,
                one.p95_hours,
                one.missed,
            )
            for name, one in outcomes.items()
        ],
    )
    print_line(f"{max(one.papers for one in outcomes.values())} papers became public.")
    return 0
