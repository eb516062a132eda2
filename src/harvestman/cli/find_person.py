"""`harvestman find person`: a scholar's homepage, publications pages and publications."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.find import PersonAnswer, PersonQuestion


@click.command("person")
@click.argument("name", required=False, default="", metavar="[NAME]")
@click.option("--affiliation", default="", metavar="TEXT", help="Where the person works.")
@click.option("--field", default="", metavar="TEXT", help="What the person works on.")
@click.option(
    "--coauthor", "coauthors", multiple=True, metavar="NAME", help="Somebody who has written with the person (several times: several)."
)  # fmt: skip
@click.option(
    "--questions",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE.jsonl",
    help="Many persons: one object a line with name, and id, affiliation, field and coauthors where they are known.",
)
@click.option("--again", is_flag=True, help="Look anew also for those that have an answer.")
@json_option
@click.pass_obj
def command(
    context: Context,
    name: str,
    affiliation: str,
    field: str,
    coauthors: tuple[str, ...],
    questions: Path | None,
    again: bool,
    as_json: bool,
) -> int:
    """Find a scholar's homepage and publications.

    The search providers are asked for NAME; pages that may be the homepage are looked at and checked against affiliation, field and
    co-authors, which separate namesakes: where none agrees, the status is not-sure. Then its publications pages are read. Their
    entries come into the library, each with the page as evidence. The trail says what was tried and why it failed.

    Where there is no homepage, a page that lists the person among others may serve: status directory-only, its address in directory.

    With --json, one object a person: id, status, name, homepage, directory, publications_pages, publications (reference, title,
    authors, year, pdf, page), requests, trail. An answer is kept, and given again without a request unless --again is said.

    Exit code 0 when a homepage was found for one person at least, 1 when for none.
    """
    from harvestman.find import PersonQuestion

    known = PersonQuestion(clean(name), clean(affiliation), clean(field), coauthors=coauthors)
    asked = _asked(known, questions)
    found = False
    with context.open() as harvestman:
        for answer in harvestman.find.persons(asked, again=again):
            found = found or bool(answer.homepage)
            if as_json:
                print_json(answer.to_plain())
            else:
                _print(answer)
    return 0 if found else 1


def _asked(known: PersonQuestion, file: Path | None) -> list[PersonQuestion]:
    from harvestman.find import person_question
    from harvestman.model import UsageError

    if bool(known.name) == (file is not None):
        raise UsageError("give a name, or a file with --questions")
    if file is None:
        return [known]
    found = []
    with click.open_file(str(file), encoding="utf-8") as lines:
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    where = f"{file}, line {number}"
                    try:
                        plain = json.loads(line)
                    except (ValueError, RecursionError) as error:
                        raise UsageError(f"{where} is no JSON: {error}") from error
                    found.append(person_question(plain, where=where))
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} is not UTF-8: {error.reason}") from error
    if not found:
        raise UsageError(f"{file} has no questions")
    return found


def _print(answer: PersonAnswer) -> None:
    print_line(f"{answer.question.name}: {answer.status}")
    if not answer.homepage:
        print_line(f"  {answer.status.meaning} {answer.status.remedy}")
    if answer.homepage:
        print_line(f"  homepage: {answer.homepage}")
    if answer.directory:
        print_line(f"  directory: {answer.directory}")
    for page in answer.publications_pages:
        print_line(f"  publications: {page}")
    if answer.publications:
        rows = [(one.year or "", one.title, one.pdf) for one in answer.publications]
        print_table(("year", "title", "file"), rows, wide=("title", "file"))
    else:
        for step in answer.trail:
            print_line(f"  {step.stage}: {step.what}: {step.outcome}", to_stderr=True)
