"""Judging the learned page reader by sites that it has not seen: every site is read by models that were taught with the others.

The dev split is read again and again while rules and models are made, so its figure rises sooner than that of other pages. Here the models are
taught anew for each fold of sites, on all splits and on whole sites, and each page is judged as read without its fold. What stays the same
in every fold are the rules around the models and the word lists, which were made with these pages in view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from harvestman import pages
from harvestman.learn.pages_eval import Miss, judge, read_rows
from harvestman.learn.pages_gold import json_lines
from harvestman.learn.pages_sites_eval import judge_sites, read_page
from harvestman.learn.pages_teaching import (
    Lessons,
    Say,
    Taught,
    draw_lessons,
    gold_rows,
    has_sites,
    train,
)
from harvestman.learn.pages_tongues import read_tongues
from harvestman.model import Paper
from harvestman.pages.learned.chain import Chain
from harvestman.pages.learned.reader import LearnedReader

SYNTHETIC = 240
"""Fewer made-up pages than for the models that are shipped: a third of the time."""


def judge_by_folds(
    folders: Sequence[Path],
    *,
    folds: int,
    seed: int = 14,
    synthetic: int = SYNTHETIC,
    references: Path | None = None,
    miss: Miss | None = None,
    say: Say = lambda _: None,
) -> dict[str, Any]:
    """The figures of each folder, every site read by models that were taught without it."""
    taught = draw_lessons(
        folders,
        split=None,
        seed=seed,
        folds=folds,
        synthetic=synthetic,
        tongues=read_tongues(references) if references is not None else {},
    )
    models = train(taught, say=say, with_whole=False)
    return judge_without(models, taught, folders, miss=miss)


def judge_without(
    models: Taught, taught: Lessons, folders: Sequence[Path], *, miss: Miss | None = None
) -> dict[str, Any]:
    """The figures of each folder by models that were taught without the fold of the site; of other sites nothing is told."""
    readers = [LearnedReader({n: Chain(one) for n, one in some.items()}) for some in models.without]
    of_site = {site: readers[fold] for site, fold in taught.fold_of.items()}
    return {folder.name: _judge(folder, of_site, miss) for folder in folders}


def _judge(folder: Path, of_site: Mapping[str, LearnedReader], miss: Miss | None) -> dict[str, Any]:
    if not has_sites(folder):
        rows = [row for row in gold_rows(folder, None) if row["site"] in of_site]
        found = read_rows(folder, rows, learned=of_site)
        by_split = {}
        for split in sorted({str(row["split"]) for row in rows if row.get("split")}):
            own = [pair for pair in zip(rows, found, strict=True) if pair[0].get("split") == split]
            by_split[split] = judge([row for row, _ in own], [papers for _, papers in own])
        return judge(rows, found, miss=miss) | {"by_split": by_split}
    hosts = {str(row["host"]): str(row["site"]) for row in json_lines(folder / "sites.jsonl")}

    def read(page: pages.SavedPage) -> tuple[list[Paper], list[str]]:
        site = hosts[urlsplit(page.url).netloc]
        return read_page(page, learned=of_site.get(site))

    return judge_sites(folder, miss=miss, read=read)
