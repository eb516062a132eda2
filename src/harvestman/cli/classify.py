"""`harvestman classify URL…`: is this address a conference's own web site? Judged from the address alone."""

from __future__ import annotations

import click

from harvestman.cli.lines import given_lines
from harvestman.cli.printing import json_option, print_json, print_table

_STRONGEST = 5


@click.command("classify")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@json_option
def command(urls: tuple[str, ...], as_json: bool) -> int:
    """Tell which addresses are conferences' own web sites.

    Nothing is fetched: the address alone is judged, and the features that spoke loudest are named, + for a conference and -
    against. URL may be - for one address a line on standard input. With --json, one object a line: url (as given),
    conference, probability, and the strongest features with their weights.
    """
    from harvestman.crawl.sites import SiteClassifier, in_words

    classifier = SiteClassifier.load()
    rows = []
    for url in given_lines(urls):
        probability = classifier.probability(url)
        is_conference = classifier.is_conference(url)
        reasons = classifier.explain(url)[:_STRONGEST]
        if as_json:
            print_json(
                {
                    "url": url,
                    "conference": is_conference,
                    "probability": round(probability, 4),
                    "features": {name: round(weight, 3) for name, weight in reasons},
                }
            )
        else:
            because = "; ".join(f"{in_words(name)} {weight:+.1f}" for name, weight in reasons)
            rows.append(("yes" if is_conference else "no", f"{probability:.2f}", url, because))
    if not as_json:
        print_table(("conference", "probability", "url", "because"), rows, wide=("url", "because"))
    return 0
