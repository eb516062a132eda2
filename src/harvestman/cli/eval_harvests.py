"""`harvestman eval harvests DIR`: judge whole harvests on a folder of sites with answers."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("harvests")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option(
    "--only", multiple=True, metavar="SITE", help="Only this site (several times: several)."
)
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(folder: Path, only: tuple[str, ...], misses: bool, as_json: bool) -> int:
    """Judge whole harvests on a folder of sites with answers.

    DIR holds sites.jsonl, gold.jsonl and a folder for each site. Each site is served on loopback and harvested from its front page with the
    settings in force into a library of its own, which is thrown away. Figures are over all papers, and as the mean of the sites.
    """
    from harvestman.learn.harvests_eval import judge_harvests

    def tell(site: str, what: str, wanted: str, given: str) -> None:
        print_line(f"{site} | {what} | {wanted} | {given}", to_stderr=True)

    figures = judge_harvests(folder, only=only, miss=tell if misses else None)
    if as_json:
        print_json(figures)
        return 0
    macro = figures["macro"]
    names = ("precision", "recall", "f1")
    print_table(
        ("titles", *names),
        [
            ("over all papers", *(figures["title"][name] for name in names)),
            ("mean of the sites", *(macro["title"][name] for name in names)),
        ],
    )
    print_line(f"all authors right: {figures['authors']['all_right']}")
    for name in ("year", "venue", "pdf", "doi"):
        print_line(f"{name} right: {figures[name]['accuracy']} of {figures[name]['of']}")
    print_line(f"affiliations, precision: {figures['affiliations']['precision']}")
    print_line(
        f"false papers: {figures['false_papers']}, papers twice: {figures['repeated']}, "
        f"requests by pages of the dearest site: {figures['requests_by_pages']}"
    )
    print_table(
        ("site", "recall", "precision", "all authors right", "requests by pages"),
        [
            (
                site,
                one["title"]["recall"],
                one["title"]["precision"],
                one["authors"]["all_right"],
                one["requests_by_pages"],
            )
            for site, one in figures["by_site"].items()
        ],
    )
    return 0
