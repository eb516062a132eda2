"""The judge of record linkage: of pairs of papers that are one, how many are merged; of those merged, how many are one.

There is no gold for this, so it is made from real records: papers off conference pages, entries of scholars' lists of
publications, Russian references. Three kinds of pairs are judged: a record and a variant of it that `linkage_variants` makes up;
a record and a made-up paper that only looks like it; and, real on both sides, entries of publication lists and the files that
they link, and all other pairs of records that share a block (the same authors' other papers). Two records of the latter count
as one paper only when their titles are equal after folding and they share an author: where a person would say more, we are too hard.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from harvestman.dedup import Record, block_keys, compare
from harvestman.learn.counting import Count
from harvestman.learn.linkage_variants import DIFFERENT, SAME, Printed
from harvestman.model import Author, Plain, UsageError, Verdict
from harvestman.text import fold, parse_name

_SEED = 16
_MOST_IN_A_BLOCK = 50  # as in the library
_FILES = ("confpages/gold.jsonl", "sites/entries.jsonl", "refs/refs/ru_gold.jsonl")


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair that was judged wrongly, or left doubtful, for a person to read."""

    kind: str
    wanted: str
    found: str
    probability: float
    one: Printed
    other: Printed


@dataclass(slots=True)
class _Tally:
    """What was said of the pairs of one kind."""

    pairs: int = 0
    same: int = 0
    doubtful: int = 0

    def plain(self) -> Plain:
        return {"pairs": self.pairs, "same": self.same, "doubtful": self.doubtful}


@dataclass(slots=True)
class _Judged:
    count: Count = field(default_factory=Count)
    same: dict[str, _Tally] = field(default_factory=lambda: defaultdict(_Tally))
    different: dict[str, _Tally] = field(default_factory=lambda: defaultdict(_Tally))
    misses: list[Pair] = field(default_factory=list)

    def add(self, kind: str, one: Printed, other: Printed, *, is_same: bool) -> None:
        """Judge a pair as the library would: only when the two share a block."""
        x, y = record_of_printed(one), record_of_printed(other)
        likeness = compare(x, y) if block_keys(x) & block_keys(y) else None
        verdict = likeness.verdict if likeness else Verdict.DIFFERENT
        tally = (self.same if is_same else self.different)[kind]
        tally.pairs += 1
        tally.same += verdict is Verdict.SAME
        tally.doubtful += verdict is Verdict.DOUBTFUL
        said = verdict is Verdict.SAME
        self.count.add(said and is_same, said, is_same)
        if said != is_same:
            wanted = "same" if is_same else "different"
            found = str(verdict) if likeness else "not compared"
            probability = likeness.probability if likeness else 0.0
            self.misses.append(Pair(kind, wanted, found, probability, one, other))


def judge_linkage(
    folder: Path, *, split: str | None = "dev", misses: list[Pair] | None = None
) -> Plain:
    """The figures on a folder of the shared data; what was wrong is added to `misses`."""
    papers = list(read_papers(folder, split=split))
    if not papers:
        told = f" of the split {split!r}" if split else ""
        raise UsageError(f"{folder} has no records{told}: it must hold one of {', '.join(_FILES)}")
    judged = _Judged()
    rng = random.Random(_SEED)
    for paper in papers:
        for kind, change in SAME.items():
            if (variant := change(paper, rng)) is not None:
                judged.add(kind, paper, variant, is_same=True)
        for kind, change in DIFFERENT.items():
            if (rival := change(paper, rng)) is not None:
                base = (
                    replace(rival, year=(rival.year or 0) - 1) if kind == "front matter" else paper
                )
                judged.add(kind, base, rival, is_same=False)
    for one, other in _entries_and_files(folder, split=split):
        judged.add("entry and file (real)", one, other, is_same=True)
    for one, other in _blocked(papers):
        is_same = _is_surely_one(one, other)
        kind = "listed twice (real)" if is_same else "another paper (real)"
        judged.add(kind, one, other, is_same=is_same)
    if misses is not None:
        misses.extend(judged.misses)
    figures = judged.count.figures()
    wanted = judged.count.wanted
    doubtful = sum(tally.doubtful for tally in judged.same.values())
    return {
        "records": len(papers),
        "precision": figures["precision"],
        "recall": figures["recall"],
        "f1": figures["f1"],
        "left_to_review": round(doubtful / wanted, 4) if wanted else 0.0,
        "by_kind": {kind: tally.plain() for kind, tally in judged.same.items()},
        "different": {kind: tally.plain() for kind, tally in judged.different.items()},
    }


def record_of_printed(paper: Printed) -> Record:
    """What the comparison takes."""
    return Record(
        titles=(paper.title,),
        authors=(tuple(Author(name) for name in paper.authors),) if paper.authors else (),
        years=frozenset((paper.year,) if paper.year else ()),
        venues=(paper.venue,) if paper.venue else (),
        pages=frozenset((paper.pages,) if paper.pages else ()),
        dois=frozenset((paper.doi,) if paper.doi else ()),
    )


def read_papers(folder: Path, *, split: str | None) -> Iterator[Printed]:
    """The real records of a folder, each once."""
    seen: set[Printed] = set()
    for paper in _all_papers(folder, split):
        if paper.title and paper.authors and paper not in seen:
            seen.add(paper)
            yield paper


def _all_papers(folder: Path, split: str | None) -> Iterator[Printed]:
    for page in _rows(folder / "confpages" / "gold.jsonl", split):
        for paper in page["papers"]:
            names = tuple(author["name"] for author in paper["authors"])
            yield Printed(paper["title"], names, page["year"], page["series"])
    for entry in _rows(folder / "sites" / "entries.jsonl", split):
        yield _entry(entry)
    for row in _rows(folder / "refs" / "refs" / "ru_gold.jsonl", split):
        fields = row["fields"]
        year = str(fields.get("year", ""))[:4]
        yield Printed(
            fields.get("title", ""),
            tuple(fields.get("authors", ())),
            int(year) if year.isdigit() else None,
            fields.get("container", ""),
            fields.get("pages", ""),
            fields.get("doi", ""),
        )


def _entry(entry: dict[str, Any]) -> Printed:
    return Printed(
        entry["title"] or "", tuple(entry["authors"] or ()), entry["year"], entry["venue"] or ""
    )


def _entries_and_files(folder: Path, *, split: str | None) -> Iterator[tuple[Printed, Printed]]:
    """Entries of publication lists, each with the file that it links: real pairs of a page and a document."""
    files = {
        (row["site"], row["file"]): row
        for row in _rows(folder / "sites" / "gold.jsonl", split)
        if row["category"] in ("paper", "thesis", "report")
    }
    for entry in _rows(folder / "sites" / "entries.jsonl", split):
        row = files.get((entry["site"], entry["file"]))
        if row and entry["title"] and entry["authors"] and row["title"] and row["authors"]:
            names = tuple(author["name"] for author in row["authors"])
            yield _entry(entry), Printed(row["title"], names)


def _rows(path: Path, split: str | None) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if split is None or row.get("split") == split:
            yield row


def _blocked(papers: Iterable[Printed]) -> Iterator[tuple[Printed, Printed]]:
    """All pairs of records that share a block of bearable size, each once."""
    blocks: dict[str, list[int]] = defaultdict(list)
    every = list(papers)
    for place, paper in enumerate(every):
        for key in block_keys(record_of_printed(paper)):
            blocks[key].append(place)
    pairs = {
        (one, other)
        for block in blocks.values()
        if len(block) <= _MOST_IN_A_BLOCK
        for one in block
        for other in block
        if one < other
    }
    return ((every[one], every[other]) for one, other in sorted(pairs))


def _is_surely_one(one: Printed, other: Printed) -> bool:
    """Whether two real records have one title, and a family name (or its first four letters) in common."""
    families = [
        {fold(parse_name(name.replace(".", ". ")).family)[:4] for name in paper.authors}
        for paper in (one, other)
    ]
    return fold(one.title) == fold(other.title) and bool(families[0] & families[1])
