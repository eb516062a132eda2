"""Judging headers alone, on the training documents or on others, with all rules around the models or without some.

The dev split is small and was read while rules were made. Folds of the training documents say more of how well headers of other
hands are read: each is read by models that were taught without its repository, so nothing of its own site is known to them, only to
those who wrote the rules. The models are run once a document; every rule is then switched off at prediction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from harvestman.documents.header import HeaderFound
from harvestman.documents.header.reader import TaggedFront, assemble, tag_front
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.documents.structure import read_structure
from harvestman.learn.documents_eval import Miss, Row, file_of, gold_rows, judge_documents
from harvestman.learn.documents_header import cross_tagged
from harvestman.learn.documents_rules import rules_named, switched_off
from harvestman.model import Plain, UsageError

_HEADER = ("documents", "title", "authors", "affiliations", "emails", "keywords", "abstract")
Tagged = Mapping[str, TaggedFront]
"""By file."""


def tag_folds(folder: Path, texts: Path) -> Tagged:
    """The training documents of a folder, each tagged by models taught from the others and from labelled texts."""
    if not texts.is_dir():
        raise UsageError(f"{texts} is no folder: the models are taught from labelled texts, too")
    return dict(cross_tagged(folder, texts))


def judge_templates(
    folder: Path, documents: Path, texts: Path, *, misses: list[Miss] | None = None
) -> Plain:
    """The figures of a folder's documents, each read by models taught without its template.

    The models of headers are taught from the training documents of `documents`, from labelled texts and from the folder's other
    templates; those of reference lists from none of them, so their figures are the shipped ones'.
    """
    for needed in (documents, texts):
        if not needed.is_dir():
            raise UsageError(f"{needed} is no folder: the models are taught from it, too")
    rows = gold_rows(folder)
    if not all(row.get("template") for row in rows):
        raise UsageError(f"{folder / 'gold.jsonl'} does not name the template of each document")
    tagged = dict(cross_tagged(documents, texts, templates=folder))
    return _judge(rows, tagged, parts=(*_HEADER, "references"), misses=misses)


def tag_documents(folder: Path, rows: Iterable[Row]) -> Tagged:
    """The documents of some rows, tagged by the shipped models; those that cannot be read are left out."""
    found = {}
    for row in rows:
        path = file_of(folder, row)
        try:
            layout = open_layout(path.read_bytes(), name=path.name, ocr=False)
        except Unreadable:
            continue
        found[str(row["file"])] = tag_front(layout)
    return found


def judge_folds(folder: Path, texts: Path, *, misses: list[Miss] | None = None) -> Plain:
    """The figures of the headers of a folder's training documents, each read by models taught without its repository."""
    return _judge(gold_rows(folder, "train"), tag_folds(folder, texts), misses=misses)


def judge_without(
    folder: Path, rules: Sequence[str], *, folds: Path | None = None, split: str | None = None
) -> Plain:
    """The figures of headers with all rules, and for each of the named rules those without it.

    `folds` are the labelled texts, where the training documents are to be judged.
    """
    chosen = {name: rules_named(name) for name in rules}
    rows = gold_rows(folder, "train" if folds else split)
    tagged = tag_folds(folder, folds) if folds else tag_documents(folder, rows)
    without = {}
    for name, those in chosen.items():
        with switched_off(those):
            without[name] = _judge(rows, tagged)
    return {"with": _judge(rows, tagged), "without": without}


def _judge(
    rows: Sequence[Row],
    tagged: Tagged,
    *,
    parts: Sequence[str] = _HEADER,
    misses: list[Miss] | None = None,
) -> Plain:
    rows = [row for row in rows if row["file"] in tagged]
    answers = [_answer(tagged[row["file"]], with_list="references" in parts) for row in rows]
    figures = judge_documents(rows, answers, misses=misses)
    if misses is not None:
        misses[:] = [miss for miss in misses if miss.field in parts]
    groups = {key: value for key, value in figures.items() if key.startswith("by_")}
    return {
        "overall": _only(parts, figures["overall"]),
        **{
            key: {name: _only(parts, one) for name, one in group.items()}
            for key, group in groups.items()
        },
    }


def _only(parts: Sequence[str], figures: Plain) -> Plain:
    return {name: figures[name] for name in parts}


def _answer(tagged: TaggedFront, *, with_list: bool) -> Plain:
    answer: Plain = {"header": _plain(assemble(tagged))}
    if with_list:
        found = read_structure(tagged.layout, is_whole=False).references
        answer["citations"] = [{"raw": one.raw} for one in found]
    return answer


def _plain(found: HeaderFound) -> Plain:
    """As `extract` prints it, without what the file says of itself."""
    return {
        "title": found.title.value if found.title else None,
        "authors": [{"name": author.value.name} for author in found.authors],
        "affiliations": [one.value for one in found.affiliations],
        "emails": [one.value for one in found.emails],
        "abstract": found.abstract.value if found.abstract else None,
        "keywords": list(found.keywords.value) if found.keywords else [],
    }
