"""Which thresholds of alignment are best for gathering, on the train sites of a folder: `python eval/gather_thresholds.py DATA/sites [--split train]`.

Each site is gathered once; then the same libraries are gathered again for each threshold, which reads nothing anew. Told are precision and
recall of authors and affiliations over all documents of the split, by the union of the readers.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from harvestman.gather import matching
from harvestman.learn.pages_gold import json_lines
from harvestman.learn.sites_eval import gather_sites, judge_sites

NAMES = (84.0, 88.0, 90.0, 92.0, 95.0, 100.0)
ORGANISATIONS = (0.75, 0.8, 0.85, 0.9, 0.95, 1.0)


def main() -> None:
    """Gather, vary, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", default="train")
    asked = parser.parse_args()
    sites = [r for r in json_lines(asked.folder / "sites.jsonl") if r["split"] == asked.split]
    gold = [r for r in json_lines(asked.folder / "gold.jsonl") if r["split"] == asked.split]
    languages = {str(site["site"]): str(site["language"]) for site in sites}
    usual = (matching.NAME_LIKENESS, matching.ORGANISATION_LIKENESS)
    tries = [(name, usual[1]) for name in NAMES] + [(usual[0], one) for one in ORGANISATIONS]
    with tempfile.TemporaryDirectory() as place:
        for name, organisation in dict.fromkeys((usual, *tries)):
            matching.NAME_LIKENESS, matching.ORGANISATION_LIKENESS = name, organisation
            found = gather_sites(asked.folder, sites, place=Path(place))
            got = judge_sites(gold, found, languages=languages)
            told = " ".join(
                f"{field} {got[field]['precision']:.3f}/{got[field]['recall']:.3f}"
                for field in ("authors", "affiliations", "emails")
            )
            mark = "  (in use)" if (name, organisation) == usual else ""
            print(f"names {name:5.1f}  organisations {organisation:.2f}  {told}{mark}", flush=True)


if __name__ == "__main__":
    main()
