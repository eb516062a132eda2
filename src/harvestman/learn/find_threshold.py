"""Setting the score from which on a document is the paper that is looked for (`harvestman learn find threshold`).

Every train question is compared with every document of the train sites, alone, as a search engine names it, and with each page that
links to it. A question is settled wrongly by a threshold when none of its answers reaches it, or when another document does. Of the thresholds that settle
the fewest questions wrongly, the middle one is taken: as far as can be from what is right and from what is not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from harvestman.documents import extract
from harvestman.find.layout import PageLayout, lay_out
from harvestman.find.pairing import pair_laid
from harvestman.find.questions import PaperQuestion
from harvestman.find.verifying import PageEvidence, verify
from harvestman.learn.pages_gold import json_lines
from harvestman.model import Extraction
from harvestman.pages import SavedPage, Source
from harvestman.text import decode_html

DATA_FILE = "paper-threshold.json"
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_STEPS = range(1, 100)


@dataclass(frozen=True, slots=True)
class Scored:
    """The best scores that a question's answers and all other documents reach; None where there are none."""

    question: str
    right: float | None
    wrong: float | None

    def is_wrong_at(self, threshold: float) -> bool:
        """Whether the threshold settles the question wrongly."""
        is_missed = self.right is not None and self.right < threshold
        return is_missed or (self.wrong is not None and self.wrong >= threshold)


@dataclass(frozen=True, slots=True)
class _Web:
    """The documents and pages of the sites of one split."""

    read: Mapping[str, tuple[str, Extraction]]
    """By place (`site/path`): the address, and what the document says."""
    pages: Sequence[tuple[str, PageLayout]]
    hosts: Mapping[str, str]

    def place(self, url: str) -> str:
        """Where the file of an address lies; a place of nothing for what is outside."""
        parts = urlsplit(url)
        return f"{self.hosts.get(parts.netloc, '')}{unquote(parts.path)}"


def learn_threshold(data: Path, *, target: Path | None = None) -> dict[str, Any]:
    """Score the train questions of DATA/sites, choose the threshold, and write its file; dev is only counted."""
    sites = data / "sites"
    train = score_split(sites, "train")
    chosen = choose_threshold(train)
    path = target or Path(__file__).parent.parent / "find" / "models" / DATA_FILE
    body = json.dumps({"threshold": chosen}) + "\n"
    path.write_text(body, "utf-8")
    return {
        "bytes": len(body),
        "file": str(path),
        "threshold": chosen,
        "train": count(train, chosen),
        "dev": count(score_split(sites, "dev"), chosen),
    }


def choose_threshold(scored: Sequence[Scored]) -> float:
    """The middle of the longest run of thresholds, in hundredths, that settle the fewest questions wrongly."""
    errors = {step: sum(one.is_wrong_at(step / 100) for one in scored) for step in _STEPS}
    runs = [list(steps) for _, steps in groupby(_STEPS, key=lambda step: errors[step])]
    least = min(errors.values())
    longest = max((run for run in runs if errors[run[0]] == least), key=len)
    return longest[len(longest) // 2] / 100


def count(scored: Sequence[Scored], threshold: float) -> dict[str, Any]:
    """What a threshold does to questions: how many it settles wrongly, and between which scores it lies."""
    right = [one.right for one in scored if one.right is not None]
    wrong = [one.wrong for one in scored if one.wrong is not None]
    return {
        "questions": len(scored),
        "missed": sum(score < threshold for score in right),
        "mistaken": sum(score >= threshold for score in wrong),
        "least_right": round(min((s for s in right if s >= threshold), default=1.0), 3),
        "most_wrong": round(max((s for s in wrong if s < threshold), default=0.0), 3),
    }


def score_split(sites: Path, split: str) -> list[Scored]:
    """Every question about a paper of a split, compared with every document of the sites of that split."""
    web = _web(sites, split)
    found = []
    for row in json_lines(sites / "questions.jsonl"):
        if row["type"] == "paper" and row["split"] == split:
            question = PaperQuestion(row["title"], tuple(row["authors"]), row["year"])
            best: dict[bool, float] = {}
            for place, score in _scores(question, web):
                is_right = place in row["answers"]
                best[is_right] = max(score, best.get(is_right, 0.0))
            found.append(Scored(row["id"], best.get(True), best.get(False)))
    return found


def _scores(question: PaperQuestion, web: _Web) -> Iterator[tuple[str, float]]:
    """Each document's best score for a question."""
    linked: dict[str, list[PageEvidence]] = {}
    for url, layout in web.pages:
        for link in pair_laid(layout, url, question):
            linked.setdefault(web.place(link.url), []).append(link.evidence)
    for place, (url, read) in web.read.items():
        ways = (None, *linked.get(place, ()))
        yield place, max(verify(question, read, url=url, page=page).score for page in ways)


def _web(sites: Path, split: str) -> _Web:
    rows = [row for row in json_lines(sites / "sites.jsonl") if row["split"] == split]
    hosts = {row["site"]: row["host"] for row in rows}
    read = {}
    for row in json_lines(sites / "gold.jsonl"):
        if row["site"] in hosts:
            body = (sites / row["site"] / row["file"]).read_bytes()
            url = f"http://{hosts[row['site']]}/{quote(row['file'])}"
            read[f"{row['site']}/{row['file']}"] = url, extract(body, now=_NOW, name=row["file"])
    pages = [
        _laid(path, f"http://{host}/{quote(path.relative_to(sites / site).as_posix())}")
        for site, host in hosts.items()
        for path in sorted((sites / site).rglob("*.htm*"))
    ]
    return _Web(read, pages, {host: site for site, host in hosts.items()})


def _laid(path: Path, url: str) -> tuple[str, PageLayout]:
    page = SavedPage(url, path.read_bytes())
    html, _ = decode_html(page.body, page.content_type)
    return url, lay_out(Source(page, html=html, now=_NOW))
