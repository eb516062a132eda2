"""Kairos's corpus of hand-labelled regions: its Tables 3 and 4, and the honest measure by site with all five labels.

Kairos kept only title and author regions and drew its folds at random, which is nearly without difficulty: neighbours
of one page are alike. By site, with everything else on the pages as it is, labels are given by two models, the second of
which sees what the first one said on the same page, as in the product.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from harvestman.learn.training import folds_by_site, teach_stacked, teach_weights
from harvestman.pages.learned.chain import Chain, Column, Weights, shipped_chain, spelt_out
from harvestman.pages.learned.consistency import second_look
from harvestman.pages.learned.features import Sketch, sketch, tell
from harvestman.pages.learned.looks import LINK, STYLES, TagLook
from harvestman.pages.learned.regions import Anchor, Region, Regions

CODES = {"title": "T", "author": "A", "author+affiliation": "B", "affiliation": "F", "other": "O"}
PUBLISHED = {
    "L": (0.859, 0.855), "L+S": (0.878, 0.874), "R": (0.956, 0.959), "R+S": (0.963, 0.962), "R+L": (0.967, 0.967),
    "R+L+S": (0.974, 0.974),
}  # fmt: skip
"""Accuracy and F1 of Kairos's Table 4."""
MODELS = ("kairos-1", "kairos-2")
_FOLDS = 10
_LEXICAL = ("N", "T", "F", "l0=", "lr=", "tr=", "lt=")
_STYLISTIC = (
    "st=",
    "sep=",
    "href=",
    "tag=",
    "tags=",
    "cls=",
    "rep=",
    "inl=",
    "inr=",
    "alla",
    "parta",
    "hd=",
    "sup",
)


@dataclass(slots=True)
class Labelled:
    """A page cut into regions by Kairos's authors, with their labels."""

    site: str
    split: str
    sketches: list[Sketch]
    labels: list[str]


def labelled_pages(folder: Path) -> list[Labelled]:
    """The pages of `regions.jsonl`."""
    lines = (folder / "regions.jsonl").read_text("utf-8").splitlines()
    return [_page(json.loads(line)) for line in lines if line.strip()]


def _page(row: dict[str, Any]) -> Labelled:
    regions: list[Region] = []
    line = record = 0
    for number, one in enumerate(row["regions"]):
        tags = _tags(one.get("style"))
        separators = _tags(one.get("sep"))
        line += bool(separators)
        record += any(tag in ("li", "tr", "dd") for tag in separators)
        flags = 0
        for tag in tags:
            flags |= STYLES.get(tag, 0)
        is_link = (
            "a" in tags
        )  # the corpus gives targets of labelled links only: they would give the label away
        flags |= LINK if is_link else 0
        anchor = Anchor("", number, one["text"]) if is_link else None
        path, between = " ".join(tags), " ".join(separators)
        look = TagLook(flags, path, "", "")
        region = Region(one["text"] or "-", look, anchor, line, line, record, 0, between)
        region.flags = flags  # as they were taught: with raised text told apart
        regions.append(region)
    sketches = sketch(Regions(regions, [], ""))
    return Labelled(
        str(row["site"]),
        str(row.get("split")),
        sketches,
        [CODES[one["label"]] for one in row["regions"]],
    )


def _tags(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else list(value or [])


def train_regions(pages: Sequence[Labelled], *, iterations: int = 60) -> dict[str, Weights]:
    """The two models of the honest measure."""
    gold = [page.labels for page in pages]
    folds = folds_by_site([(page.site, len(page.labels)) for page in pages], 4)
    told = [tell(page.sketches) for page in pages]
    stacked = teach_stacked(
        [spelt_out(known.first, len(page.labels)) for known, page in zip(told, pages, strict=True)],
        gold,
        folds,
        read=lambda chain, i: chain.tag_surely(told[i].first),
        iterations=iterations,
    )
    second = [
        spelt_out(second_look(page.sketches, known, said), len(said))
        for page, known, said in zip(pages, told, stacked.said, strict=True)
    ]
    two = teach_weights(zip(second, gold, strict=True), iterations=iterations)
    assert stacked.whole is not None
    return dict(zip(MODELS, (stacked.whole, two), strict=True))


def judge_regions(folder: Path, *, ablation: bool = False) -> dict[str, Any]:
    """Both measures; with `ablation` Kairos's Table 4, each row beside the published one."""
    pages = labelled_pages(folder)
    figures: dict[str, Any] = {
        "seed_protocol": _seed_protocol(pages, "R+L+S"),
        "by_site": _by_site(pages),
    }
    if ablation:
        figures["ablation"] = {}
        for classes, (accuracy, f1) in PUBLISHED.items():
            ours = (
                figures["seed_protocol"] if classes == "R+L+S" else _seed_protocol(pages, classes)
            )
            figures["ablation"][classes] = {
                "accuracy": ours["accuracy"],
                "f1": ours["f1"],
                "published_accuracy": accuracy,
                "published_f1": f1,
            }
    return figures


def _by_site(pages: Sequence[Labelled]) -> dict[str, Any]:
    """All regions, five labels, pages of sites that the models were not taught with."""
    judged = [page for page in pages if page.split != "train"] or list(pages)
    one, two = map(shipped_chain, MODELS)
    counts: Counter[tuple[str, str]] = Counter()
    for page in judged:
        told = tell(page.sketches)
        said = two.tag(second_look(page.sketches, told, one.tag_surely(told.first)))
        counts.update(zip(page.labels, said, strict=True))
    return {
        "accuracy": _accuracy(counts),
        "title_f1": _f1(counts, "T"),
        "author_f1": _f1(counts, "A"),
        "regions": counts.total(),
        "sites": len({page.site for page in judged}),
    }


def _seed_protocol(pages: Sequence[Labelled], classes: str) -> dict[str, Any]:
    """Title against author, everything else left out, ten folds over random regions (Table 3)."""
    cases: list[tuple[list[str], str]] = []
    for page in pages:
        items = spelt_out(tell(page.sketches).first, len(page.labels))
        cases += [
            (_of_classes(item, classes), "A" if label == "B" else label)
            for item, label in zip(items, page.labels, strict=True)
            if label in "TAB"
        ]
    Random(14).shuffle(cases)
    counts: Counter[tuple[str, str]] = Counter()
    for fold in range(_FOLDS):
        taught = [([item], [label]) for n, (item, label) in enumerate(cases) if n % _FOLDS != fold]
        chain = Chain(teach_weights(taught, iterations=30))
        for n, (item, label) in enumerate(cases):
            if n % _FOLDS == fold:
                counts[label, chain.tag([Column("", [item])])[0]] += 1
    return {
        "accuracy": _accuracy(counts),
        "f1": _f1(counts, "T"),
        "regions": counts.total(),
        "confusion": {
            "title_as_title": counts["T", "T"],
            "title_as_author": counts["T", "A"],
            "author_as_title": counts["A", "T"],
            "author_as_author": counts["A", "A"],
        },
    }


def _of_classes(features: Iterable[str], classes: str) -> list[str]:
    """The features of some of Kairos's classes: R region, L lexica, S style."""
    wanted = set(classes.split("+"))
    return [feature for feature in features if _class_of(feature) in wanted] or ["none"]


def _class_of(feature: str) -> str:
    bare = feature[3:] if feature[:3] in ("-2:", "-1:", "+1:", "+2:") else feature
    if bare.startswith(_STYLISTIC):
        return "S"
    return "L" if bare.startswith(_LEXICAL) else "R"


def _accuracy(counts: Counter[tuple[str, str]]) -> float:
    right = sum(n for (gold, said), n in counts.items() if gold == said)
    return round(right / counts.total(), 4) if counts else 0.0


def _f1(counts: Counter[tuple[str, str]], label: str) -> float:
    right = counts[label, label]
    wanted = sum(n for (gold, _), n in counts.items() if gold == label)
    answered = sum(n for (_, said), n in counts.items() if said == label)
    return round(2 * right / (wanted + answered), 4) if wanted + answered else 0.0
