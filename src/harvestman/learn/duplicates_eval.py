"""Judging the recognition of near-duplicates on the documents of a folder, with variants that are made here.

All documents are put into a real index. Then every variant of each is asked for, and must lead to its own document; every
document is asked for in an index without it, and must lead to none; and the lookalikes of `duplicates_negatives` must not be
taken for one another. Titles are not used: the text alone must do. Variants are made up, and
say how sure the method is on such variants only.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harvestman.dedup.texts import Index, Match, fingerprint, open_dedup
from harvestman.learn.documents_eval import file_of, gold_rows
from harvestman.learn.duplicates_negatives import lookalikes
from harvestman.learn.duplicates_variants import KINDS, variant
from harvestman.learn.likeness import alike, same_name
from harvestman.model import Plain, SystemClock
from harvestman.store import open_library

Row = Mapping[str, Any]
Read = Callable[[Sequence[Path]], Iterable[str]]
"""Files in; the text of each, in the same order."""

OTHERS = "other documents"
_LENDERS = 25  # documents whose paragraphs other versions may get


@dataclass(frozen=True, slots=True)
class Miss:
    """A document that was not found, or a wrong one that was."""

    kind: str
    file: str
    found: str
    """The file that was taken for it, "" for none."""
    match: Match | None


@dataclass(slots=True)
class _Sheet:
    """What is counted of one kind of questions."""

    asked: int = 0
    answered: int = 0
    right: int = 0
    wanted: int = 0

    def figures(self) -> Plain:
        return {
            "asked": self.asked,
            "found": self.answered,
            "right": self.right,
            "precision": round(self.right / self.answered, 4) if self.answered else None,
            "recall": round(self.right / self.wanted, 4) if self.wanted else None,
        }


@dataclass(slots=True)
class _Judge:
    """The counts of all kinds, and what went wrong."""

    sheets: dict[str, _Sheet] = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)

    def count(self, kind: str, file: str, right: set[str], match: Match | None, found: str) -> None:
        """One question: the keys that are right answers (none, when there should be none), and the answer."""
        sheet = self.sheets.setdefault(kind, _Sheet())
        is_right = match is not None and match.key in right
        sheet.asked += 1
        sheet.answered += match is not None
        sheet.right += is_right
        sheet.wanted += bool(right)
        if is_right != bool(right) or (match is not None and not is_right):
            self.misses.append(Miss(kind, file, found, match))


def judge_duplicates_folder(
    folder: Path, *, read: Read, split: str | None = None, misses: list[Miss] | None = None
) -> Plain:
    """The figures of a folder with `gold.jsonl` and its files; without a split, those of `dev` where the gold has one."""
    rows = gold_rows(folder, split)
    texts = list(read([file_of(folder, row) for row in rows]))
    return judge_duplicates(rows, texts, misses=misses)


def judge_duplicates(
    rows: Sequence[Row], texts: Sequence[str], *, misses: list[Miss] | None = None
) -> Plain:
    """Judge on these documents; those with next to no text are not judged."""
    pairs = [(r, t) for r, t in zip(rows, texts, strict=True) if fingerprint(t).is_telling]
    files = [str(row["file"]) for row, _ in pairs]
    told = [text for _, text in pairs]
    works = _works([row for row, _ in pairs])
    judge = _Judge()
    with _index() as index:
        _ask_variants(judge, index, files, told, works)
        _ask_originals(judge, index, files, told, works)
    firsts = [text for place, text in enumerate(told) if works.index(works[place]) == place]
    _ask_lookalikes(judge, firsts)
    if misses is not None:
        misses.extend(judge.misses)
    total = _Sheet()
    for sheet in judge.sheets.values():
        total.answered += sheet.answered
        total.right += sheet.right
        total.wanted += sheet.wanted
    return {
        "precision": total.figures()["precision"],
        "recall": total.figures()["recall"],
        "by_kind": {kind: sheet.figures() for kind, sheet in judge.sheets.items()},
        "documents": len(pairs),
        "too_short": len(rows) - len(pairs),
    }


def _ask_variants(
    judge: _Judge, index: Index, files: Sequence[str], texts: Sequence[str], works: Sequence[int]
) -> None:
    keys = [_key(file) for file in files]
    index.add_many(zip(keys, map(fingerprint, texts), strict=True))
    names = dict(zip(keys, files, strict=True))
    for kind in KINDS:
        asked = [
            fingerprint(variant(kind, text, seed=file, others=texts[:_LENDERS]))
            for file, text in zip(files, texts, strict=True)
        ]
        for place, match in enumerate(index.find_many(asked)):
            right = {key for key, work in zip(keys, works, strict=True) if work == works[place]}
            judge.count(kind, files[place], right, match, names[match.key] if match else "")


def _ask_originals(
    judge: _Judge, index: Index, files: Sequence[str], texts: Sequence[str], works: Sequence[int]
) -> None:
    """Each document in an index without it and without its known copies: nothing is to be found."""
    fps = [fingerprint(text) for text in texts]
    names = {_key(file): file for file in files}
    for work in sorted(set(works)):
        places = [place for place, one in enumerate(works) if one == work]
        for place in places:
            index.discard(_key(files[place]))
        for place, match in zip(places, index.find_many([fps[p] for p in places]), strict=True):
            judge.count(OTHERS, files[place], set(), match, names[match.key] if match else "")
        index.add_many([(_key(files[place]), fps[place]) for place in places])


def _ask_lookalikes(judge: _Judge, texts: Sequence[str]) -> None:
    """Each kind in an index of its own: a half of a text really is in the same text within a template."""
    pairs = lookalikes(texts, seed="1")
    for kind in dict.fromkeys(pair.kind for pair in pairs):
        chosen = [pair for pair in pairs if pair.kind == kind]
        names = [f"{kind} {number}" for number in range(len(chosen))]
        by_key = {_key(name): name for name in names}
        with _index() as index:
            index.add_many(zip(by_key, (fingerprint(one.known) for one in chosen), strict=True))
            found = index.find_many([fingerprint(one.asked) for one in chosen])
        for name, match in zip(names, found, strict=True):
            judge.count(kind, name, set(), match, by_key[match.key] if match else "")


def _works(rows: Sequence[Row]) -> list[int]:
    """A number for each document, the same for those that the gold says are one work: in two formats, or of two years."""
    works: list[int] = []
    for place, row in enumerate(rows):
        same = (works[n] for n, other in enumerate(rows[:place]) if _is_same_work(row, other))
        works.append(next(same, place))
    return works


def _is_same_work(one: Row, two: Row) -> bool:
    names, others = (
        [str(a.get("name") or "") for a in row.get("authors") or []] for row in (one, two)
    )
    shares_author = any(same_name(x, y) for x in names for y in others)
    if one.get("title") is None and two.get("title") is None:  # two CVs of one person
        return shares_author and one.get("category") == two.get("category")
    return shares_author and alike(one.get("title"), two.get("title"))


def _key(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


@contextmanager
def _index() -> Iterator[Index]:
    with (
        tempfile.TemporaryDirectory(prefix="harvestman-duplicates-") as folder,
        open_library(str(Path(folder) / "library.db"), clock=SystemClock()) as library,
    ):
        dedup = open_dedup("database", library)
        yield dedup.index
        dedup.close()
