"""Judging whole harvests: each site of a folder is served on loopback, harvested from its front page, and what the library then holds is compared
with every paper that the site lists.

Figures are over all papers (micro), and as the mean of the sites (macro). What is found beyond the gold counts against precision, but for talks and
the like, which may be found or not.
"""

from __future__ import annotations

import json
import posixpath
import re
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from harvestman import api
from harvestman.learn.counting import Count
from harvestman.learn.harvests_rules import (
    Row,
    bare_doi,
    bare_title,
    events_of,
    is_venue_right,
    same_people,
    same_titles,
    venue_of,
    year_of,
)
from harvestman.learn.likeness import alike, fold
from harvestman.learn.name_rules import same_affiliation
from harvestman.learn.sites_served import SiteFolder, serve_sites
from harvestman.model import UsageError, paper_to_plain

Miss = Callable[[str, str, str, str], None]
"""Told of each wrong answer: site, what, wanted, given."""
Told = Callable[[str, int], None]
"""Told of each site that was harvested, and how many papers it gave."""

_FIELDS = ("year", "venue", "pdf", "doi")
_SCHEME = re.compile(r"^(https?:)?//(www\.)?")


@dataclass(slots=True)
class _Share:
    right: int = 0
    of: int = 0

    def add(self, right: bool) -> None:
        self.right += bool(right)
        self.of += 1

    @property
    def value(self) -> float | None:
        return round(self.right / self.of, 4) if self.of else None


@dataclass(slots=True)
class _Sheet:
    """The tallies of one site, or of all."""

    title: Count = field(default_factory=Count)
    names: Count = field(default_factory=Count)
    work: Count = field(default_factory=Count)
    types: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    shares: dict[str, _Share] = field(
        default_factory=lambda: {name: _Share() for name in ("all_right", *_FIELDS)}
    )
    false: int = 0
    repeated: int = 0
    optional: int = 0

    def add(self, other: _Sheet) -> None:
        for mine, theirs in (
            (self.title, other.title),
            (self.names, other.names),
            (self.work, other.work),
            *((self.types[kind], count) for kind, count in other.types.items()),
        ):
            mine.add(theirs.right, theirs.answered, theirs.wanted)
        for name, share in other.shares.items():
            self.shares[name].right += share.right
            self.shares[name].of += share.of
        self.false += other.false
        self.repeated += other.repeated
        self.optional += other.optional

    def figures(self) -> dict[str, Any]:
        work = self.work
        return {
            "title": _counted(self.title),
            "authors": {"all_right": self.shares["all_right"].value, **_counted(self.names)},
            **{
                name: {"accuracy": share.value, "right": share.right, "of": share.of}
                for name, share in self.shares.items()
                if name in _FIELDS
            },
            "affiliations": {
                "precision": round(work.right / work.answered, 4) if work.answered else None,
                "wrong": work.answered - work.right,
                "given": work.answered,
            },
            "false_papers": self.false,
            "repeated": self.repeated,
            "optional_found": self.optional,
            "recall_by_type": {
                kind: {"recall": count.figures()["recall"], "of": count.wanted}
                for kind, count in sorted(self.types.items())
            },
        }


def judge_harvests(
    folder: Path,
    *,
    only: Collection[str] = (),
    miss: Miss | None = None,
    told: Told | None = None,
) -> dict[str, Any]:
    """Harvest the sites of a folder with default settings, each into a library of its own, and judge what was found."""
    found: list[Row] = []
    requests: dict[str, float] = {}
    with serve_sites(folder) as web, tempfile.TemporaryDirectory() as scratch:
        sites = web.folder
        unknown = sorted(set(only) - set(sites.rows))
        if unknown:
            raise UsageError(f"there is no site {unknown[0]!r} in {folder}/sites.jsonl")
        for site in sites.rows:
            if only and site not in only:
                continue
            library = Path(scratch) / site / "library.db"
            with api.open(
                library, allow_private="true", delay="0", data=str(library.parent)
            ) as opened:
                opened.harvest(web.front(site))
                own = [paper_to_plain(paper) | {"site": site} for paper in opened.papers()]
            requests[site] = round(web.requests(site) / max(1, sites.pages(site)), 2)
            found += own
            if told:
                told(site, len(own))
    figures = judge(folder, sites, found, only=only, miss=miss)
    for site, times in requests.items():
        figures["by_site"][site]["requests_by_pages"] = times
    return figures | {"requests_by_pages": max(requests.values(), default=0.0)}


def judge(
    folder: Path,
    sites: SiteFolder,
    found: Sequence[Row],
    *,
    only: Collection[str] = (),
    miss: Miss | None = None,
) -> dict[str, Any]:
    """Compare papers, each with its `site`, with the gold of a folder."""
    names = [site for site in sites.rows if not only or site in only]
    gold: dict[str, list[Row]] = defaultdict(list)
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        if line.strip():
            row = json.loads(line)
            gold[row["site"]].append(row)
    given: dict[str, list[Row]] = defaultdict(list)
    for paper in found:
        given[paper["site"]].append(paper)
    judging = _Judging(sites, miss or (lambda *_: None))
    sheets = {site: judging.site(site, gold[site], given[site]) for site in names}
    total = _Sheet()
    for sheet in sheets.values():
        total.add(sheet)
    by_site = {site: sheet.figures() for site, sheet in sheets.items()}
    overall = total.figures()
    return {
        "sites": len(names),
        "papers": total.title.wanted,
        **overall,
        "macro": _means(by_site, overall),
        "by_site": by_site,
    }


@dataclass(frozen=True, slots=True)
class _Judging:
    sites: SiteFolder
    miss: Miss

    def site(self, site: str, rows: Sequence[Row], given: Sequence[Row]) -> _Sheet:
        sheet = _Sheet()
        required = [row for row in rows if row["required"]]
        also = [(row, {**row, "title": t}) for row in rows for t in row.get("title_also") or ()]
        hits = same_titles(required, given)
        taken, got = {id(paper) for _, paper in hits}, {id(row) for row, _ in hits}
        for row, entry in also:
            if row["required"] and id(row) not in got:
                for _, paper in same_titles([entry], [p for p in given if id(p) not in taken])[:1]:
                    hits.append((row, paper))
                    taken.add(id(paper))
                    got.add(id(row))
        optional = [row for row in rows if not row["required"]] + [entry for _, entry in also]
        passed = same_titles(optional, [p for p in given if id(p) not in taken])
        taken |= {id(paper) for _, paper in passed}
        rest = [paper for paper in given if id(paper) not in taken]
        every = [t for row in rows for t in (row["title"], *(row.get("title_also") or ()))]
        for paper in rest:
            is_again = any(alike(bare_title(paper.get("title")), bare_title(t)) for t in every)
            sheet.repeated += is_again
            sheet.false += not is_again
            people = "; ".join(_name(one) for one in paper.get("authors") or ())
            what = "repeated" if is_again else "false paper"
            self.miss(site, what, "", f"{paper.get('title')} | {people}")
        sheet.optional = len(passed)
        sheet.title.add(len(hits), len(hits) + len(rest), len(required))
        for row in required:
            sheet.types[row["type"]].add(id(row) in got, 0, 1)
            if id(row) not in got:
                where = ", ".join(row["pages"][:3])
                self.miss(site, "not found", f"{row['title']} [{row['type']}; {where}]", "")
        for row, paper in hits:
            self._paper(site, row, paper, sheet)
        return sheet

    def _paper(self, site: str, row: Row, paper: Row, sheet: _Sheet) -> None:
        if row["authors"] is not None:
            told = [one for one in paper.get("authors") or () if fold(_name(one))]
            pairs = same_people(row["authors"], [_name(one) for one in told])
            is_whole = len(pairs) == len(row["authors"]) == len(told)
            sheet.names.add(len(pairs), len(told), len(row["authors"]))
            sheet.shares["all_right"].add(is_whole)
            if not is_whole:
                wanted = f"{row['title'][:60]}: {'; '.join(row['authors'])}"
                self.miss(site, "authors", wanted, "; ".join(map(_name, told)))
            self._work(site, row, told, pairs, sheet)
        about = self.sites.rows[site]
        for name, is_asked, is_right, said in (
            ("year", row.get("year"), year_of(paper) == str(row.get("year")), paper.get("year")),
            ("venue", True, is_venue_right(events_of(about, row), paper), venue_of(paper)),
            ("pdf", row.get("pdf"), self._is_file(site, row, paper.get("pdf")), paper.get("pdf")),
            (
                "doi",
                row.get("doi"),
                bare_doi(row.get("doi")) == bare_doi(paper.get("doi")),
                paper.get("doi"),
            ),
        ):
            if is_asked:
                sheet.shares[name].add(is_right)
                if not is_right:
                    wanted = f"{row['title'][:60]}: {row.get(name, '')}"
                    self.miss(site, name, wanted, str(said or ""))

    def _work(
        self,
        site: str,
        row: Row,
        told: Sequence[Any],
        pairs: Sequence[tuple[int, int]],
        sheet: _Sheet,
    ) -> None:
        """A wrong affiliation counts, a missing one does not; where none is printed each is wrong, unless a PDF may say it."""
        printed = row.get("affiliations")
        if printed is None and row.get("pdf"):
            return
        every = [one for entry in printed or () for one in _listed(entry)]
        is_each = len(printed or ()) == len(row["authors"])
        own = {j: _listed(printed[i]) if printed and is_each else [] for i, j in pairs}
        for j, author in enumerate(told):
            given = author.get("affiliations") or () if isinstance(author, Mapping) else ()
            for one in {fold(str(a)): str(a) for a in given if fold(str(a))}.values():
                is_right = any(same_affiliation(x, one) for x in own.get(j) or every)
                sheet.work.add(is_right, 1, 0)
                if not is_right:
                    self.miss(site, "affiliation", f"{_name(author)}: {own.get(j) or every}", one)

    def _is_file(self, site: str, row: Row, url: str | None) -> bool:
        if not row.get("pdf"):
            return False
        here = self._place(url)
        for wanted in (row["pdf"], *(row.get("pdf_also") or ())):
            if "://" not in wanted:
                if here == self._file(site, wanted):
                    return True
            elif _same_address(url, wanted) or (here is not None and here == self._place(wanted)):
                return True
        return False

    def _place(self, url: str | None) -> str | None:
        """The file of the folder that an address stands for; None for an address elsewhere."""
        try:
            parts = urlsplit((url or "").strip())
            host = (parts.hostname or "").casefold().rstrip(".").removeprefix("www.")
        except ValueError:
            return None
        site = self.sites.hosts.get(host)
        if host.endswith(".localhost"):
            site = host.removesuffix(".localhost")
        return self._file(site, parts.path) if site in self.sites.rows and site else None

    def _file(self, site: str, path: str) -> str:
        decoded = unicodedata.normalize("NFC", unquote(path))
        bare = posixpath.normpath("/" + decoded.lstrip("/")).strip("/")
        tries = (
            bare,
            f"{bare}.html",
            f"{bare}/index.html".lstrip("/"),
            f"{bare}/index.htm".lstrip("/"),
        )
        files = self.sites.files[site]
        return f"{site}/{next((name for name in tries if name and name in files), bare)}"


def _same_address(one: str | None, other: str | None) -> bool:
    x, y = (
        unquote(_SCHEME.sub("", (url or "").strip().partition("#")[0])).rstrip("/").casefold()
        for url in (one, other)
    )
    return bool(x) and x == y


def _means(by_site: Mapping[str, Any], overall: Mapping[str, Any]) -> dict[str, Any]:
    """The means of the sites; those where nothing was answered have no precision, those where nothing is wanted no recall."""

    def mean(group: str, name: str) -> float | None:
        values = []
        for one in by_site.values():
            part = one[group]
            is_empty = (name == "precision" and not part.get("answered", 1)) or (
                name == "recall" and not part["wanted"]
            )
            if part[name] is not None and not is_empty:
                values.append(part[name])
        return round(sum(values) / len(values), 4) if values else None

    count = len(by_site)
    return {
        "title": {name: mean("title", name) for name in ("precision", "recall", "f1")},
        "authors": {name: mean("authors", name) for name in ("all_right", "precision", "recall")},
        **{name: {"accuracy": mean(name, "accuracy")} for name in _FIELDS},
        "affiliations": {"precision": mean("affiliations", "precision")},
        "false_papers": round(overall["false_papers"] / count, 2) if count else None,
    }


def _counted(count: Count) -> dict[str, Any]:
    counted = {"right": count.right, "answered": count.answered, "wanted": count.wanted}
    return {**count.figures(), **counted}


def _listed(entry: Any) -> list[str]:
    return [one for one in ([entry] if isinstance(entry, str) else entry or ()) if one]


def _name(author: Any) -> str:
    return author if isinstance(author, str) else str(author.get("name") or "")
