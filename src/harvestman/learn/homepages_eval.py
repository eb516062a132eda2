"""Judging `find person`: homepages, publications pages and entries, on a folder of sites with questions (`harvestman eval homepages DIR`).

The sites are served with a search engine over them, and every person is asked for. A homepage is right when it is the page of the gold or the
site's front page; entries are compared by their titles, on the pages whose entries are known; a link is right when it leads to the entry's
file (a landing page may be given or not).
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from harvestman.find import PersonAnswer, PersonQuestion, Publication
from harvestman.learn.counting import Count
from harvestman.learn.find_eval import Miss, empty_library, place_of
from harvestman.learn.harvests_rules import same_titles
from harvestman.learn.sites_search import SiteSearch
from harvestman.learn.sites_served import SiteFolder, serve_sites

PUBLISHED = {"homepages": 0.68, "publications_pages": 0.63}
"""Precision in the paper finder's Table 2: 124 homepages and 11 publications pages, judged by hand."""
_FILE_LINK = re.compile(r"\.(?:pdf|ps|ps\.gz|docx?|pptx?|djvu?|rtf)(?:[?#]|$)|/pdf/", re.IGNORECASE)
Row = Mapping[str, Any]


def judge_homepages_folder(folder: Path, *, split: str | None = None, miss: Miss) -> dict[str, Any]:
    """Ask for every person of a folder, and count what is answered."""
    asked = [
        row
        for row in _rows(folder / "questions.jsonl")
        if row["type"] == "person" and split in (None, row["split"])
    ]
    questions = [
        PersonQuestion(row["name"], row.get("affiliation") or "", row.get("field") or "", row["id"])
        for row in asked
    ]
    with serve_sites(folder) as served:
        engine = served.search(lambda sites, port: SiteSearch(sites, port, knows_files=True))
        with empty_library(served) as opened:
            answers = {one.question.id: one for one in opened.find.persons(questions)}
        requests = engine.asked + sum(map(served.requests, served.folder.rows))
        entries: dict[str, list[Row]] = defaultdict(list)
        for entry in _rows(folder / "entries.jsonl"):
            entries[f"{entry['site']}/{entry['page']}"].append(entry)
        judged = _Judged(served.folder, entries, miss)
        for row in asked:
            judged.add(row, answers.get(row["id"]))
    return judged.figures() | {
        "requests": round(requests / max(1, len(asked)), 2),
        "published": PUBLISHED,
    }


def _rows(file: Path) -> list[Row]:
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


@dataclass(slots=True)
class _Judged:
    """Figures over all persons, and by why they have a homepage or none."""

    folder: SiteFolder
    entries: Mapping[str, Sequence[Row]]
    miss: Miss
    homes: Count = field(default_factory=Count)
    pages: Count = field(default_factory=Count)
    titles: Count = field(default_factory=Count)
    by_why: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    by_language: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    n: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row, answer: PersonAnswer | None) -> None:
        self.n["questions"] += 1
        self._add_home(row, self.place(answer.homepage) if answer else "")
        listed = set(row["publications_pages"])
        told = {self.place(url) for url in (answer.publications_pages if answer else ())}
        self.pages.add(len(listed & told), len(told), len(listed))
        if listed != told:
            self.miss(row["id"], "publications pages", row["name"], sorted(listed), sorted(told))
        known = [page for page in row["publications_pages"] if self.entries.get(page)]
        if known:
            given = answer.publications if answer else ()
            self._add_entries(row, known, [one for one in given if self.place(one.page) in known])

    def _add_home(self, row: Row, have: str) -> None:
        want = row["homepage"] or ""
        site = want.partition("/")[0]
        front = self.folder.find(site, "/") if want else None
        root = f"{site}/{self.folder.rows[site]['root']}" if want else ""
        is_right = bool(have) and have in {want, root, f"{site}/{front}"}
        language = (want or (row.get("directory_pages") or [""])[0]).partition("/")[0]
        counts = [self.homes, self.by_why[row["why"]]]
        if language in self.folder.rows:
            counts.append(self.by_language[str(self.folder.rows[language]["language"])])
        for count in counts:
            count.add(is_right, bool(have), bool(want))
        self.n["namesakes"] += bool(row.get("namesake_of"))
        self.n["namesake_errors"] += bool(row.get("namesake_of")) and bool(have)
        if (have or want) and not is_right:
            self.miss(row["id"], "homepage", f"{row['name']} ({row['why']})", want, have)

    def _add_entries(self, row: Row, known: Sequence[str], given: Sequence[Publication]) -> None:
        gold = [entry for page in known for entry in self.entries[page]]
        told = [{"title": one.title, "year": one.year, "pdf": one.pdf} for one in given]
        pairs = same_titles(gold, told)
        self.titles.add(len(pairs), len(given), len(gold))
        for entry, one in pairs:
            fits = self._is_paired(entry, one["pdf"])
            self.n["paired"] += fits
            self.n["pairs"] += 1
            if not fits:
                self.miss(row["id"], "pairing", entry["title"], entry["file"], one["pdf"])
        for entry in gold:
            if not any(entry is found for found, _ in pairs):
                self.miss(row["id"], "entry", entry["title"], entry["site"], "")

    def _is_paired(self, entry: Row, link: str) -> bool:
        wanted = entry["file"]
        if not wanted or not link:
            is_landing = bool(wanted) and not entry["file_is_local"]
            is_landing = is_landing and not any(
                _FILE_LINK.search(href) for href in (wanted, *entry["hrefs"])
            )
            return not link and (not wanted or is_landing)
        if entry["file_is_local"]:
            found = self.folder.find(entry["site"], wanted) or wanted
            return self.place(link) == f"{entry['site']}/{found}"
        return any(_bare(link) == _bare(href) for href in (wanted, *entry["hrefs"]))

    def place(self, url: str) -> str:
        """Where an address of the served folder lies in it, under the name of the file that answers."""
        where = place_of(url)
        site, _, path = where.partition("/")
        if site not in self.folder.files:
            return where
        found = self.folder.find(site, f"/{path}")
        if found is not None and found.endswith("/"):
            found = self.folder.find(site, f"/{found}")
        return f"{site}/{found}" if found else where

    def figures(self) -> dict[str, Any]:
        paired = round(self.n["paired"] / self.n["pairs"], 4) if self.n["pairs"] else None
        named = {name: self.n[name] for name in ("questions", "namesakes", "namesake_errors")}
        return {
            "homepages": self.homes.figures() | named,
            "publications_pages": self.pages.figures(),
            "publications": self.titles.figures(),
            "pairing": {"accuracy": paired, "of": self.n["pairs"]},
            "by_language": {key: one.figures() for key, one in sorted(self.by_language.items())},
            "by_why": {key: one.figures() for key, one in sorted(self.by_why.items())},
        }


def _bare(url: str) -> str:
    plain = re.sub(r"^(?:https?:)?//(?:www\.)?", "", url.strip().partition("#")[0])
    return unquote(plain).rstrip("/").casefold()
