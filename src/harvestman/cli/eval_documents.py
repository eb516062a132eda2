"""`harvestman eval documents DIR`: judge the reading of documents on a folder with answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.documents_eval import Miss
    from harvestman.model import Plain

_SHOWN = 200  # characters of a long value in the list of misses
_FIELDS = ("title", "authors", "affiliations", "emails", "keywords")
_HEADER = (*_FIELDS, "abstract")
_SHARES = (
    ("abstract", "accuracy"),
    ("references", "exact"),
    ("references", "within_10"),
    ("references", "lists_within_10"),
    ("category", "accuracy"),
    ("category", "soft_accuracy"),
    ("category", "macro_f1"),
    ("language", "accuracy"),
)


@click.command("documents")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--split", metavar="S", help="Only that split; without it, dev where the gold has one."
)
@click.option(
    "--folds",
    is_flag=True,
    help="Judge the headers of the split train instead, each read by models taught without its repository. Takes minutes.",
)
@click.option(
    "--templates",
    is_flag=True,
    help="Judge headers and reference lists, each header read by models taught without its template: from the rest of DIR and from"
    " --documents. Takes minutes.",
)
@click.option(
    "--documents",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The documents that --templates teaches models from, too; the folder pdf beside DIR if not told.",
)
@click.option(
    "--texts",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The labelled texts that --folds and --templates teach models from, too; the folder refs beside DIR if not told.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="RULE",
    help="Judge headers alone, with all rules around the models and without this one: a module of them such as sheets, one rule"
    " such as sheets.lesson_lines, or each, for every one in turn. May be given several times.",
)
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Documents read at once (setting: engine)."
)
@json_option
@click.pass_obj
def command(
    context: Context,
    folder: Path,
    split: str | None,
    folds: bool,
    templates: bool,
    documents: Path | None,
    texts: Path | None,
    without: tuple[str, ...],
    misses: bool,
    workers: int | None,
    as_json: bool,
) -> int:
    """Judge the reading of documents on a folder with answers.

    DIR has gold.jsonl, one object a document: file, language, category, title, authors, affiliations, emails, abstract,
    keywords, references (their number); null for what is not judged.
    """
    from harvestman.learn.documents_eval import judge_documents_folder

    def read(paths: Sequence[Path]) -> Iterator[Plain]:
        from harvestman.model import PARTS, extraction_to_plain

        with context.open() as harvestman:
            found = harvestman.extract_each(paths, workers=workers)
            for path, extraction in zip(paths, found, strict=True):
                if not extraction.is_read:
                    print_line(f"{path}: {extraction.status}", to_stderr=True)
                yield extraction_to_plain(extraction, file=str(path.absolute()), only=PARTS)

    missed: list[Miss] = []
    labelled = texts or folder.resolve().parent / "refs"
    if without:
        from harvestman.learn.documents_folds import judge_without
        from harvestman.learn.documents_rules import rule_names

        named = [name for one in without for name in (rule_names() if one == "each" else (one,))]
        earned = judge_without(folder, named, folds=labelled if folds else None, split=split)
        if as_json:
            print_json(earned)
        else:
            _print_earned(earned)
        return 0
    if folds:
        from harvestman.learn.documents_folds import judge_folds

        figures = judge_folds(folder, labelled, misses=missed)
    elif templates:
        from harvestman.learn.documents_folds import judge_templates

        beside = documents or folder.resolve().parent / "pdf"
        figures = judge_templates(folder, beside, labelled, misses=missed)
    else:
        figures = judge_documents_folder(folder, read=read, split=split, misses=missed)
    for miss in missed if misses else ():
        wanted, found = miss.wanted[:_SHOWN] or "nothing", miss.found[:_SHOWN] or "nothing"
        print_line(f"{miss.file}: {miss.field}: wanted {wanted}, read {found}", to_stderr=True)
    if as_json:
        print_json(figures)
    else:
        _print(figures)
    return 0


def _print(figures: dict[str, Any]) -> None:
    """A column for all documents, and one for each language."""
    groups = {"all": figures["overall"], **figures["by_language"]}
    rows: list[tuple[object, ...]] = [("documents", *(g["documents"] for g in groups.values()))]
    rows += [(f"{name} f1", *(_shown(g[name]["f1"]) for g in groups.values())) for name in _FIELDS]
    rows += [
        (f"{name} {measure}", *(_shown(g[name][measure]) for g in groups.values()))
        for name, measure in _SHARES
        if name in figures["overall"]
    ]
    if scorer := figures.get("scored_keywords"):
        rows += [
            (
                f"keywords scored, f1 of {most}",
                _shown(scorer["ours"][f"at_{most}"]["f1"]),
                *[""] * (len(groups) - 1),
            )
            for most in (5, 10)
        ]
    print_table(("measure", *groups), rows)


def _print_earned(earned: dict[str, Any]) -> None:
    """The figures with all rules, by language; then for each rule what they lose without it, and in which languages."""
    whole = earned["with"]
    rows = []
    for group, figures in (("all", whole["overall"]), *whole["by_language"].items()):
        rows.append(("all rules", group, *(_shown(_figure(figures, name)) for name in _HEADER)))
    for rule, figures in earned["without"].items():
        rows.append(_earned(rule, "all", whole["overall"], figures["overall"]))
        for language, before in whole["by_language"].items():
            row = _earned(rule, language, before, figures["by_language"][language])
            if any(row[2:]):
                rows.append(row)
    print_table(("rule", "language", *_HEADER), rows)


def _earned(rule: str, group: str, before: Plain, after: Plain) -> tuple[str, ...]:
    lost = [(_figure(before, name) or 0) - (_figure(after, name) or 0) for name in _HEADER]
    return (rule, group, *(f"{one:+.4f}" if one else "" for one in lost))


def _figure(figures: Plain, name: str) -> float | None:
    figure: float | None = figures[name]["accuracy" if name == "abstract" else "f1"]
    return figure


def _shown(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.4f}"
