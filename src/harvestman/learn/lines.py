"""Teaching and judging which lines of text are bibliographic references (`harvestman learn lines`, `harvestman eval lines`).

Taught from labelled lines of pages and documents; from reference strings, because labelled Spanish lines are few; from pieces of references (the
authors alone, the venue alone), which are none by themselves; and from lines of pages that list no publications. The seed is
fixed. Cross-validation leaves out whole sites.
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harvestman.find.lines import line_signs, reference_chance
from harvestman.learn.counting import Count
from harvestman.learn.logistic import Example, fit, vocabulary
from harvestman.learn.references_gold import JUDGED_ONLY
from harvestman.model import Plain, UsageError
from harvestman.pages import SavedPage, read_records
from harvestman.text import squeeze
from harvestman.text.linear import LinearModel

MODEL_FILE = "lines.json.gz"
_SEED = 3
_PENALTY = 1.0
_STEPS = 80
_LEAST_SOURCES = 2
_SMALLEST = 0.005  # weights below it are not shipped
_BORROWED = 0.6  # weight of reference strings
_PIECE = 0.15  # weight of pieces of them
_PAGES = (
    0.05  # weight of lines of pages without publications: some of them may be references after all
)
_PAGE_LINES = 60
_SHORTEST_LINE = 12
_FOLDS = 5
_PARTS = 4  # a borrowed corpus counts as so many sources
_STRINGS = {
    "es_rendered.jsonl": 300, "es_gold.jsonl": 300, "ru_gold.jsonl": 300, "scielo.jsonl.gz": 300,
    "grobid_citations.jsonl.gz": 200, "anystyle.jsonl.gz": 600,
}  # fmt: skip
_CUT_UP = (
    "anystyle.jsonl.gz",
    "grobid_citations.jsonl.gz",
    "ru_gold.jsonl",
    "es_gold.jsonl",
)
_PIECES = 300
_LONGEST_PIECE = 150


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A line with its answer."""

    text: str
    is_reference: bool
    language: str = ""
    source: str = ""
    how: str = ""
    kind: str = ""


def learn_lines(data: Path, *, target: Path | None = None) -> dict[str, Any]:
    """Train on DATA/refs and DATA/sites and write the model file; the figures of folds by site and of dev."""
    lines = [
        line
        for line in read_lines(data / "refs" / "lines" / "train.jsonl")
        if not line.source.startswith(JUDGED_ONLY)
    ]
    others = [*borrowed(data / "refs" / "refs"), *page_lines(data / "sites")]
    own = [_example(line) for line in lines]
    model = teach([*own, *others])
    path = target or Path(__file__).parent.parent / "find" / "models" / MODEL_FILE
    path.write_bytes(model.to_bytes())
    dev = read_lines(data / "refs" / "lines" / "dev.jsonl")
    return {
        "lines": len(lines),
        "borrowed": len(others),
        "features": len(model.weights),
        "bytes": len(model.to_bytes()),
        "file": str(path),
        "folds_by_site": judge(lines, _by_folds(lines, own, others)),
        "dev": judge(dev, [reference_chance(line.text, model=model) >= 0.5 for line in dev]),
    }


def judge_lines_file(
    path: Path,
    *,
    split: str | None = None,
    miss: Callable[[LabelledLine, bool], None] | None = None,
) -> Plain:
    """The figures of the shipped model on a file of labelled lines."""
    lines = read_lines(path, split=split)
    return judge(lines, [reference_chance(line.text) >= 0.5 for line in lines], miss=miss)


def read_lines(path: Path, *, split: str | None = None) -> list[LabelledLine]:
    """The lines of a JSONL file with `text` and `label`."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        found = [
            LabelledLine(
                str(row["text"]),
                row["label"] == 1,
                str(row.get("language") or ""),
                str(row.get("source") or ""),
                str(row.get("how") or ""),
                str(row.get("kind") or ""),
            )
            for row in rows
            if split is None or row.get("split") == split
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} cannot be read as lines with text and label: {error}") from error
    if not found:
        raise UsageError(f"{path} has no lines" + (f" of the split {split!r}" if split else ""))
    return found


def judge(
    lines: Sequence[LabelledLine],
    said: Sequence[bool],
    *,
    miss: Callable[[LabelledLine, bool], None] | None = None,
) -> Plain:
    """Precision, recall and F1 of references, over all, by language and by how sure the labels are."""
    # A text that occurs twice has one answer, as for the shared scorer.
    answers = {squeeze(line.text): answer for line, answer in zip(lines, said, strict=True)}
    counts: dict[str, dict[str, Count]] = {
        key: defaultdict(Count) for key in ("all", "language", "how")
    }
    right: dict[str, list[bool]] = defaultdict(list)
    for line in lines:
        answer = answers[squeeze(line.text)]
        for group, key in (("all", ""), ("language", line.language), ("how", line.how)):
            counts[group][key].add(line.is_reference and answer, answer, line.is_reference)
        right[line.kind].append(answer == line.is_reference)
        if answer != line.is_reference and miss is not None:
            miss(line, answer)
    hits = [one for many in right.values() for one in many]
    return {
        "lines": len(lines),
        "accuracy": _share(hits),
        **counts["all"][""].figures(),
        "by_language": {key: one.figures() for key, one in sorted(counts["language"].items())},
        "by_how": {key: one.figures() for key, one in sorted(counts["how"].items())},
        "by_kind": {key: _share(many) for key, many in sorted(right.items())},
    }


def _share(answers: Sequence[bool]) -> float:
    return round(sum(answers) / len(answers), 4) if answers else 0.0


def teach(examples: Sequence[Example]) -> LinearModel:
    """The weights that tell references from other lines."""
    names = vocabulary(examples, _LEAST_SOURCES)
    found = fit(examples, names, scales=[1.0] * len(names), penalty=_PENALTY, steps=_STEPS)
    weights = {name: (round(w, 3),) for name, w in found.by_name.items() if abs(w) >= _SMALLEST}
    # Every line has the sign `bias`: the model's constant is its weight.
    weights["bias"] = (round(found.bias + found.by_name.get("bias", 0.0), 3),)
    return LinearModel(("reference",), weights)


def _by_folds(
    lines: Sequence[LabelledLine], own: Sequence[Example], others: Sequence[Example]
) -> list[bool]:
    """Answers by models that saw nothing of a line's site."""
    fold = [zlib.crc32(line.source.encode()) % _FOLDS for line in lines]
    said = [False] * len(lines)
    for number in range(_FOLDS):
        model = teach([*(e for e, f in zip(own, fold, strict=True) if f != number), *others])
        for at, line in enumerate(lines):
            if fold[at] == number:
                said[at] = reference_chance(line.text, model=model) >= 0.5
    return said


def _example(line: LabelledLine) -> Example:
    return _made(line.text, line.is_reference, line.source, 1.0)


def _made(text: str, is_reference: bool, source: str, weight: float) -> Example:
    return Example(tuple(sorted(line_signs(text))), is_reference, source, weight)


def borrowed(refs: Path) -> list[Example]:
    """Reference strings of other corpora (train split), and pieces of them that are no references."""
    rng = random.Random(_SEED)
    found = []
    for name, most in _STRINGS.items():
        rows = _rows(refs / name)
        rng.shuffle(rows)
        found += [
            _made(row["raw"], True, f"{name}:{number % _PARTS}", _BORROWED)
            for number, row in enumerate(rows[:most])
        ]
    for name in _CUT_UP:
        rows = [row for row in _rows(refs / name) if row.get("segments")]
        rng.shuffle(rows)
        for number, row in enumerate(rows[:_PIECES]):
            source = f"pieces of {name}:{number % _PARTS}"
            found += [_made(piece, False, source, _PIECE) for piece in _pieces(row["segments"])]
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    opened = (
        gzip.open(path, "rt", encoding="utf-8")  # noqa: SIM115 - closed below
        if path.suffix == ".gz"
        else path.open(encoding="utf-8")
    )
    with opened as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if row.get("split", "train") == "train"]


def _pieces(segments: Sequence[Sequence[str]]) -> Iterator[str]:
    """The authors of a reference alone, and all that follows the title."""
    labels = [label for _, label in segments]
    if "title" not in labels or not any(label.startswith("author") for label in labels):
        return
    title = labels.index("title")
    authors = " ".join(text for text, label in segments[:title] if label.startswith("author"))
    rest = " ".join(text for text, _ in segments[title + 1 :])
    for piece in (authors, rest):
        if 15 < len(piece) <= _LONGEST_PIECE:
            yield piece


def page_lines(sites: Path) -> Iterator[Example]:
    """Lines of the train sites' pages that list no publications."""
    listed = {(row["site"], row["page"]) for row in _json_lines(sites / "entries.jsonl")}
    for site in _json_lines(sites / "sites.jsonl"):
        if site["split"] != "train":
            continue
        own = set((site.get("owner") or {}).get("publications_pages") or ())
        texts: dict[str, None] = {}
        for path in sorted((sites / site["site"]).rglob("*.htm*")):
            page = path.relative_to(sites / site["site"]).as_posix()
            if (site["site"], page) in listed or page in own or "publ" in page or "cv" in page:
                continue
            saved = SavedPage(f"http://{site['host']}/{page}", path.read_bytes())
            for record in read_records(saved, lambda _: 0.0):
                if len(record.text) > _SHORTEST_LINE:
                    texts[record.text] = None
        # Of each site as many as of a small one, and its words as those of one source: else its owner's name becomes a sign.
        chosen = random.Random(_SEED).sample(sorted(texts), min(len(texts), _PAGE_LINES))
        yield from (_made(text, False, str(site["site"]), _PAGES) for text in chosen)


def _json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
