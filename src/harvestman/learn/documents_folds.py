"""Judging headers on the training documents themselves, each read by models that were taught without its repository.

The dev split is small and was read while rules were made. These folds say more of how well headers of other hands are read:
nothing of a document's own site is known to the models that read it, only to those who wrote the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from harvestman.documents.header import HeaderFound
from harvestman.learn.documents_eval import Miss, gold_rows, judge_documents
from harvestman.learn.documents_header import cross_read
from harvestman.model import Plain, UsageError

_HEADER = ("documents", "title", "authors", "affiliations", "emails", "keywords", "abstract")


def judge_folds(
    data: Path,
    *,
    misses: list[Miss] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Plain:
    """The figures of the headers of `pdf`'s training documents in a folder that holds `pdf` and `refs`."""
    if not (data / "refs").is_dir():
        raise UsageError(f"{data} has no folder refs: the models are taught from it, too")
    found = dict(cross_read(data, say=say))
    rows = [row for row in gold_rows(data / "pdf", "train") if row["file"] in found]
    answers = [{"header": _plain(found[row["file"]])} for row in rows]
    figures = judge_documents(rows, answers, misses=misses)
    if misses is not None:
        misses[:] = [miss for miss in misses if miss.field in _HEADER]
    groups = {key: value for key, value in figures.items() if key.startswith("by_")}
    return {
        "overall": _of_header(figures["overall"]),
        **{
            key: {name: _of_header(one) for name, one in group.items()}
            for key, group in groups.items()
        },
    }


def _of_header(figures: Plain) -> Plain:
    return {name: figures[name] for name in _HEADER}


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
