"""Training of the reader of reference lists: one chain of labels over the lines of a list.

Taught from lists that people marked, from the lists of the training documents (where the numbers say
where entries begin; once more without the numbers), and from lists that are typeset from single strings.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from harvestman.documents import structure
from harvestman.documents.headings import heading_kind, is_reference_heading
from harvestman.documents.layout.lines import Layout
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.documents.structure.flow import text_flow
from harvestman.documents.structure.labels import chain_of
from harvestman.documents.structure.list_features import list_features
from harvestman.learn.documents_lists import (
    Lesson,
    Typesetter,
    marked_lists,
    prose_by_language,
    rows,
    strings_by_document,
    unlabelled,
)
from harvestman.learn.documents_lists_styles import StyledLists
from harvestman.learn.references_gold import JUDGED_ONLY
from harvestman.learn.training import teach

ITERATIONS = 120
PRINTED = 1_400
STYLED = 500
PROSE = 150
FOLDER = Path(structure.__file__).parent / "models"

Say = Callable[[str], None]


def learn(
    documents: Path,
    texts: Path,
    *,
    out: Path = FOLDER,
    seed: int = 17,
    say: Say = lambda _: None,
) -> None:
    """Train from documents with gold and from labelled texts, train splits only; write the model."""
    lessons = shared_lessons(texts, seed=seed)
    for row, layout in training_layouts(documents):
        lessons += document_lessons(row, layout)
    say(f"{len(lessons)} lists, {sum(len(lines) for lines, _ in lessons)} lines")
    model = teach_lists(lessons)
    out.mkdir(exist_ok=True)
    (out / "lists.crfsuite.gz").write_bytes(gzip.compress(model, mtime=0))
    say(f"lists: {len(model)} bytes")


def training_layouts(folder: Path) -> Iterator[tuple[dict[str, Any], Layout]]:
    """The training documents whose references are known, each with its row of gold."""
    for row in sorted(rows(folder / "gold.jsonl"), key=lambda row: str(row["id"])):
        if row["split"] != "train" or not row["references"] or row.get("special"):
            continue
        if row["corpus"].startswith(JUDGED_ONLY):
            continue
        try:
            yield row, open_layout((folder / row["file"]).read_bytes(), name=row["file"], ocr=False)
        except Unreadable:
            continue


def teach_lists(lessons: Sequence[Lesson]) -> bytes:
    """A model of these lists."""
    return teach(
        ((list_features(lines), labels) for lines, labels in lessons), iterations=ITERATIONS
    )


def shared_lessons(texts: Path, *, seed: int) -> list[Lesson]:
    """All lists that come from no document of the judged corpus."""
    lessons = marked_lists(texts)
    lessons += [unlabelled(lesson) for lesson in lessons]
    rng = random.Random(seed)
    typesetter = Typesetter(prose_by_language(texts), seed=seed)
    groups = strings_by_document(texts)
    by_language: dict[str, list[list[str]]] = {}
    for language, strings in groups:
        by_language.setdefault(
            language if language in ("ru", "es", "de", "en") else "en", []
        ).append(strings)
    for language, share in (("en", 0.4), ("de", 0.2), ("ru", 0.25), ("es", 0.15)):
        for _ in range(int(PRINTED * share)):
            lessons.append(typesetter.printed(rng.choice(by_language[language]), language))
    styled = StyledLists(texts, seed=seed)
    for _ in range(STYLED):
        lessons.append(typesetter.printed(styled.strings(), "en", is_sorted=True))
    for _ in range(PROSE):
        lessons.append(typesetter.prose(rng.choice(("en", "ru", "es"))))
    return lessons


def document_lessons(row: dict[str, Any], layout: Layout) -> list[Lesson]:
    """The lists of one document whose entries are known."""
    flow = text_flow(layout)
    headings = [n for n, line in enumerate(flow) if is_reference_heading(line.text)]
    if not headings:
        return []
    region = flow[headings[-1] + 1 :]
    chain = chain_of(region)
    if not row.get("references") or len(chain) != row["references"] or len(chain) < 3:
        return []
    starts = {label.line for label in chain}
    last = chain[-1].line
    closing = next((n for n in range(last + 1, len(region)) if heading_kind(region[n].text)), None)
    end = len(region) if closing is not None and closing - last <= 8 else last
    labels = [
        "B" if n in starts else "I" if n < (closing or last) and n > chain[0].line else "O"
        for n in range(end)
    ]
    lesson = (list(region[: min(end, last + 80)]), labels[: last + 80])
    return [lesson, unlabelled(lesson)] if lesson[0] else []
