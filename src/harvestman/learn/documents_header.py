"""Teaching the header models from the shared documents and labelled texts: `teach_header`, one command, the same each time.

The token model sees what the line model said, so it must learn from what that says of documents it has not seen: for each
fold of sources the line model is taught once without it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz

from harvestman.documents.header import tagging
from harvestman.documents.header.line_features import line_features
from harvestman.documents.header.reader import TaggedFront, tag_front
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_features import group_features
from harvestman.documents.header.titles import title_groups, without_label
from harvestman.documents.header.token_features import token_features
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.learn.documents_header_gold import (
    MADE_UP,
    Lesson,
    lesson_of,
    made_up_lessons,
    name_lessons,
    text_lessons,
)
from harvestman.learn.documents_title_choice import Choice, teach_choice
from harvestman.learn.training import folds_by_site, teach
from harvestman.text import fold
from harvestman.text.linear import LinearModel
from harvestman.text.tagging import Tagger

MODELS = Path(tagging.__file__).parent / "models"
_FOLDS = 3
_WITHOUT_LOOKS = 3
_BARE_LINES = 80
_TEXT_SHARE = 2
_MADE_UP = 270
_HANDOUTS = 320
_PARAMETERS = {"c1": 0.3, "c2": 0.05, "feature.minfreq": 3}
_LINE_ITERATIONS = 45
_LESS = 0.3
"""What a made-up document or a text without looks counts in the choice of titles: the line model is surer of them."""
_TOKEN_ITERATIONS = 45
_SAME_TITLE = 92


class Taught(NamedTuple):
    """What line models say of documents of sources that they have not seen, and these models by fold."""

    said: list[list[LineSaid]]
    folds: list[int]
    taggers: list[Tagger]


def teach_header(
    documents: Path,
    texts: Path,
    *,
    out: Path = MODELS,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, int]:
    """Teach all models from documents with gold and from labelled texts; the size of each file written."""
    every, names = _gather(documents, texts, say)
    lines = teach_lines(every)
    say("lines taught")
    said = teach_unseen(every).said
    titles = teach_titles(every, said)
    tokens = teach_tokens(every, said, names)
    say("titles and tokens taught")
    out.mkdir(parents=True, exist_ok=True)
    sizes = {}
    packed = {
        f"{name}.crfsuite.gz": gzip.compress(model, mtime=0)
        for name, model in (("lines", lines), ("tokens", tokens))
    }
    packed["titles.json.gz"] = titles.to_bytes()
    for name, data_of in packed.items():
        (out / name).write_bytes(data_of)
        sizes[name] = len(data_of)
    return sizes


def cross_tagged(
    documents: Path,
    texts: Path,
    *,
    templates: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[str, TaggedFront]]:
    """Each training document's file and first pages, tagged by models that have not seen its repository.

    With `templates`, each document of that folder instead, tagged by models that have not seen its template.
    """
    every, names = _gather(documents, texts, say)
    if templates is not None:
        every = [replace(lesson, file="") for lesson in every]
        every += document_lessons(templates, by="template")
    taught = teach_unseen(every)
    for fold_number, lines in enumerate(taught.taggers):
        kept = [at for at, f in enumerate(taught.folds) if f != fold_number]
        lessons, said = [every[at] for at in kept], [taught.said[at] for at in kept]
        titles = teach_titles(lessons, said)
        tokens = Tagger(teach_tokens(lessons, said, names))
        say(f"fold {fold_number} taught")
        for at, lesson in enumerate(every):
            if taught.folds[at] == fold_number and lesson.layout and lesson.file:
                yield (
                    lesson.file,
                    tag_front(lesson.layout, lines=lines, titles=titles, tokens=tokens),
                )


def _gather(
    documents: Path, texts: Path, say: Callable[[str], None]
) -> tuple[list[Lesson], list[Lesson]]:
    """All documents and labelled texts, and the author lists."""
    lessons = document_lessons(documents, split="train")
    # Half of the labelled texts: they have no looks, and must not outnumber the documents that have.
    labelled = list(text_lessons(texts))[::_TEXT_SHARE]
    names = list(name_lessons(texts))[::_TEXT_SHARE]
    say(f"{len(lessons)} documents, {len(labelled)} labelled headers, {len(names)} author lists")
    return [*lessons, *labelled, *made_up_lessons(_MADE_UP, handouts=_HANDOUTS)], names


def document_lessons(folder: Path, *, split: str | None = None, by: str = "corpus") -> list[Lesson]:
    """The documents of a split that can be read and whose gold is found in them; `by` names what makes a source."""
    lessons = []
    for row in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        gold = json.loads(row)
        if (split and gold["split"] != split) or gold.get("derived_from"):
            continue
        path = folder / gold["file"]
        try:
            layout = open_layout(path.read_bytes(), name=path.name, ocr=False)
        except Unreadable:
            continue
        lesson = lesson_of({**gold, "corpus": gold[by]}, layout)
        if lesson:
            lessons.append(lesson)
    return lessons


def teach_lines(lessons: Sequence[Lesson], *, iterations: int = _LINE_ITERATIONS) -> bytes:
    """The line model; some documents with looks are also taught without them, only their first lines."""
    sequences = []
    for number, lesson in enumerate(lessons):
        if lesson.looks:
            sequences.append((line_features(lesson.front), lesson.lines))
        if not lesson.looks or number % _WITHOUT_LOOKS == 0:
            bare = line_features(lesson.front, looks=False)[:_BARE_LINES]
            sequences.append((bare, lesson.lines[:_BARE_LINES]))
    return teach(sequences, iterations=iterations, parameters=_PARAMETERS)


def teach_unseen(every: Sequence[Lesson], *, iterations: int = _LINE_ITERATIONS) -> Taught:
    """A line model for each fold of sources, taught without it, and what it says of it."""
    folds = folds_by_site([(lesson.source, len(lesson.lines)) for lesson in every], _FOLDS)
    taught = Taught([[] for _ in every], folds, [])
    for number in range(_FOLDS):
        others = [lesson for lesson, f in zip(every, folds, strict=True) if f != number]
        tagger = Tagger(teach_lines(others, iterations=iterations))
        taught.taggers.append(tagger)
        for at, lesson in enumerate(every):
            if folds[at] == number:
                taught.said[at] = tagging.tag_lines(lesson.front, tagger)
    return taught


def teach_titles(lessons: Sequence[Lesson], said: Sequence[Sequence[LineSaid]]) -> LinearModel:
    """The choice of whole titles: the groups of lines of each document compete."""
    choices = []
    for lesson, lines in zip(lessons, said, strict=True):
        wanted = fold(lesson.title)
        if not wanted:
            continue
        groups = title_groups(lesson.front, lines)
        right = []
        for group in groups:
            first, *rest = (lesson.front.lines[at] for at in group)
            folded = fold(without_label(first.line.text)) + "".join(line.folded for line in rest)
            right.append(fuzz.ratio(folded, wanted) >= _SAME_TITLE)
        signs = [group_features(lesson.front, lines, group) for group in groups]
        is_real = lesson.looks and not lesson.source.startswith(MADE_UP)
        choices.append(Choice(signs, right, 1.0 if is_real else _LESS))
    return teach_choice(choices)


def teach_tokens(
    lessons: Sequence[Lesson],
    said: Sequence[Sequence[LineSaid]],
    names: Sequence[Lesson],
    *,
    iterations: int = _TOKEN_ITERATIONS,
) -> bytes:
    """The token model, given what is said of the lines."""
    sequences = [token_sequence(lesson, s) for lesson, s in zip(lessons, said, strict=True)]
    sure = dict.fromkeys(tagging.LABELS, 0.0)
    for lesson in names:
        certain = [LineSaid(label, {**sure, label: 0.99}) for label in lesson.lines]
        sequences.append(token_sequence(lesson, certain))
    return teach(sequences, iterations=iterations, parameters=_PARAMETERS)


def token_sequence(lesson: Lesson, said: Sequence[LineSaid]) -> tuple[list[list[str]], list[str]]:
    """The features and labels of the tokens of a lesson's candidate lines."""
    gold = {at for at, label in enumerate(lesson.lines) if label in "AF"}
    places = sorted(gold | set(tagging.candidates(said)))
    features = token_features(
        [lesson.front.lines[at] for at in places],
        [lesson.pieces[at] for at in places],
        [(said[at].label, said[at].chances[said[at].label]) for at in places],
    )
    return features, [label for at in places for label in lesson.tokens[at]]
