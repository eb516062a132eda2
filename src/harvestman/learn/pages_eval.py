"""Judging the page reader on a folder with gold papers: precision, recall and F1 of titles and authors, and the share of
right links to papers, as the mean over sites; false papers on pages that list none.

The rules are those of the data's description: titles are compared by letters and digits, a short remark in brackets at their
end does not count, nine tenths alike is alike; authors are judged end to end, so those of a missed paper are missed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from harvestman.learn.counting import Count
from harvestman.learn.likeness import alike, fold
from harvestman.learn.pages_gold import file_of, rows_of
from harvestman.pages import Reader, load_readers
from harvestman.pages.answer import NOWHERE, answer
from harvestman.pages.source import SavedPage

NOW = datetime(2026, 1, 1, tzinfo=UTC)
_REMARKS = re.compile(r"(\s*[(\[][^()\[\]]{1,25}[)\]])+\s*$")

Row = Mapping[str, Any]
Miss = Callable[[str, str, str, str], None]
"""Told of each wrong answer: file, what, wanted, read."""


@dataclass(slots=True)
class _Sheet:
    """The tallies of one site or one layout."""

    title: Count = field(default_factory=Count)
    authors: Count = field(default_factory=Count)


def judge_pages(
    folder: Path, *, split: str | None = None, miss: Miss | None = None
) -> dict[str, Any]:
    """Read all pages of a folder and judge what was read. Without a split, pages for training are left out."""
    rows = rows_of(folder, split)
    if split is None and any(row.get("split") != "train" for row in rows):
        rows = [row for row in rows if row.get("split") != "train"]
    return judge(rows, read_rows(folder, rows), miss=miss)


def read_rows(
    folder: Path, rows: Sequence[Row], *, learned: Mapping[str, Reader] | None = None
) -> list[list[dict[str, Any]]]:
    """The papers of each page by the installed readers, or, of sites that are named, with another learned one."""
    found = []
    for row in rows:
        other = (learned or {}).get(str(row["site"]))
        readers = None
        if other is not None:
            readers = [other if one.name == other.name else one for one in load_readers()]
        saved = SavedPage(NOWHERE, file_of(folder, row).read_bytes())
        found.append(answer(saved, now=NOW, file=str(row["file"]), readers=readers)["papers"])
    return found


def judge(
    rows: Sequence[Row], found: Sequence[Sequence[Row]], *, miss: Miss | None = None
) -> dict[str, Any]:
    """Compare what was read with the gold, page by page."""
    told = miss or (lambda *_: None)
    sites: dict[str, _Sheet] = defaultdict(_Sheet)
    layouts: dict[str, _Sheet] = defaultdict(_Sheet)
    links: list[bool] = []
    negatives = false = 0
    for row, answered in zip(rows, found, strict=True):
        passed = {fold(bare(title)) for title in row.get("ignore") or []}
        papers = [paper for paper in answered if fold(bare(paper["title"])) not in passed]
        if not row["papers"]:
            negatives += 1
            false += len(papers)
            for paper in papers[:3]:
                told(str(row["file"]), "false paper", "", str(paper["title"]))
            continue
        hits = _match(row["papers"], papers)
        authors = _authors(row["papers"], papers, hits)
        for sheet in (sites[str(row["site"])], layouts[str(row.get("layout") or "")]):
            sheet.title.add(len(hits), len(papers), len(row["papers"]))
            sheet.authors.add(*authors)
        base = str(row.get("url") or "")
        links += [
            _whole(base, want["pdf"]) == _whole(base, have.get("pdf"))
            for want, have in hits
            if want.get("pdf")
        ]
        _tell(row, papers, hits, told)
    return {
        "pages": len(rows),
        "sites": len(sites),
        "title": _mean([sheet.title for sheet in sites.values()]),
        "authors": _mean([sheet.authors for sheet in sites.values()]),
        "pdf": {"accuracy": round(sum(links) / len(links), 4) if links else None},
        "negative_pages": negatives,
        "false_papers_per_negative_page": round(false / negatives, 4) if negatives else None,
        "by_site": _by_key(sites),
        "by_layout": _by_key(layouts),
    }


def _match(wanted: Sequence[Row], papers: Sequence[Row]) -> list[tuple[Row, Row]]:
    """The gold papers that were read, each with its reading: equal titles first, then similar ones in order."""
    by_title = {fold(bare(paper["title"])): paper for paper in papers}
    hits: list[tuple[Row, Row]] = []
    taken: set[int] = set()
    left = []
    for want in wanted:
        have = by_title.get(fold(bare(want["title"])))
        if have is not None and id(have) not in taken:
            hits.append((want, have))
            taken.add(id(have))
        else:
            left.append(want)
    free = [paper for paper in papers if id(paper) not in taken]
    for want in left:
        for have in free:
            if alike(bare(want["title"]), bare(have["title"])):
                hits.append((want, have))
                free.remove(have)
                break
    return hits


def _authors(
    wanted: Sequence[Row], papers: Sequence[Row], hits: Sequence[tuple[Row, Row]]
) -> tuple[int, int, int]:
    unjudged = {id(have) for want, have in hits if want["authors"] is None}
    right = 0
    for want, have in hits:
        free = [fold(author["name"]) for author in have.get("authors") or []]
        for author in want["authors"] or []:
            name = fold(author["name"])
            if name in free:
                free.remove(name)
                right += 1
    answered = sum(len(paper.get("authors") or []) for paper in papers if id(paper) not in unjudged)
    return right, answered, sum(len(want["authors"] or []) for want in wanted)


def _tell(row: Row, papers: Sequence[Row], hits: Sequence[tuple[Row, Row]], told: Miss) -> None:
    wanted, have = {id(want) for want, _ in hits}, {id(paper) for _, paper in hits}
    for want in row["papers"]:
        if id(want) not in wanted:
            told(str(row["file"]), "title", str(want["title"]), "")
    for paper in papers:
        if id(paper) not in have:
            told(str(row["file"]), "false paper", "", str(paper["title"]))


def _mean(tallies: Sequence[Count]) -> dict[str, float]:
    """The mean over sites; a list of titles alone has no authors to be judged."""
    judged = [tally.figures() for tally in tallies if tally.wanted or tally.answered]
    return {
        name: round(sum(one[name] for one in judged) / len(judged), 4) if judged else 0.0
        for name in ("precision", "recall", "f1")
    }


def _by_key(sheets: Mapping[str, _Sheet]) -> dict[str, dict[str, float]]:
    return {
        key: {"title": sheet.title.figures()["f1"], "authors": sheet.authors.figures()["f1"]}
        for key, sheet in sorted(sheets.items())
    }


def _whole(base: str, href: str | None) -> str | None:
    return urljoin(base, href) if href else None


def bare(title: str | None) -> str:
    """A title without short remarks in brackets at its end."""
    return _REMARKS.sub("", title or "") or (title or "")
