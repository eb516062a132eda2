"""Judging the page reader on whole sites: every page of each site is read by itself, and compared with the papers that it lists.

The folder has `sites.jsonl` and `gold.jsonl`: one line a site and one line a paper, which names its pages. How much of a site a crawler
reaches is no question here. A paper that need not be found (an invited talk, a tutorial) counts neither way; a title that the site
lists on another page is not false; links are judged where the page has the right one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from harvestman import pages
from harvestman.learn.counting import Count
from harvestman.learn.likeness import alike, fold, same_name, words
from harvestman.learn.pages_eval import bare
from harvestman.learn.pages_gold import json_lines
from harvestman.model import Author, Paper, Want, assemble

NOW = datetime(2026, 1, 1, tzinfo=UTC)
_PAGES = (".html", ".htm")
_WANT = frozenset({Want.PAPERS, Want.LINKS})
_MOST_WORDS = 0.7  # of an affiliation that must be the gold's

Row = Mapping[str, Any]
Miss = Callable[[str, str, str, str], None]
"""Told of each wrong answer: file, what, wanted, read."""
Read = Callable[[pages.SavedPage], tuple[list[Paper], list[str]]]
"""The papers of a page and the addresses that it links to."""


@dataclass(slots=True)
class _Sheet:
    """The tallies of one site, or of all."""

    title: Count = field(default_factory=Count)
    authors: Count = field(default_factory=Count)
    whole_lists: Count = field(default_factory=Count)
    pdf: Count = field(default_factory=Count)
    doi: Count = field(default_factory=Count)
    affiliations: Count = field(default_factory=Count)

    def add(self, other: _Sheet) -> None:
        for one in fields(self):
            more: Count = getattr(other, one.name)
            getattr(self, one.name).add(more.right, more.answered, more.wanted)

    def figures(self) -> dict[str, Any]:
        return {
            "title": self.title.figures(),
            "authors": self.authors.figures()
            | {"all_right": _share(self.whole_lists.right, self.whole_lists.wanted)},
            "pdf": {"accuracy": _share(self.pdf.right, self.pdf.wanted), "of": self.pdf.wanted},
            "doi": {"accuracy": _share(self.doi.right, self.doi.wanted), "of": self.doi.wanted},
            "affiliations": {
                "precision": _share(self.affiliations.right, self.affiliations.answered),
                "given": self.affiliations.answered,
            },
            "false_papers": self.title.answered - self.title.right,
        }


def judge_sites(
    folder: Path, *, only: Sequence[str] = (), miss: Miss | None = None, read: Read | None = None
) -> dict[str, Any]:
    """Read all pages of all sites and judge what was read: over all papers, and as the mean over sites."""
    told = miss or (lambda *_: None)
    rows = defaultdict(list)
    for row in json_lines(folder / "gold.jsonl"):
        rows[str(row["site"])].append(row)
    sheets: dict[str, _Sheet] = {}
    for site in json_lines(folder / "sites.jsonl"):
        name = str(site["site"])
        if not only or name in only:
            sheets[name] = _judge_site(folder, site, rows[name], told, read or read_page)
    total = _Sheet()
    for sheet in sheets.values():
        total.add(sheet)
    by_site = {name: sheet.figures() for name, sheet in sheets.items()}
    return {"sites": len(sheets), **total.figures(), "macro": _macro(by_site), "by_site": by_site}


def pages_of(folder: Path, site: Row) -> Iterator[tuple[str, pages.SavedPage]]:
    """The pages of a site: their paths, and what a server would have sent."""
    top = folder / str(site["site"])
    for file in sorted(top.rglob("*")):
        if file.suffix.lower() in _PAGES and file.is_file():
            path = file.relative_to(top).as_posix()
            yield path, pages.SavedPage(f"http://{site['host']}/{path}", file.read_bytes())


def read_page(
    page: pages.SavedPage, *, learned: pages.Reader | None = None
) -> tuple[list[Paper], list[str]]:
    """The papers of a page by the installed readers, or with another learned one, and where it links to."""
    readers = None
    if learned is not None:
        readers = [learned if one.name == learned.name else one for one in pages.load_readers()]
    reading = pages.read(page, now=NOW, want=_WANT, readers=readers)
    papers = [assemble(mention.claims) for mention in reading.mentions]
    return papers, [link.target for link in reading.links]


def _judge_site(folder: Path, site: Row, rows: Sequence[Row], told: Miss, read: Read) -> _Sheet:
    sheet = _Sheet()
    everywhere = {fold(bare(title)) for row in rows for title in _titles(row)}
    for path, page in pages_of(folder, site):
        listed = [row for row in rows if path in row["pages"]]
        papers, links = read(page)
        if listed or papers:
            where = f"{site['site']}/{path}"
            sheet.add(_judge_page(listed, papers, links, page.url, everywhere, where, told))
    return sheet


def _judge_page(
    rows: Sequence[Row],
    papers: Sequence[Paper],
    links: Sequence[str],
    url: str,
    everywhere: set[str],
    where: str,
    told: Miss,
) -> _Sheet:
    sheet = _Sheet()
    hits = _match(rows, papers)
    taken = {id(paper) for _, paper in hits}
    false = [
        one for one in papers if id(one) not in taken and fold(bare(one.title)) not in everywhere
    ]
    found = {id(row) for row, _ in hits}
    required = [row for row in rows if row["required"]]
    right = sum(id(row) in found for row in required)
    sheet.title.add(right, right + len(false), len(required))
    for row in required:
        if id(row) not in found:
            told(where, "title", str(row["title"]), "")
    for one in false:
        told(where, "false paper", "", f"{one.title} | {_names(one.authors)}")
    present = {_address(link) for link in links}
    for row, paper in hits:
        if row["required"]:
            _judge_people(row, paper, sheet, where, told)
            _judge_links(row, paper, sheet, present, url, where, told)
    return sheet


def _match(rows: Sequence[Row], papers: Sequence[Paper]) -> list[tuple[Row, Paper]]:
    """The gold papers that were read, those that must be first: equal titles, then similar ones."""
    hits: list[tuple[Row, Paper]] = []
    free = list(papers)
    left = []
    for row in sorted(rows, key=lambda row: not row["required"]):
        wanted = {fold(bare(title)) for title in _titles(row)}
        have = next((one for one in free if fold(bare(one.title)) in wanted), None)
        if have is None:
            left.append(row)
        else:
            hits.append((row, have))
            free.remove(have)
    for row in left:
        have = next(
            (o for o in free if any(alike(bare(t), bare(o.title)) for t in _titles(row))), None
        )
        if have is not None:
            hits.append((row, have))
            free.remove(have)
    return hits


def _titles(row: Row) -> list[str]:
    return [row["title"], *(row.get("title_also") or ())]


def _judge_people(row: Row, paper: Paper, sheet: _Sheet, where: str, told: Miss) -> None:
    if row["authors"] is None:
        return
    free = list(range(len(row["authors"])))
    owner: dict[int, int] = {}
    for same in (lambda a, b: fold(a) == fold(b), same_name):
        for place, author in enumerate(paper.authors):
            if place not in owner:
                at = next((i for i in free if same(row["authors"][i], author.name)), None)
                if at is not None:
                    owner[place] = at
                    free.remove(at)
    sheet.authors.add(len(owner), len(paper.authors), len(row["authors"]))
    is_whole = len(owner) == len(paper.authors) == len(row["authors"])
    sheet.whole_lists.add(is_whole, 0, 1)
    if not is_whole:
        wanted = f"{row['title'][:60]}: {'; '.join(row['authors'])}"
        told(where, "authors", wanted, _names(paper.authors))
    _judge_affiliations(row, paper, owner, sheet, where, told)


def _judge_affiliations(
    row: Row, paper: Paper, owner: Mapping[int, int], sheet: _Sheet, where: str, told: Miss
) -> None:
    """Each affiliation is right that the gold gives to that author, or to the paper where it does not say to whom."""
    printed = row.get("affiliations")
    if printed is None and row.get("pdf"):
        return  # the paper's own file may say it
    listed = [[one] if isinstance(one, str) else list(one or ()) for one in printed or ()]
    every = [place for one in listed for place in one if place]
    by_author = len(listed) == len(row["authors"])
    for place, author in enumerate(paper.authors):
        own = listed[owner[place]] if by_author and place in owner else []
        for one in author.affiliations:
            right = any(_is_same_place(gold, one) for gold in own or every)
            sheet.affiliations.add(right, 1, 0)
            if not right:
                told(where, "affiliation", f"{author.name}: {own or every}", one)


def _is_same_place(gold: str, told: str) -> bool:
    x, y = words(gold), words(told)
    return _within(x, set(y)) >= _MOST_WORDS or _within(y, set(x)) >= _MOST_WORDS


def _within(some: Sequence[str], others: set[str]) -> float:
    long = [word for word in some if len(word) > 3] or some
    return sum(word in others for word in long) / len(long) if long else 0.0


def _judge_links(
    row: Row, paper: Paper, sheet: _Sheet, present: set[str], url: str, where: str, told: Miss
) -> None:
    root = urljoin(url, "/")
    wanted = [
        _address(urljoin(root, str(one)))
        for one in [row["pdf"], *(row.get("pdf_also") or ())]
        if one
    ]
    if present.intersection(wanted):
        is_right = _address(paper.pdf) in wanted
        sheet.pdf.add(is_right, bool(paper.pdf), 1)
        if not is_right:
            told(where, "pdf", f"{row['title'][:60]}: {row['pdf']}", paper.pdf)
    doi = str(row.get("doi") or "").lower()
    if doi and any(doi in link for link in present):
        is_right = paper.doi.lower() == doi
        sheet.doi.add(is_right, bool(paper.doi), 1)
        if not is_right:
            told(where, "doi", f"{row['title'][:60]}: {doi}", paper.doi)


def _address(url: str) -> str:
    """An address whatever its scheme, escapes and last slash."""
    plain = re.sub(r"^(?:https?:)?//(?:www\.)?", "", url.partition("#")[0].strip())
    return unquote(plain).rstrip("/").casefold()


def _names(authors: Iterable[Author]) -> str:
    return "; ".join(author.name for author in authors)


def _share(right: int, of: int) -> float | None:
    return round(right / of, 4) if of else None


def _macro(by_site: Mapping[str, Mapping[str, Any]]) -> dict[str, float | None]:
    """Means over the sites that have something to be judged."""
    means: dict[str, float | None] = {}
    for name, (part, figure) in {
        "title precision": ("title", "precision"),
        "title recall": ("title", "recall"),
        "all authors right": ("authors", "all_right"),
        "pdf": ("pdf", "accuracy"),
        "doi": ("doi", "accuracy"),
        "affiliations precision": ("affiliations", "precision"),
    }.items():
        known = [one[part][figure] for one in by_site.values() if one[part][figure] is not None]
        means[name] = round(sum(known) / len(known), 4) if known else None
    return means
