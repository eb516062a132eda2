"""`harvestman plan parse-title TITLE…`: what a title of proceedings says of when and where."""

from __future__ import annotations

import click

from harvestman.cli.lines import given_lines
from harvestman.cli.printing import json_option, print_json, print_table


@click.command("parse-title")
@click.argument("titles", nargs=-1, required=True, metavar="TITLE…")
@json_option
def command(titles: tuple[str, ...], as_json: bool) -> int:
    """Read month, year, country and city off titles of proceedings.

    TITLE may be - for one title a line on standard input. With --json, one object a title: title (as given), month, year,
    country, city; null for what the title does not say.
    """
    from harvestman.plan.titles import parse_title

    rows = []
    for title in given_lines(titles):
        parts = parse_title(title)
        plain = {
            "title": title,
            "month": parts.month,
            "year": parts.year,
            "country": parts.country,
            "city": parts.city,
        }
        if as_json:
            print_json(plain)
        else:
            rows.append((parts.month, parts.year, parts.country, parts.city, title))
    if not as_json:
        print_table(("month", "year", "country", "city", "title"), rows, wide=("title",))
    return 0
