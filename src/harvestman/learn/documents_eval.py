"""Judging the extraction of documents on a folder with known answers: header, references, category and language.

The rules are those of the data's README. A value that is null in the gold is not judged; "" and [] mean that the document
has none, and an answer there costs precision. Copies of other documents, and files that open with a password only, do not
count.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harvestman.learn.counting import Count
from harvestman.learn.documents_keywords_eval import by_count, judge_keywords, ours
from harvestman.learn.likeness import alike, fold, matched, same_name, token_f1
from harvestman.model import Plain, UsageError

Row = Mapping[str, Any]
Read = Callable[[Sequence[Path]], Iterable[Plain]]
"""Files in; what `extract` prints of each, in the same order."""

_HEADER_FIELDS = ("title", "authors", "affiliations", "emails", "keywords")
_SHARES = (
    "abstract",
    "whole_lists",
    "exact",
    "within_10",
    "lists_within_10",
    "category",
    "soft",
    "language",
)
_WHOLE_TITLES = ("paper", "thesis", "book")  # elsewhere the course's or series' line may be with it
_SOFT = [
    {"report", "paper"},
    {"report", "thesis"},
    {"report", "other"},
    {"report", "exercise"},
    {"lecture-notes", "exercise"},
    {"lecture-notes", "slides"},
    {"lecture-notes", "book"},
    {"lecture-notes", "report"},
]
"""Categories between which readers differ."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A field that was read wrongly, or not."""

    file: str
    field: str
    wanted: str
    found: str


@dataclass(slots=True)
class _Sheet:
    """All that is counted over a group of documents."""

    documents: int = 0
    counts: dict[str, Count] = field(default_factory=lambda: {f: Count() for f in _HEADER_FIELDS})
    shares: dict[str, list[bool]] = field(default_factory=lambda: {name: [] for name in _SHARES})
    labels: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    misses: list[Miss] = field(default_factory=list)

    def figures(self) -> Plain:
        """The measures, to four digits."""
        shares = {
            name: round(sum(answers) / len(answers), 4) if answers else None
            for name, answers in self.shares.items()
        }
        f1s = [count.figures()["f1"] for count in self.labels.values() if count.wanted]
        return {
            "documents": self.documents,
            **{name: count.figures() for name, count in self.counts.items()},
            "author_lists": {"whole": shares["whole_lists"]},
            "abstract": {"accuracy": shares["abstract"]},
            "references": {key: shares[key] for key in ("exact", "within_10", "lists_within_10")},
            "category": {
                "accuracy": shares["category"],
                "soft_accuracy": shares["soft"],
                "macro_f1": round(sum(f1s) / len(f1s), 4) if f1s else None,
            },
            "language": {"accuracy": shares["language"]},
        }


def judge_documents_folder(
    folder: Path, *, read: Read, split: str | None = None, misses: list[Miss] | None = None
) -> Plain:
    """The figures of a folder with `gold.jsonl` and its files; without a split, those of `dev` where the gold has one."""
    rows = gold_rows(folder, split)
    return judge_documents(rows, list(read([file_of(folder, row) for row in rows])), misses=misses)


def judge_documents(
    rows: Sequence[Row], answers: Sequence[Row], *, misses: list[Miss] | None = None
) -> Plain:
    """Compare what was read with the gold, document by document."""
    pairs = list(zip(rows, answers, strict=True))
    overall = _sheet(pairs)
    if misses is not None:
        misses.extend(overall.misses)
    figures: Plain = {"overall": overall.figures()}
    for key in ("language", "category", "corpus", "template"):
        values = sorted({str(row[key]) for row in rows if row.get(key)})
        figures[f"by_{key}"] = {
            value: _sheet([p for p in pairs if p[0].get(key) == value]).figures()
            for value in values
        }
    if scored := _scored_keywords(pairs):
        figures["scored_keywords"] = scored
    return figures


def _scored_keywords(pairs: Iterable[tuple[Row, Row]]) -> Plain:
    """How well the scorer of keywords does where authors list their own, beside a plain count; nothing where no text was read."""
    texts = [
        (
            answer["text"],
            answer.get("language") or "",
            (answer.get("header") or {}).get("title") or "",
            row["keywords"],
        )
        for row, answer in pairs
        if row.get("keywords") and answer.get("text")
    ]
    if not texts:
        return {}
    return {"ours": judge_keywords(texts, ours), "by_count": judge_keywords(texts, by_count)}


def gold_rows(folder: Path, split: str | None = None) -> list[Row]:
    """The judged rows of a folder's gold; UsageError when there is none, or none of that split."""
    path = folder / "gold.jsonl"
    try:
        lines = path.read_text("utf-8").splitlines()
        rows: list[Row] = [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON lines: {error}") from error
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not isinstance(row.get("file"), str):
            raise UsageError(f"{path}: row {number} names no file: is it the gold of documents?")
    splits = sorted({str(row["split"]) for row in rows if row.get("split")})
    if split is None and "dev" in splits:
        split = "dev"
    if split is not None and splits and split not in splits:
        raise UsageError(f"{path} has no split {split!r}: it has {', '.join(splits)}")
    judged = [
        row
        for row in rows
        if row.get("split", split) == split
        and not row.get("derived_from")
        and row.get("special") != "encrypted-user-password"
    ]
    if not judged:
        raise UsageError(f"{path} has no documents" + (f" of the split {split!r}" if split else ""))
    return judged


def file_of(folder: Path, row: Row) -> Path:
    """Where the file of a gold row lies: in the folder, or beside it."""
    for place in (folder, folder.parent):
        path = place / str(row["file"])
        if path.is_file():
            return path
    raise UsageError(f"{folder / str(row['file'])} is not there: the gold names it")


def _sheet(pairs: Iterable[tuple[Row, Row]]) -> _Sheet:
    sheet = _Sheet()
    for row, answer in pairs:
        sheet.documents += 1
        header = answer.get("header") or {}
        try:
            _judge_texts(sheet, row, header)
            _judge_lists(sheet, row, header)
            _judge_references(sheet, row, answer)
            _judge_kinds(sheet, row, answer)
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise UsageError(
                f"the gold of {row['file']} has not the shape of the shared data: {error!r}"
            ) from error
    return sheet


def _judge_texts(sheet: _Sheet, row: Row, header: Row) -> None:
    if row.get("title") is not None:
        title = header.get("title") or ""
        right = _same_title(row, title)
        sheet.counts["title"].add(right, bool(title), bool(row["title"]))
        if not right and (title or row["title"]):
            _miss(sheet, row, "title", row["title"], title)
    if row.get("abstract"):
        right = token_f1(row["abstract"], header.get("abstract")) >= 0.9
        sheet.shares["abstract"].append(right)
        if not right:
            _miss(sheet, row, "abstract", row["abstract"], header.get("abstract"))


def _judge_lists(sheet: _Sheet, row: Row, header: Row) -> None:
    if row.get("authors") is not None and row.get("authors_complete") is not False:
        wanted = [author["name"] for author in row["authors"]]
        found = [_name(author) for author in header.get("authors") or ()]
        is_whole = _count_pairs(sheet, row, "authors", wanted, found, same_name)
        sheet.shares["whole_lists"].append(is_whole)
    if row.get("affiliations") is not None and row.get("affiliations_complete") is not False:
        found = list(header.get("affiliations") or ())
        _count_pairs(sheet, row, "affiliations", row["affiliations"], found, _same_organisation)
    if row.get("emails") is not None and row.get("emails_complete") is not False:
        _count_sets(
            sheet,
            row,
            "emails",
            {mail.casefold() for mail in row["emails"]},
            {str(mail).casefold() for mail in header.get("emails") or ()},
        )
    if row.get("keywords"):
        folded = (
            {fold(k) for k in row["keywords"]},
            {fold(k) for k in header.get("keywords") or ()},
        )
        _count_sets(sheet, row, "keywords", *folded)


def _judge_references(sheet: _Sheet, row: Row, answer: Row) -> None:
    if row.get("references") is None:
        return
    wanted, found = int(row["references"]), len(answer.get("citations") or ())
    is_near = abs(found - wanted) <= 0.1 * wanted
    sheet.shares["exact"].append(found == wanted)
    sheet.shares["within_10"].append(is_near)
    if wanted:
        sheet.shares["lists_within_10"].append(is_near)
    if not is_near:
        _miss(sheet, row, "references", wanted, found)


def _judge_kinds(sheet: _Sheet, row: Row, answer: Row) -> None:
    for name in ("category", "language"):
        if not row.get(name):
            continue
        wanted, found = row[name], answer.get(name)
        sheet.shares[name].append(found == wanted)
        if found != wanted:
            _miss(sheet, row, name, wanted, found)
        if name == "category":
            sheet.shares["soft"].append(found == wanted or {found, wanted} in _SOFT)
            sheet.labels[wanted].add(found == wanted, 0, 1)
            sheet.labels[str(found)].add(0, 1, 0)


def _count_pairs(
    sheet: _Sheet,
    row: Row,
    name: str,
    wanted: Sequence[str],
    found: Sequence[str],
    is_same: Callable[[str, str], bool],
) -> bool:
    """Count what is right; whether everything is, and nothing else was found."""
    hits = len(matched(wanted, found, is_same))
    sheet.counts[name].add(hits, len(found), len(wanted))
    if hits < max(len(wanted), len(found)):
        _miss(sheet, row, name, "; ".join(wanted), "; ".join(found))
        return False
    return True


def _count_sets(sheet: _Sheet, row: Row, name: str, wanted: set[str], found: set[str]) -> None:
    sheet.counts[name].add(len(wanted & found), len(found), len(wanted))
    if wanted != found:
        _miss(sheet, row, name, "; ".join(sorted(wanted)), "; ".join(sorted(found)))


def _same_title(row: Row, title: str) -> bool:
    if alike(row["title"], title):
        return True
    few, many = sorted((fold(row["title"]), fold(title)), key=len)
    is_part = bool(few) and few in many and len(few) >= 0.4 * len(many)
    return is_part and row.get("category") not in _WHOLE_TITLES


def _same_organisation(wanted: str, found: str) -> bool:
    x, y = fold(wanted), fold(found)
    return bool(y) and (x in y or (y in x and len(y) >= 6) or alike(wanted, found))


def _name(author: Any) -> str:
    return author if isinstance(author, str) else str(author.get("name") or "")


def _miss(sheet: _Sheet, row: Row, name: str, wanted: object, found: object) -> None:
    sheet.misses.append(Miss(str(row["file"]), name, str(wanted or ""), str(found or "")))
