"""Teaching the category of documents: real layouts and made-up ones in, one small file of weights out.

Multinomial logistic regression with an L2 penalty, fitted by L-BFGS. Made-up documents weigh less than real ones and carry
the kinds that the data has too few of. Judged besides dev by leaving out whole repositories of train, because a repository
has habits: its sheets all look alike.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harvestman.documents.kinds.signs import kind_signs
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.learn.documents_synthetic import synthetic_documents
from harvestman.model.documents import Category
from harvestman.text.linear import LinearModel

_MADE_UP = 1080
_MADE_UP_WEIGHT = 0.4
_PENALTY = 1.0
_SEED = 7
_BALANCE = 0.3
"""How far rare categories are raised: 0 leaves them as they are, 1 makes all equal (dev soft, Russian: 0.86 at 0, 0.93 at 0.4)."""
_LEAST = 4
"""A sign that fewer documents have is left out."""
_FOLDS = 6
SOFT = frozenset(
    frozenset(pair)
    for pair in (
        ("report", "paper"), ("report", "thesis"), ("report", "other"), ("report", "exercise"), ("lecture-notes", "exercise"),
        ("lecture-notes", "slides"), ("lecture-notes", "book"), ("lecture-notes", "report"),
    )
)  # fmt: skip
"""Borders on which readers differ, as the data's README states them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A document as the model sees it."""

    signs: Mapping[str, float]
    category: str
    weight: float = 1.0
    corpus: str = ""
    language: str = ""
    name: str = ""


def teach_kinds(data: Path, out: Path) -> dict[str, Any]:
    """Write `category.json.gz` and its model card to a folder, taught from a folder with a `gold.jsonl`; the figures."""
    every = real_examples(data)
    train = balanced([example for split, example in every if split == "train"])
    dev = [example for split, example in every if split == "dev"]
    made_up = made_up_examples()
    model = fit(train + made_up)
    out.mkdir(parents=True, exist_ok=True)
    (out / "category.json.gz").write_bytes(model.to_bytes())
    figures = {
        "dev": judge([(e, answer(model, e)) for e in dev if e.name]),
        "train_left_out_by_repository": judge(_left_out(train, made_up)),
    }
    (out / "MODEL.md").write_text(_card(model, len(train), figures), encoding="utf-8")
    return figures


def real_examples(data: Path) -> list[tuple[str, Example]]:
    """The documents of the gold with their split; files that cannot be read are left out."""
    found = []
    for line in (data / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if not row["category"] or row.get("derived_from"):
            continue
        path = data / row["file"]
        try:
            layout = open_layout(path.read_bytes(), name=path.name, ocr=False)
        except Unreadable:
            continue
        signs = kind_signs(layout)
        if "no-text" in signs:
            continue
        language, whole = row["language"] or "", row.get("pages") or layout.page_count
        is_cut = whole > layout.page_count
        seen = Example(signs, row["category"], 0.5 if is_cut else 1.0, row["corpus"], language, row["id"])  # fmt: skip
        found.append((row["split"], seen))
        if is_cut and row["split"] == "train":
            # Middle pages were cut out to save bytes; the files out there are whole.
            uncut = kind_signs(replace(layout, page_count=whole))
            found.append((row["split"], replace(seen, signs=uncut, name="")))
    return found


def balanced(examples: Sequence[Example]) -> list[Example]:
    """The examples with those of rare categories weighing more: a hundred papers are not to outvote eight notes."""
    whole: dict[str, float] = {}
    for example in examples:
        whole[example.category] = whole.get(example.category, 0.0) + example.weight
    mean = sum(whole.values()) / max(1, len(whole))
    return [replace(e, weight=e.weight * (mean / whole[e.category]) ** _BALANCE) for e in examples]


def made_up_examples() -> list[Example]:
    """The same made-up documents every time."""
    found = []
    for i, document in enumerate(synthetic_documents(_MADE_UP, seed=_SEED)):
        # Every tenth one as Word and text files come: without pages and looks.
        layout = without_looks(document.layout) if i % 10 == 3 else document.layout
        gold = document.gold
        found.append(Example(kind_signs(layout), gold["category"], _MADE_UP_WEIGHT, language=gold["language"]))  # fmt: skip
    return found


def without_looks(layout: Layout) -> Layout:
    """The document as a plain file gives it: its lines on one page, without places and fonts."""
    lines = tuple(
        Line(line.text, 1) for page in layout.pages for line in page.lines if line.role is Role.TEXT
    )
    page = PageLayout(1, 0.0, 0.0, lines, has_looks=False)
    return Layout((page,), 1, "text", layout.properties)


def fit(examples: Sequence[Example], *, penalty: float = _PENALTY) -> LinearModel:
    """The weights that explain the examples best, small ones preferred."""
    import numpy as np  # noqa: PLC0415  (the model is read without them)
    from scipy.optimize import minimize  # noqa: PLC0415

    categories = [str(category) for category in Category]
    counts = Counter(sign for example in examples for sign in example.signs)
    names = sorted(sign for sign, count in counts.items() if count >= _LEAST)
    column = {name: i for i, name in enumerate(names)}
    matrix = np.zeros((len(examples), len(names)))
    wanted = np.zeros((len(examples), len(categories)))
    for i, example in enumerate(examples):
        wanted[i, categories.index(example.category)] = 1.0
        for sign, value in example.signs.items():
            if sign in column:
                matrix[i, column[sign]] = value
    weights = np.array([example.weight for example in examples])

    def loss(flat: Any) -> tuple[float, Any]:
        values = flat.reshape(len(names), len(categories))
        sums = matrix @ values
        sums -= sums.max(axis=1, keepdims=True)
        shares = np.exp(sums)
        shares /= shares.sum(axis=1, keepdims=True)
        cost = -(weights * np.log((shares * wanted).sum(axis=1) + 1e-12)).sum()
        slope = matrix.T @ ((shares - wanted) * weights[:, None]) + penalty * values
        return float(cost + 0.5 * penalty * (flat @ flat)), slope.ravel()

    start = np.zeros(len(names) * len(categories))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 150})
    values = found.x.reshape(len(names), len(categories))
    return LinearModel(
        tuple(categories),
        {name: tuple(round(float(w), 4) for w in values[i]) for i, name in enumerate(names)},
    )


def answer(model: LinearModel, example: Example) -> str:
    """The category that the model gives."""
    shares = model.shares(example.signs)
    return max(shares, key=lambda category: shares[category])


def _left_out(train: Sequence[Example], made_up: Sequence[Example]) -> list[tuple[Example, str]]:
    """Answers to train documents by models that saw nothing of their repository."""
    found = []
    for fold in range(_FOLDS):
        is_out = [zlib.crc32(e.corpus.encode()) % _FOLDS == fold for e in train]
        if any(is_out):
            model = fit(
                [e for e, out in zip(train, is_out, strict=True) if not out] + list(made_up)
            )
            found += [(e, answer(model, e)) for e, out in zip(train, is_out, strict=True) if out and e.name]  # fmt: skip
    return found


def judge(answers: Sequence[tuple[Example, str]]) -> dict[str, Any]:
    """Accuracy, strict and with soft borders, by language; what was taken for what."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    taken: Counter[str] = Counter()
    for example, given in answers:
        is_right = given == example.category
        is_soft = is_right or frozenset((given, example.category)) in SOFT
        for key in ("all", example.language or "none"):
            counts[key][0] += is_right
            counts[key][1] += is_soft
            counts[key][2] += 1
        taken[f"{example.category} > {given}"] += 1
    by = {
        key: {"accuracy": round(right / number, 4), "soft_accuracy": round(soft / number, 4), "documents": number}
        for key, (right, soft, number) in sorted(counts.items())
    }  # fmt: skip
    misses = [
        f"{e.name} {e.language}: {e.category} > {given}"
        for e, given in answers
        if given != e.category and frozenset((given, e.category)) not in SOFT
    ]
    return {"by_language": by, "confusion": dict(sorted(taken.items())), "misses": misses}


def _card(model: LinearModel, documents: int, figures: Mapping[str, Any]) -> str:
    rows = []
    for name, figure in figures.items():
        for language, by in figure["by_language"].items():
            rows.append(f"| {name} | {language} | {by['documents']} | {by['accuracy']:.3f} | {by['soft_accuracy']:.3f} |")  # fmt: skip
    table = "\n".join(rows)
    return f"""# The model of categories

`category.json.gz`: multinomial logistic regression over {len(model.weights)} signs of a document (`signs.py`), L2 penalty {_PENALTY}.
Taught by `harvestman.learn.documents_kinds.teach_kinds` from {documents} rows of the train split of the shared documents
(cut files count twice, half each: as they are, and with their whole number of pages) and {_MADE_UP} made-up documents of
weight {_MADE_UP_WEIGHT} (`documents_synthetic`, seed {_SEED}). The documents are not part of the package. Licence: that of the package.
"Soft" counts the borders on which readers differ as right (report with paper, thesis, other, exercise; lecture notes with
exercise, slides, book, report). "Left out by repository": train documents judged by models that saw nothing of theirs.

| judged on | language | documents | accuracy | soft |
| --- | --- | --- | --- | --- |
{table}

Not measured: other languages than these; files without a text layer.
"""
