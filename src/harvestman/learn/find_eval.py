"""Judging `find paper`: a folder of sites is served with a search engine over it, every question asked, the answers counted.

The paper finder's four classes: A found rightly, B found wrongly, C not found though there, D rightly not found. Precision is A / (A + B), recall A / (A + C), accuracy
(A + D) / all. An answer is right when its file is one of those that hold a paper of that title.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import harvestman
from harvestman import Harvestman
from harvestman.find import PaperAnswer, PaperQuestion
from harvestman.learn.sites_search import SiteSearch
from harvestman.learn.sites_served import SitesServed, serve_sites

PUBLISHED = {"precision": 0.666, "accuracy": 0.982, "recall": 0.809}
"""The paper finder's Table 1, all years: 939 articles, of which 15 were known to be online."""
Miss = Callable[[str, str, str, object, object], None]


def judge_find_folder(
    folder: Path, *, split: str | None = None, html_only: bool = False, miss: Miss
) -> dict[str, Any]:
    """Ask every question about papers of a folder, and count what is answered."""
    lines = (folder / "questions.jsonl").read_text("utf-8").splitlines()
    rows = [row for line in lines if line.strip() for row in (json.loads(line),)]
    rows = [row for row in rows if row["type"] == "paper" and split in (None, row["split"])]
    asked = [
        PaperQuestion(row["title"], tuple(row["authors"]), row["year"], id=row["id"])
        for row in rows
    ]
    with serve_sites(folder) as served:
        engine = served.search(
            lambda sites, port: SiteSearch(sites, port, knows_files=not html_only)
        )
        with empty_library(served) as opened:
            answers = {one.question.id: one for one in opened.find_papers(asked)}
        requests = engine.asked + sum(map(served.requests, served.folder.rows))
    languages = {site: str(row["language"]) for site, row in served.folder.rows.items()}
    found = count_answers(rows, answers, languages, miss=miss)
    return found | {"requests": round(requests / max(1, len(rows)), 2), "published": PUBLISHED}


@contextmanager
def empty_library(served: SitesServed) -> Iterator[Harvestman]:
    """A library of its own, whose only search provider is the engine over the served sites."""
    with (
        tempfile.TemporaryDirectory() as place,
        harvestman.open(
            Path(place) / "library.db",
            allow_private="true",
            delay="0",
            providers="searxng",
            searxng_url=served.address("search").rstrip("/"),
            browser="never",
        ) as opened,
    ):
        yield opened


def count_answers(
    rows: Sequence[Mapping[str, Any]],
    answers: Mapping[str, PaperAnswer],
    languages: Mapping[str, str],
    *,
    miss: Miss,
) -> dict[str, Any]:
    """The figures over all questions, by language, by variant of the question, and by why it has an answer or none."""
    total: Counter[str] = Counter()
    groups: dict[str, dict[str, Counter[str]]] = {
        name: defaultdict(Counter) for name in ("by_language", "by_variant", "by_why")
    }
    for row in rows:
        place = place_of(answers[row["id"]].url) if row["id"] in answers else ""
        if place:
            outcome = "A" if place in row["answers"] else "B"
        else:
            outcome = "C" if row["answers"] else "D"
        if outcome in "BC":
            miss(row["id"], outcome, f"{row['title']} [{row['variant']}]", row["answers"], place)
        site = (row["answer"] or row["listed_on"]).partition("/")[0]
        for part in (
            total,
            groups["by_language"][languages.get(site, "")],
            groups["by_variant"][row["variant"]],
            groups["by_why"][row["why"]],
        ):
            part[outcome] += 1
    by = {
        name: {key: figures(n) for key, n in sorted(parts.items())}
        for name, parts in groups.items()
    }
    return figures(total) | by


def figures(n: Mapping[str, int]) -> dict[str, Any]:
    """Precision, accuracy and recall of the four classes."""
    a, b, c, d = (n.get(name, 0) for name in "ABCD")

    def share(part: int, whole: int) -> float:
        return round(part / whole, 4) if whole else 0.0

    return {
        "precision": share(a, a + b),
        "accuracy": share(a + d, a + b + c + d),
        "recall": share(a, a + c),
        "A": a,
        "B": b,
        "C": c,
        "D": d,
        "questions": a + b + c + d,
    }


def place_of(url: str) -> str:
    """Where an address of the served folder lies in it: `site/path`; "" for none."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removesuffix(".localhost")
    return f"{host}{unquote(parts.path)}" if host else ""
