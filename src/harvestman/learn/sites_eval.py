"""Judging what is gathered from sites: the tables of the repository assistant's paper, and the figures of a shared judge.

The folder has `sites.jsonl`, `gold.jsonl` and a folder a site. Each site is gathered from its first page as if it were on the web, into a library of its own,
without a network: the files are the web. Figures are those of the data's README; tables I to V have the paper's conventions: precision is NA
where nothing is answered, recall is E (empty) where there is nothing to be found and nothing was answered.
"""

from __future__ import annotations

import mimetypes
import posixpath
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from harvestman.learn.counting import Count
from harvestman.learn.likeness import alike, fold
from harvestman.learn.name_rules import largest_matching, same_affiliation, same_name
from harvestman.learn.pages_gold import json_lines
from harvestman.model import Candidate, Claim, Plain, assemble_candidate

Row = Mapping[str, Any]
Miss = Callable[[str, str, object, object], None]
METHODS: Mapping[str, frozenset[str]] = {
    "document": frozenset({"document"}),
    "EI2": frozenset({"pages-above"}),
    "EI3": frozenset({"documents-beside"}),
}
"""The readers that each column of the paper's tables stands for; the union is all of them."""
MAIL_METHODS: Mapping[str, frozenset[str]] = {
    "MailList": frozenset({"first-page"}),
    "header": frozenset({"document"}),
    "RelMailList": frozenset({"addresses-nearby"}),
}
PUBLISHED = {
    "authors": {"document": (0.90, 0.70), "EI2": (0.98, 0.64), "EI3": (1.00, 0.54), "union": (0.98, 0.95)},
    "affiliations": {"document": (0.85, 0.73), "EI2": (1.00, 0.28), "EI3": (1.00, 0.63), "union": (0.95, 0.95)},
    "emails": {"MailList": (1.00, 0.42), "header": (0.80, 0.80), "RelMailList": (1.00, 0.30), "union": (1.00, 0.60)},
}  # fmt: skip
"""The averages of the paper's first case study (tables I to IV); table V is the union over both."""

_PARTLY = frozenset({"exercise", "slides", "other"})


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate as it was gathered, with all that is said of it."""

    place: str
    """Site and file, as the gold names them; "" for what is no document of the site."""
    candidate: Candidate
    claims: tuple[Claim, ...] = ()


@dataclass(slots=True)
class _Sheet:
    title: Count = field(default_factory=Count)
    authors: Count = field(default_factory=Count)
    affiliations: Count = field(default_factory=Count)
    emails: Count = field(default_factory=Count)
    decision: Count = field(default_factory=Count)
    acceptable: int = 0
    found: int = 0
    documents: int = 0
    contact: list[bool] = field(default_factory=list)
    category: list[bool] = field(default_factory=list)
    merged: list[bool] = field(default_factory=list)
    language: list[bool] = field(default_factory=list)

    def figures(self) -> Plain:
        mails = self.emails.figures()
        answered = self.emails.answered
        precision = round(self.acceptable / answered, 4) if answered else 0.0
        recall = float(mails["recall"])
        total = precision + recall
        return {
            "documents": {"found": self.found, "all": self.documents},
            "title": self.title.figures(),
            "authors": self.authors.figures(),
            "affiliations": self.affiliations.figures(),
            "emails": {
                "precision": precision,
                "recall": recall,
                "f1": round(2 * precision * recall / total, 4) if total else 0.0,
            },
            "contact": {"coverage": _share(self.contact), "of": len(self.contact)},
            "category": {"accuracy": _share(self.category), "merged": _share(self.merged)},
            "language": {"accuracy": _share(self.language)},
            "not_a_candidate": self.decision.figures(),
        }


def judge_sites(
    gold: Sequence[Row],
    found: Sequence[Judged],
    *,
    languages: Mapping[str, str],
    miss: Miss | None = None,
) -> Plain:
    """All figures over a set of documents, over all, by the language of the site and by site; and the paper's tables."""
    said: dict[str, Judged] = {}
    for one in found:
        said.setdefault(one.place, one)
    known = {place_of_gold(row): row for row in gold}
    stray = sum(one.place not in known for one in found)
    whole = _judge(known, said, miss)
    by_language: dict[str, dict[str, Row]] = defaultdict(dict)
    by_site: dict[str, dict[str, Row]] = defaultdict(dict)
    for place, row in known.items():
        by_language[languages.get(str(row["site"]), "")][place] = row
        by_site[str(row["site"])][place] = row
    return {
        **whole,
        "documents": whole["documents"] | {"stray": stray},
        "tables": _tables(known, said),
        "by_language": {k: _judge(v, said) for k, v in sorted(by_language.items())},
        "by_site": {k: _judge(v, said) for k, v in sorted(by_site.items())},
    }


def place_of_gold(row: Row) -> str:
    """Site and file of a document."""
    return f"{row['site']}/{unicodedata.normalize('NFC', str(row['file']))}"


def _judge(rows: Mapping[str, Row], said: Mapping[str, Judged], miss: Miss | None = None) -> Plain:
    sheet = _Sheet()
    for place, row in rows.items():
        one = said.get(place)
        _judge_one(sheet, row, one.candidate if one else None, place, miss)
    return sheet.figures()


def _judge_one(
    sheet: _Sheet, row: Row, got: Candidate | None, place: str, miss: Miss | None
) -> None:
    sheet.documents += 1
    sheet.found += got is not None
    title = got.title if got else ""
    is_right = bool(title) and _same_title(row, title)
    sheet.title.add(int(is_right), int(bool(title)), 1)
    wanted, names = _names(row), distinct(a.name for a in got.authors) if got else []
    hits = _matching(wanted, names, same_name)
    sheet.authors.add(hits, len(names), len(wanted))
    work = distinct(got.affiliations) if got else []
    places = _matching(row["affiliations"], work, same_affiliation)
    sheet.affiliations.add(places, len(work), len(row["affiliations"]))
    want_mails = _mails(row["emails"])
    fine, have = _mails(row["acceptable_emails"]), _mails(got.emails if got else ())
    sheet.emails.add(len(want_mails & have), len(have), len(want_mails))
    sheet.acceptable += len(fine & have)
    if want_mails:
        sheet.contact.append(bool(fine & have))
    category = got.category if got else ""
    sheet.category.append(category == row["category"])
    sheet.merged.append(_merged(category) == _merged(row["category"]))
    sheet.language.append((got.language if got else "") == row["language"])
    is_against = not row["repository_candidate"]
    is_aside = got is not None and (bool(got.reasons) or str(got.state) == "rejected")
    sheet.decision.add(int(is_against and is_aside), int(is_aside), int(is_against))
    if miss is None or got is None:
        return
    for name, is_wrong, gold, answer in (
        ("title", not is_right, row["title"], title),
        ("authors", hits < max(len(wanted), len(names)), wanted, names),
        (
            "affiliations",
            places < max(len(row["affiliations"]), len(work)),
            row["affiliations"],
            work,
        ),
        ("emails", not want_mails <= have or not have <= fine, sorted(want_mails), sorted(have)),
        ("category", category != row["category"], row["category"], category),
        ("decision", is_against != is_aside, row["why_not"] or "a candidate", list(got.reasons)),
    ):
        if is_wrong:
            miss(place, name, gold, answer)


def _merged(category: str) -> str:
    return "slides" if category == "lecture-notes" else category


def _names(row: Row) -> list[str]:
    return [str(author["name"]) for author in row["authors"]]


def _mails(values: Iterable[object]) -> set[str]:
    return {str(value or "").strip().casefold() for value in values} - {""}


def _share(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def distinct(values: Iterable[str]) -> list[str]:
    """Each value once, the last writing of it, in the order of the first."""
    return list({fold(value): value for value in values if fold(value)}.values())


def _same_title(row: Row, title: str) -> bool:
    part, whole = fold(title), fold(row["title"])
    if alike(row["title"], title):
        return True
    return row["category"] in _PARTLY and part in whole and len(part) >= 0.4 * len(whole)


def _matching(
    wanted: Sequence[str], answered: Sequence[str], is_same: Callable[[str, str], bool]
) -> int:
    """The size of a largest one-to-one matching."""
    edges = {
        place: [n for n, one in enumerate(answered) if is_same(want, one)]
        for place, want in enumerate(wanted)
    }
    return len(largest_matching(edges))


# the paper's tables


def _tables(rows: Mapping[str, Row], said: Mapping[str, Judged]) -> Plain:
    """For each field and method, the averages of the documents' precision and recall as the paper counts them."""
    tables: dict[str, dict[str, Plain]] = {}
    for name, methods in (
        ("authors", METHODS),
        ("affiliations", METHODS),
        ("emails", MAIL_METHODS),
    ):
        tables[name] = {}
        for method, readers in {**methods, "union": None}.items():
            cells = [
                _cell(name, row, said[place], readers)
                for place, row in rows.items()
                if place in said
            ]
            published = PUBLISHED[name].get(method)
            tables[name][method] = {
                "precision": _average([p for p, _ in cells]),
                "recall": _average([r for _, r in cells]),
                "NA": sum(p is None for p, _ in cells),
                "E": sum(r is None for _, r in cells),
                "published": list(published) if published else None,
            }
    return tables


def _cell(
    name: str, row: Row, one: Judged, readers: frozenset[str] | None
) -> tuple[float | None, float | None]:
    """Precision and recall of one document; None for NA and E."""
    claims = [claim for claim in one.claims if readers is None or claim.reader in readers]
    view = assemble_candidate(claims, url=one.candidate.url)
    fine = 0
    if name == "authors":
        wanted, answered = _names(row), distinct(author.name for author in view.authors)
        right = _matching(wanted, answered, same_name)
    elif name == "affiliations":
        wanted, answered = list(row["affiliations"]), distinct(view.affiliations)
        right = _matching(wanted, answered, same_affiliation)
    else:
        wanted, answered = sorted(_mails(row["emails"])), sorted(_mails(view.emails))
        right = len(set(wanted) & set(answered))
        fine = len(_mails(row["acceptable_emails"]) & set(answered))
    if not wanted and (not answered or fine == len(answered)):
        return (1.0 if answered else None), None
    if not wanted:
        return 0.0, 0.0
    # Another address of a right author is no error.
    precise = max(right, fine) if name == "emails" else right
    return (precise / len(answered) if answered else None), right / len(wanted)


def _average(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 4) if known else None


# gathering a folder


def judge_sites_folder(
    folder: Path, *, split: str | None = None, only: Sequence[str] = (), miss: Miss | None = None
) -> Plain:
    """Gather each site of a folder and judge what came of it."""
    sites = [row for row in json_lines(folder / "sites.jsonl") if _is_meant(row, split, only)]
    gold = [row for row in json_lines(folder / "gold.jsonl") if _is_meant(row, split, only)]
    found = gather_sites(folder, sites)
    languages = {str(site["site"]): str(site["language"]) for site in sites}
    return judge_sites(gold, found, languages=languages, miss=miss)


def _is_meant(row: Row, split: str | None, only: Sequence[str]) -> bool:
    return (not split or row.get("split", split) == split) and (not only or row["site"] in only)


def gather_sites(
    folder: Path, sites: Iterable[Row], *, articles: bool = False, place: Path | None = None
) -> list[Judged]:
    """What is gathered from sites of a folder, each in a library of its own; these are thrown away, or kept in `place` for another time."""
    from harvestman.rooms import HOLDING_READERS, Rooms  # noqa: PLC0415
    from harvestman.settings import load_settings  # noqa: PLC0415

    found: list[Judged] = []
    with tempfile.TemporaryDirectory(prefix="harvestman-sites-") as passing:
        settings, _ = load_settings({"db": f"{passing}/guards.db", "browser": "never"})
        with Rooms(settings) as shared:  # starting the workers costs more than a small site
            guards = (shared.page_guard(), shared.document_guard(preload=HOLDING_READERS))
            for site in sites:
                own = place or Path(passing)
                found += _gather_site(folder, site, guards, own, articles=articles)
    return found


def _gather_site(
    folder: Path, site: Row, guards: tuple[Any, Any], place: Path, *, articles: bool
) -> list[Judged]:
    import asyncio  # noqa: PLC0415

    from harvestman.crawl import Session  # noqa: PLC0415
    from harvestman.fetch import Fetcher, FetchOptions, MockTransport  # noqa: PLC0415
    from harvestman.gather import Gatherer, GatherRequest, Institution  # noqa: PLC0415
    from harvestman.rooms import Rooms  # noqa: PLC0415
    from harvestman.settings import load_settings  # noqa: PLC0415

    host = str(site["host"])
    files = {
        unicodedata.normalize("NFC", file.relative_to(folder / site["site"]).as_posix()): file
        for file in (folder / site["site"]).rglob("*")
        if file.is_file()
    }
    root = f"http://{host}/{site['root']}"
    settings, _ = load_settings({"db": f"{place}/{site['site']}.db", "browser": "never"})
    with Rooms(settings) as rooms:
        institution = Institution(
            tuple(str(site["institution"]).split(" / ")), tuple(site["institution_domains"])
        )
        asked = rooms.harvest_request([root], depth=5, limit=20_000, site_limit=20_000)
        page_guard, document_guard = guards
        holdings = rooms.holdings(document_guard)

        async def work() -> list[Judged]:
            transport = MockTransport(lambda request: _reply(request.url, host, files))
            options = FetchOptions(delay_s=0, robots=False)
            async with Fetcher(options, clock=rooms.clock, transport=transport) as fetcher:
                session = Session(rooms.library, fetcher, page_guard, rooms.clock)
                gatherer = Gatherer(
                    rooms.library, session, holdings, rooms.clock, settings.max_file
                )
                done = await gatherer.gather(
                    GatherRequest(asked, (), institution, articles=articles)
                )
            return [
                Judged(
                    _place(one.url, str(site["site"]), host, files),
                    one,
                    tuple(rooms.library.candidates.claims(one.id)),
                )
                for one in done.candidates
            ]

        return asyncio.run(work())


def _place(url: str, site: str, host: str, files: Mapping[str, Path]) -> str:
    name = _file(url, host, files)
    return f"{site}/{name}" if name else ""


def _file(url: str, host: str, files: Mapping[str, Path]) -> str:
    """The file that an address leads to: decoded, with the index of a folder and the ending that a server adds; "" for none."""
    parts = urlsplit(url)
    if parts.netloc.removeprefix("www.") != host.removeprefix("www."):
        return ""
    decoded = unicodedata.normalize("NFC", unquote(parts.path))
    bare = posixpath.normpath("/" + decoded.lstrip("/")).strip("/")
    tries = (
        bare,
        f"{bare}.html",
        f"{bare}/index.html".lstrip("/"),
        f"{bare}/index.htm".lstrip("/"),
    )
    return next((one for one in tries if one in files), "")


def _reply(url: str, host: str, files: Mapping[str, Path]) -> Any:
    from harvestman.fetch import Reply  # noqa: PLC0415

    name = _file(url, host, files)
    if not name:
        return Reply(b"not found", 404)
    path = urlsplit(url).path
    if posixpath.basename(name).startswith("index.") and not path.endswith(("/", ".html", ".htm")):
        return Reply(b"", 301, (("Location", f"{url}/"),))  # a folder
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Reply(files[name].read_bytes(), fields=(("Content-Type", kind),))
