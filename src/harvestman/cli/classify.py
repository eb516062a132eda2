"""`harvestman classify URL…`: is this address a conference's own web site? Judged from the address alone."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.lines import given_lines
from harvestman.cli.printing import json_option, print_json, print_table

_STRONGEST = 5


@click.command("classify")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@json_option
@click.pass_obj
def command(context: Context, urls: tuple[str, ...], as_json: bool) -> int:
    """Tell which addresses are conferences' own web sites.

    Nothing is fetched: the address alone is judged, and the features that spoke loudest are named, + for a conference and -
    against. URL may be - for one address a line on standard input. With --json, one object a line: url (as given),
    conference, probability, and the strongest features with their weights.
    """
    from harvestman.crawl.sites import in_words

    rows = []
    for one in context.open().classify(given_lines(urls)):
        reasons = one.reasons[:_STRONGEST]
        if as_json:
            print_json(
                {
                    "url": one.url,
                    "conference": one.is_conference,
                    "probability": round(one.probability, 4),
                    "features": {name: round(weight, 3) for name, weight in reasons},
                }
            )
        else:
            because = "; ".join(f"{in_words(name)} {weight:+.1f}" for name, weight in reasons)
            verdict = "yes" if one.is_conference else "no"
            rows.append((verdict, f"{one.probability:.2f}", one.url, because))
    if not as_json:
        print_table(("conference", "probability", "url", "because"), rows, wide=("url", "because"))
    return 0
