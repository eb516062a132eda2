"""Judges accuracy on real data, and fails when a figure has fallen.

python eval/judge.py DATA_DIR             judges; exit 1 when a figure is below its floor
python eval/judge.py DATA_DIR --only papers,documents    these judges alone
python eval/judge.py DATA_DIR --update    writes what was reached into floors.json, upward only
python eval/judge.py DATA_DIR --update --lower    downward as well: in a commit of its own that says why

floors.json pins each figure together with a digest of the data it was reached on. On other data only the least that was asked
for (`least`, `most` below) is compared. A room adds its judge by one entry of JUDGES.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FLOORS = Path(__file__).parent / "floors.json"
TOLERANCE = 0.0005
"""Other processors round otherwise."""

_FEW_PAPERS = 4
"""Templates with fewer papers have no floors of their own."""

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Judge:
    """One judge: the files it looks at (patterns below the data folder), how it judges, and what was asked for."""

    files: tuple[str, ...]
    judge: Callable[[Path], Figures]
    least: Mapping[str, float] = field(default_factory=dict)
    most: Mapping[str, float] = field(default_factory=dict)
    """Figures of which fewer is better, such as mismatches."""
    unpinned: frozenset[str] = frozenset()
    """Compared with what was asked for only: a lead shrinks also when a rival gets better."""


def judge_titles(data: Path) -> Figures:
    """Titles of proceedings: F1 of each field on the dev split."""
    from harvestman.learn.titles import FIELDS, judge_titles_file

    found: Any = judge_titles_file(data / "venues" / "titles.tsv", split="dev")
    figures = {f"dev {name} f1": float(found[name]["f1"]) for name in FIELDS}
    if found["all_four"] is not None:
        figures["dev all_four"] = float(found["all_four"])
    return figures


def judge_plan(data: Path) -> Figures:
    """Rankings: the default profile's figures, and how far it is ahead of the best of the others."""
    from harvestman.learn.plan import judge_plan as judge

    answer: Any = judge(data / "venues")
    figures: Figures = {}
    if "oracle" in answer:
        figures["oracle mismatches"] = float(answer["oracle"]["mismatches"])
    for layer, measures in (
        ("real", ("ap", "p@100", "ndcg@100")),
        ("entered", ("ndcg@20", "strict_ndcg@100", "ap_3_months")),
    ):
        if layer not in answer:
            continue
        mean = answer[layer]["mean"]
        for measure in measures:
            ours = mean["harvestman"][measure]
            rest = max(values[measure] for name, values in mean.items() if name != "harvestman")
            figures[f"{layer} {measure}"] = ours
            if measure in ("ap", "strict_ndcg@100", "ap_3_months"):
                figures[f"{layer} {measure} ahead"] = ours - rest
    return figures


def judge_embedded(data: Path) -> Figures:
    """Readers of embedded metadata on real pages: how many pages they stumble over, and false papers on negative ones."""
    from harvestman import pages
    from harvestman.model import Authority
    from harvestman.pages import SavedPage, load_readers

    folder, now = data / "confpages", datetime(2026, 1, 1, tzinfo=UTC)
    stumbled = false_papers = 0
    readers = [one for one in load_readers() if one.authority is Authority.EMBEDDED]
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        page = SavedPage(gold["url"], (folder / gold["file"]).read_bytes(), "text/html")
        reading = pages.read(page, now=now, readers=readers)
        stumbled += bool(reading.problems)
        false_papers += 0 if gold["papers"] else len(reading.mentions)
    return {"pages stumbled over": stumbled, "false papers": false_papers}


def judge_pages(data: Path) -> Figures:
    """Papers off pages: the learned reader and all others together, on sites that were never trained on."""
    from harvestman.learn.pages_eval import judge_pages as judge

    figures: Figures = {}
    for name, folder in (
        ("confpages", "confpages"),
        ("stress", "confpages/stress"),
        ("kairos", "kairos"),
    ):
        found: Any = judge(data / folder, split="dev" if name != "stress" else None)
        figures[f"{name} title f1"] = found["title"]["f1"]
        figures[f"{name} authors f1"] = found["authors"]["f1"]
        figures[f"{name} pdf accuracy"] = found["pdf"]["accuracy"]
        if found["false_papers_per_negative_page"] is not None:
            figures[f"{name} false papers"] = found["false_papers_per_negative_page"]
    return figures


def judge_page_work(data: Path) -> Figures:
    """What reading a page costs, in calls of functions: a figure that no other load of the machine changes.

    Rules are added to the reader one by one, and none of them seems to cost anything; a bench that nobody runs does not say that
    together they made it three times as dear.
    """
    counting, names = Path(__file__).with_name("page_work.py"), ("confpages", "kairos")
    command = [sys.executable, str(counting), *(str(data / name) for name in names)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    calls = zip(names, json.loads(done.stdout), strict=True)
    return {f"{name} thousand calls a page": number / 1000 for name, number in calls}


def judge_dates(data: Path) -> Figures:
    """Key dates and places of events: F1 of each field on the dev split."""
    from harvestman.learn.dates_eval import judge_dates_folder

    found: Any = judge_dates_folder(data / "dates", split="dev")
    fields = ("start", "end", "submission", "notification", "camera_ready", "city", "country")
    return {f"dev {name} f1": found[name]["f1"] for name in fields}


def judge_urls(data: Path) -> Figures:
    """Which address is a conference's own site: on domains that were never trained on, and on other kinds of negatives."""
    from harvestman.learn.urls import evaluate_urls

    found = {
        name: evaluate_urls(data / "urls" / f"{name}.tsv")
        for name in ("dev", "dev-homepages", "dev-ood")
    }
    return {
        "dev f1": found["dev"]["f1"],
        "dev-homepages accuracy": found["dev-homepages"]["accuracy"],
        "dev-ood f1": found["dev-ood"]["f1"],
    }


def _read_documents(paths: Any) -> Any:
    """What is read from each file, as `extract` prints it."""
    from harvestman.documents import extract_files
    from harvestman.documents.jobs import Job
    from harvestman.engine import Limits, open_guard
    from harvestman.model import extraction_to_plain

    limits = Limits(time_s=300, memory_bytes=2_000_000_000)
    jobs = (Job(str(path), datetime(2026, 1, 1, tzinfo=UTC)) for path in paths)
    with open_guard("local", limits=limits, preload=("harvestman.documents.jobs",)) as guard:
        for job, extraction in extract_files(guard, jobs):
            yield extraction_to_plain(extraction, file=job.path)


def judge_papers(data: Path) -> Figures:
    """Papers by publisher's template: header and reference lists, over all and by template where there are a few."""
    from harvestman.learn.documents_eval import judge_documents_folder

    found: Any = judge_documents_folder(data / "papers", read=_read_documents, split="dev")
    figures = _of_papers("all", found["overall"])
    for language in ("es", "ru"):
        if language in found["by_language"]:
            figures[f"{language} title f1"] = found["by_language"][language]["title"]["f1"]
    for template, one in found["by_template"].items():
        if one["documents"] >= _FEW_PAPERS:
            figures |= _of_papers(template, one)
    return figures


def _of_papers(name: str, one: Any) -> Figures:
    figures = {
        f"{name} title f1": one["title"]["f1"],
        f"{name} authors f1": one["authors"]["f1"],
    }
    shares = {
        "whole author lists": one["author_lists"]["whole"],
        "abstract": one["abstract"]["accuracy"],
        "lists within 10": one["references"]["lists_within_10"],
    }
    if name == "all":
        figures["all emails f1"] = one["emails"]["f1"]
    return figures | {f"{name} {k}": value for k, value in shares.items() if value is not None}


def judge_documents(data: Path) -> Figures:
    """Documents: header, references, category and language on the dev split, by language where the floors are."""
    from harvestman.learn.documents_eval import judge_documents_folder

    found: Any = judge_documents_folder(data / "pdf", read=_read_documents, split="dev")
    figures: Figures = {}
    for language in ("en", "es", "ru"):
        one = found["by_language"].get(language)
        if one is None:
            continue
        # Of author keywords in other languages the data has next to none.
        more = ("keywords",) if language == "en" else ()
        for name in ("title", "authors", "emails", "affiliations", *more):
            figures[f"{language} {name} f1"] = one[name]["f1"]
        shares = {
            "abstract": one["abstract"]["accuracy"],
            "lists within 10": one["references"]["lists_within_10"],
            "category soft": one["category"]["soft_accuracy"],
            "language": one["language"]["accuracy"],
        }
        figures |= {f"{language} {k}": value for k, value in shares.items() if value is not None}
    return figures


def judge_duplicates(data: Path) -> Figures:
    """Near-duplicates: variants of the dev documents must be recognised, lookalikes must not."""
    from harvestman.documents import extract_files
    from harvestman.documents.jobs import Job
    from harvestman.engine import Limits, open_guard
    from harvestman.learn.duplicates_eval import judge_duplicates_folder
    from harvestman.learn.duplicates_variants import KINDS

    limits = Limits(time_s=300, memory_bytes=2_000_000_000)

    def read(paths: Any) -> Any:
        jobs = (Job(str(path), datetime(2026, 1, 1, tzinfo=UTC), only=("text",)) for path in paths)
        with open_guard("local", limits=limits, preload=("harvestman.documents.jobs",)) as guard:
            for _, extraction in extract_files(guard, jobs):
                yield extraction.text

    found: Any = judge_duplicates_folder(data / "pdf", read=read, split="dev")
    recalls = {f"{kind} recall": found["by_kind"][kind]["recall"] for kind in KINDS}
    return {"precision": found["precision"], "recall": found["recall"], **recalls}


_REFERENCE_SOURCES = (
    ("anystyle.jsonl.gz", "en"),
    ("grobid_citations.jsonl.gz", "en"),
    ("excite.jsonl.gz", "de"),
    ("ru_gold.jsonl", "ru"),
    ("es_gold.jsonl", "es"),
)


def judge_references(data: Path) -> Figures:
    """Reference strings: micro F1 over all fields on the dev split of each source, in its main language."""
    from harvestman.learn.references_eval import judge_references_file

    figures: Figures = {}
    for name, language in _REFERENCE_SOURCES:
        path = data / "refs" / "refs" / name
        if path.exists():
            found: Any = judge_references_file(path, split="dev")
            figures[f"{name.split('.')[0]} {language}"] = found["by_language"][language]
    return figures


def judge_lines(data: Path) -> Figures:
    """Lines of pages and documents: F1 of references on the dev split, by language."""
    from harvestman.learn.lines import judge_lines_file

    found: Any = judge_lines_file(data / "refs" / "lines" / "dev.jsonl")
    return {f"dev {name} f1": own["f1"] for name, own in found["by_language"].items()}


def judge_linkage(data: Path) -> Figures:
    """Merging of papers: real records of the dev split with made-up variants and look-alikes."""
    from harvestman.learn.linkage_eval import judge_linkage as judge

    found: Any = judge(data, split="dev")
    return {name: found[name] for name in ("precision", "recall")}


def judge_harvests(data: Path) -> Figures:
    """Whole sites, harvested from their front pages: titles over all papers and by site, and what it costs in requests."""
    from harvestman.learn.harvests_eval import judge_harvests as judge

    found: Any = judge(data / "wholesites")
    return {
        "title recall": found["title"]["recall"],
        "title precision": found["title"]["precision"],
        "macro title recall": found["macro"]["title"]["recall"],
        "least title recall of a site": min(
            one["title"]["recall"] for one in found["by_site"].values()
        ),
        "all authors right": found["authors"]["all_right"],
        "year accuracy": found["year"]["accuracy"],
        "venue accuracy": found["venue"]["accuracy"],
        "pdf accuracy": found["pdf"]["accuracy"],
        "doi accuracy": found["doi"]["accuracy"],
        "affiliations precision": found["affiliations"]["precision"],
        "requests by pages": found["requests_by_pages"],
    }


def judge_sites(data: Path) -> Figures:
    """Gathering: documents, authors, addresses and categories on sites of the dev split."""
    from harvestman.learn.sites_eval import judge_sites_folder

    found: Any = judge_sites_folder(data / "sites", split="dev")
    documents = found["documents"]
    figures = {
        "documents": documents["found"] / max(1, documents["all"]),
        "stray": float(documents["stray"]),
        "title f1": found["title"]["f1"],
        "contact coverage": found["contact"]["coverage"],
        "category": found["category"]["merged"],
        "language": found["language"]["accuracy"],
    }
    for name in ("authors", "affiliations", "emails"):
        figures |= {f"{name} {part}": found[name][part] for part in ("precision", "recall")}
    return figures


def judge_find(data: Path) -> Figures:
    """Finding papers on the dev sites: once with a search engine that knows the files, once with one that knows pages only."""
    from harvestman.learn.find_eval import judge_find_folder

    figures: Figures = {}
    for name, html_only in (("files", False), ("pages", True)):
        found: Any = judge_find_folder(
            data / "sites", split="dev", html_only=html_only, miss=lambda *_: None
        )
        for key in ("precision", "recall", "accuracy", "requests"):
            figures[f"{name} {key}"] = found[key]
    return figures


def judge_homepages(data: Path) -> Figures:
    """Finding scholars on the dev sites: homepages, publications pages, entries and their files."""
    from harvestman.learn.homepages_eval import judge_homepages_folder

    found: Any = judge_homepages_folder(data / "sites", split="dev", miss=lambda *_: None)
    return {
        "homepages precision": found["homepages"]["precision"],
        "homepages recall": found["homepages"]["recall"],
        "publications pages precision": found["publications_pages"]["precision"],
        "entries f1": found["publications"]["f1"],
        "pairing": found["pairing"]["accuracy"],
        "requests": found["requests"],
    }


JUDGES: dict[str, Judge] = {
    "find": Judge(
        files=("sites/questions.jsonl", "sites/sites.jsonl"),
        judge=judge_find,
        least={
            "files precision": 0.97,
            "files recall": 0.90,
            "files accuracy": 0.94,
            "pages precision": 0.95,
            "pages recall": 0.82,
        },
        most={"files requests": 25, "pages requests": 25},
        unpinned=frozenset({"files requests", "pages requests"}),
    ),
    "homepages": Judge(
        files=("sites/questions.jsonl", "sites/entries.jsonl", "sites/sites.jsonl"),
        judge=judge_homepages,
        least={
            "homepages precision": 0.88,
            "homepages recall": 0.84,
            "publications pages precision": 0.88,
            "entries f1": 0.85,
            "pairing": 0.96,
        },
        most={"requests": 25},
        unpinned=frozenset({"requests"}),
    ),
    "lines": Judge(
        files=("refs/lines/dev.jsonl",),
        judge=judge_lines,
        least={"dev en f1": 0.95, "dev ru f1": 0.92, "dev es f1": 0.92},
    ),
    "harvests": Judge(
        files=("wholesites/sites.jsonl", "wholesites/gold.jsonl"),
        judge=judge_harvests,
        least={
            "title recall": 0.94,
            "macro title recall": 0.92,
            "least title recall of a site": 0.60,
            "title precision": 0.95,
            "all authors right": 0.94,
            "year accuracy": 0.97,
            "venue accuracy": 0.95,
            "pdf accuracy": 0.93,
            "doi accuracy": 0.93,
            "affiliations precision": 0.90,
        },
        most={"requests by pages": 3.0},
    ),
    "sites": Judge(
        files=("sites/gold.jsonl", "sites/sites.jsonl"),
        judge=judge_sites,
        least={
            "documents": 1.0,
            "title f1": 0.93,
            "authors precision": 0.92,
            "authors recall": 0.84,
            "affiliations precision": 0.84,
            "affiliations recall": 0.75,
            "emails precision": 0.94,
            "emails recall": 0.86,
            "contact coverage": 0.93,
            "category": 0.86,
            "language": 0.99,
        },
        most={"stray": 0},
    ),
    "pages": Judge(
        files=("confpages/gold.jsonl", "confpages/stress/gold.jsonl", "kairos/gold.jsonl"),
        judge=judge_pages,
        least={
            "confpages title f1": 0.91,
            "confpages authors f1": 0.88,
            "confpages pdf accuracy": 0.93,
            "stress title f1": 0.86,
            "kairos title f1": 0.955,
        },
        most={"confpages false papers": 0.3, "stress false papers": 0.3},
    ),
    "page work": Judge(
        files=("confpages/gold.jsonl", "kairos/gold.jsonl"),
        judge=judge_page_work,
        most={"confpages thousand calls a page": 75, "kairos thousand calls a page": 122},
        unpinned=frozenset({"confpages thousand calls a page", "kairos thousand calls a page"}),
    ),
    "urls": Judge(
        files=("urls/dev.tsv", "urls/dev-homepages.tsv", "urls/dev-ood.tsv"),
        judge=judge_urls,
        least={"dev f1": 0.925, "dev-homepages accuracy": 0.93, "dev-ood f1": 0.82},
    ),
    "documents": Judge(
        files=("pdf/gold.jsonl",),
        judge=judge_documents,
        least={
            "en title f1": 0.90,
            "en authors f1": 0.88,
            "en emails f1": 0.94,
            "en affiliations f1": 0.75,
            "en abstract": 0.85,
            "en keywords f1": 0.85,
            "en lists within 10": 0.78,
            "en category soft": 0.88,
            "en language": 0.98,
            **{
                f"{language} {name}": floor
                for language in ("es", "ru")
                for name, floor in (
                    ("title f1", 0.85),
                    ("authors f1", 0.82),
                    ("emails f1", 0.92),
                    ("affiliations f1", 0.50),
                    ("category soft", 0.82),
                    ("language", 0.95),
                )
            },
        },
    ),
    "papers": Judge(
        files=("papers/gold.jsonl",),
        judge=judge_papers,
        least={
            "all title f1": 0.97,
            "ru title f1": 0.92,
            "all authors f1": 0.96,
            "all whole author lists": 0.885,
            "all emails f1": 0.98,
            "all abstract": 0.95,
            "all lists within 10": 0.90,
            "acl lists within 10": 0.85,
        },
    ),
    "duplicates": Judge(
        files=("pdf/gold.jsonl",),
        judge=judge_duplicates,
        least={"precision": 0.99, "recall": 0.95},
    ),
    "references": Judge(
        files=tuple(f"refs/refs/{name}" for name, _ in _REFERENCE_SOURCES),
        judge=judge_references,
        least={
            "anystyle en": 0.86,
            "grobid_citations en": 0.86,
            "ru_gold ru": 0.86,
            "es_gold es": 0.80,
        },
    ),
    "dates": Judge(
        files=("dates/gold.jsonl",),
        judge=judge_dates,
        least={
            "dev start f1": 0.92,
            "dev end f1": 0.92,
            "dev submission f1": 0.92,
            "dev notification f1": 0.96,
            "dev camera_ready f1": 0.95,
            "dev city f1": 0.80,
            "dev country f1": 0.88,
        },
    ),
    "linkage": Judge(
        files=(
            "confpages/gold.jsonl",
            "sites/entries.jsonl",
            "sites/gold.jsonl",
            "refs/refs/ru_gold.jsonl",
        ),
        judge=judge_linkage,
        least={"precision": 0.995, "recall": 0.95},
    ),
    "embedded": Judge(
        files=("confpages/gold.jsonl",),
        judge=judge_embedded,
        most={"pages stumbled over": 0, "false papers": 0},
    ),
    "titles": Judge(
        files=("venues/titles.tsv",),
        judge=judge_titles,
        least={
            "dev month f1": 0.98,
            "dev year f1": 0.98,
            "dev country f1": 0.97,
            "dev city f1": 0.94,
        },
    ),
    "plan": Judge(
        files=(
            "venues/sh2-monitoring/*.tsv",
            "venues/dblp-2023/*.tsv",
            "venues/acl-anthology/*.tsv",
            "venues/ratings/ratings.tsv",
        ),
        judge=judge_plan,
        least={
            "real ap": 0.945,
            "real ap ahead": 0.0,
            "entered strict_ndcg@100": 0.53,
            "entered strict_ndcg@100 ahead": 0.0,
            "entered ap_3_months": 0.29,
            "entered ap_3_months ahead": 0.0,
        },
        most={"oracle mismatches": 0},
        unpinned=frozenset(
            {"real ap ahead", "entered strict_ndcg@100 ahead", "entered ap_3_months ahead"}
        ),
    ),
}


def data_files(judge: Judge, data: Path) -> list[Path]:
    """The files of the data folder that a judge looks at."""
    return sorted({path for pattern in judge.files for path in data.glob(pattern)})


def digest_of(files: list[Path], data: Path) -> str:
    """A checksum of names and contents."""
    total = hashlib.sha256()
    for path in files:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(data).as_posix()} {content}\n".encode())
    return total.hexdigest()


def floor_of(judge: Judge, name: str, pinned: Mapping[str, float]) -> float | None:
    """What a figure must reach: what was reached before, at least what was asked for."""
    if name in judge.most:
        return min(judge.most[name], pinned.get(name, judge.most[name]))
    known = [floors[name] for floors in (judge.least, pinned) if name in floors]
    return max(known, default=None)


def is_met(judge: Judge, name: str, value: float, floor: float | None) -> bool:
    """Whether a figure is as good as its floor."""
    if floor is None:
        return True
    return value <= floor + TOLERANCE if name in judge.most else value >= floor - TOLERANCE


def updated(judge: Judge, figures: Figures, pinned: Mapping[str, float], *, lower: bool) -> Figures:
    """The figures to be pinned: the better one of then and now, or all of now."""
    if lower:
        return figures
    better = {
        name: (min if name in judge.most else max)(value, pinned.get(name, value))
        for name, value in figures.items()
    }
    return dict(pinned) | better


def run(name: str, judge: Judge, data: Path, pins: dict[str, Any], options: Any) -> bool:
    """One judge: prints its table, updates its pins if asked to; whether all is well."""
    files = data_files(judge, data)
    if not files:
        print(f"{name}: no data in {data}; not judged")
        return True
    started = time.monotonic()
    figures = {key: round(value, 4) for key, value in judge.judge(data).items()}
    digest = digest_of(files, data)
    pin = pins.get(name, {})
    is_same = pin.get("digest") == digest
    pinned = pin.get("figures", {}) if is_same else {}
    print(f"{name} ({len(files)} files, {time.monotonic() - started:.1f} s)")
    if pin and not is_same:
        print("  the data is not that of floors.json: compared with what was asked for only")
    well = True
    for key, value in figures.items():
        floor = floor_of(judge, key, pinned)
        met = is_met(judge, key, value, floor)
        well = well and met
        shown = "not pinned" if floor is None else f"{floor:.4f}"
        print(f"  {key:32} {value:8.4f}   floor {shown:10} {'' if met else 'BELOW'}".rstrip())
    for key in sorted(set(pinned) - set(figures)):
        print(f"  {key:32}  missing   floor {pinned[key]:.4f}     BELOW")
        well = False
    if options.update:
        pins[name] = {
            "digest": digest,
            "figures": {
                key: value
                for key, value in updated(judge, figures, pinned, lower=options.lower).items()
                if key not in judge.unpinned
            },
        }
    return well


def _judges(text: str) -> list[str]:
    """The judges that are named, parted by commas."""
    names = text.split(",")
    if unknown := [name for name in names if name not in JUDGES]:
        raise argparse.ArgumentTypeError(f"no such judge: {', '.join(unknown)}")
    return names


def _not_installed() -> list[str]:
    """What is read only with programs that this machine lacks: the likeliest reason of a fall, which `make eval` installs first."""
    from harvestman.api.checking import installed_checks
    from harvestman.settings import load_settings

    missing = [check for check in installed_checks(load_settings()[0]) if check.is_well is None]
    return [f"Not read here: {check.found}. {check.remedy}" for check in missing]


def main(arguments: list[str]) -> int:
    """Judge all rooms that there is data for."""
    parser = argparse.ArgumentParser(description="Judge accuracy against eval/floors.json.")
    parser.add_argument("data", type=Path, metavar="DATA_DIR")
    parser.add_argument("--update", action="store_true", help="pin what was reached, upward only")
    parser.add_argument("--lower", action="store_true", help="with --update: downward as well")
    parser.add_argument(
        "--only", type=_judges, action="extend", metavar="JUDGE[,JUDGE…]",
        help=f"these judges only, of {', '.join(sorted(JUDGES))}",
    )  # fmt: skip
    parser.add_argument("--floors", type=Path, default=FLOORS, help="another file of floors")
    options = parser.parse_args(arguments)
    if not options.data.is_dir():
        print(f"{options.data}: no such folder; nothing was judged")
        return 0
    floors: Path = options.floors
    pins: dict[str, Any] = json.loads(floors.read_text("utf-8")) if floors.exists() else {}
    well = [
        run(name, judge, options.data, pins, options)
        for name, judge in JUDGES.items()
        if not options.only or name in options.only
    ]
    if options.update:
        floors.write_text(json.dumps(pins, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{floors.name} is written")
    if not all(well):
        print("Some figures are below their floors.")
        for line in _not_installed():
            print(line)
    return 0 if all(well) or (options.update and options.lower) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
