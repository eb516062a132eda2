"""`harvestman find paper`: the file of a paper, from its title and authors, a reference, a BibTeX file, or a file of questions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.find import PaperAnswer, PaperQuestion

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True)
_KINDS = ("paper", "thesis", "slides", "lecture-notes", "report", "book", "exercise", "other")


@click.command("paper")
@click.option("--title", metavar="T", help="The paper's title.")
@click.option(
    "--author", "authors", multiple=True, metavar="A", help="An author (several times: several)."
)
@click.option("--year", type=click.IntRange(1000, 9999), help="When it appeared.")
@click.option("--doi", metavar="D", help="Its DOI.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(_KINDS),
    help="Only documents of this kind (several times: several kinds); without it, any that bears the title.",
)
@click.option(
    "--reference",
    "references",
    multiple=True,
    metavar="STRING",
    help="A reference as a paper prints it.",
)
@click.option("--bibtex", type=_FILE, metavar="FILE", help="Every entry of a BibTeX file.")
@click.option(
    "--questions",
    type=_FILE,
    metavar="FILE",
    help='JSON Lines: {"id", "title", "authors", "year"} each; - for standard input.',
)
@click.option(
    "--missing",
    is_flag=True,
    help="Everything that held papers cite and the library lacks, the most cited first.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="With --missing: how many at most.",
)
@click.option("--again", is_flag=True, help="Look also for what was answered before.")
@click.option(
    "--cut",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each paper that is found to this folder; one inside a collected volume as its own pages only.",
)
@json_option
@click.pass_obj
def command(
    context: Context,
    title: str | None,
    authors: tuple[str, ...],
    year: int | None,
    doi: str | None,
    kinds: tuple[str, ...],
    references: tuple[str, ...],
    bibtex: Path | None,
    questions: Path | None,
    missing: bool,
    limit: int,
    again: bool,
    cut: Path | None,
    as_json: bool,
) -> int:
    """Find the file of a paper, and hold it.

    Search providers are asked for files first; each that they name is held and compared with what is asked for: the title as a whole, the authors one by
    one, whether it looks like a paper. Then pages are looked at that name the paper, and those they lead to, up to three links away. A
    question costs at most `find_requests` requests. Stopped or killed, the same command goes on; what was answered is not looked for again.

    With --json, one object a question: id, status (success, or why not), url, file (the document's id), title, authors, score,
    volume_pages (the first and last page, where the file is a collected volume), requests, trail (what was tried, and what came of it).

    Exit code 0 when every paper was found, 1 when some were not.
    """
    from harvestman.model import UsageError

    asked: list[PaperQuestion] = []
    if title or doi:
        asked.append(
            _question(
                {"title": title or "", "authors": list(authors), "year": year, "doi": doi},
                "the question",
            )
        )
    elif authors or year:
        raise UsageError("--author and --year need a --title: name the paper")
    asked += _from_references(references)
    asked += _of_file(bibtex, _from_bibtex, "entry") if bibtex else ()
    asked += _of_file(questions, _from_lines, "question") if questions else ()
    if not asked and not missing:
        raise UsageError(
            "nothing is asked for: give --title, --reference, --bibtex, --questions or --missing"
        )
    if kinds:
        from dataclasses import replace

        asked = [replace(one, kinds=kinds) for one in asked]
    not_found = 0
    with context.open() as harvestman:
        if missing:
            asked += harvestman.missing_papers(limit=limit)
        for answer in harvestman.find_papers(asked, again=again):
            not_found += not answer.url
            if cut is not None and answer.url:
                _write(cut, answer, harvestman.find.cut(answer))
            if as_json:
                print_json(answer.to_plain())
            else:
                _tell(answer)
    if not asked:
        print_line("Nothing is missing: the library has whatever its papers cite.", to_stderr=True)
    return 1 if not_found else 0


def _write(folder: Path, answer: PaperAnswer, body: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pages = "-p{}-{}".format(*answer.volume_pages) if answer.volume_pages else ""
    place = folder / f"{answer.file}{pages}.pdf"
    if not answer.volume_pages:
        place = folder / f"{answer.file}{Path(urlsplit(answer.url).path).suffix[:8] or '.pdf'}"
    place.write_bytes(body)
    print_line(f"Written: {place}", to_stderr=True)


def _question(plain: object, where: str) -> PaperQuestion:
    from harvestman.find import paper_question

    return paper_question(plain, where=where)


def _from_references(references: tuple[str, ...]) -> Iterator[PaperQuestion]:
    if not references:
        return
    from harvestman.documents.references import parse_references
    from harvestman.model import UsageError

    for raw, read in zip(references, parse_references(list(references)), strict=True):
        if not read.title and not read.doi:
            raise UsageError(
                f"no title was found in the reference {clean(raw)[:80]!r}: give --title"
            )
        plain = {"title": read.title, "authors": list(read.authors), "doi": read.doi}
        yield _question(
            plain | {"year": read.year if read.year.isdigit() else None}, "the reference"
        )


def _of_file(
    file: Path, read: Callable[[Path], Iterator[PaperQuestion]], what: str
) -> list[PaperQuestion]:
    """The questions of a file; UsageError when there are none."""
    from harvestman.model import UsageError

    found = list(read(file))
    if not found:
        raise UsageError(f"{clean(file)} has no {what} that could be looked for")
    return found


def _from_bibtex(file: Path) -> Iterator[PaperQuestion]:
    from harvestman.formats import IMPORTERS, FaultyEntry, read_file

    with click.open_file(str(file), "rb") as stream:
        body = stream.read()
    for entry in read_file(body, IMPORTERS["bibtex"]):
        if isinstance(entry, FaultyEntry):
            print_line(f"{file.name}, {entry.place}: {entry.why}", to_stderr=True)
            continue
        paper = entry.paper
        names = [author.name for author in paper.authors]
        plain = {"id": entry.name, "title": paper.title, "authors": names, "year": paper.year}
        yield _question(plain | {"doi": paper.doi}, f"{file.name}, {entry.place}")


def _from_lines(file: Path) -> Iterator[PaperQuestion]:
    from harvestman.model import UsageError

    with click.open_file(str(file), "rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            where = f"{file.name}, line {number}"
            try:
                plain = json.loads(line)
            except (ValueError, RecursionError):
                raise UsageError(f"{where} is no JSON") from None
            yield _question(plain, where)


def _tell(answer: PaperAnswer) -> None:
    from harvestman.model import Status

    print_line(answer.question.title or answer.question.doi)
    if answer.url:
        pages = answer.volume_pages
        inside = f", pages {pages[0]}-{pages[1]} of it" if pages else ""
        print_line(
            f"  found: {answer.url}{inside} (document {answer.file}, score {answer.score:.2f})"
        )
        return
    told = "no file of it was found, or none that could be verified" if answer.status is Status.NOT_FOUND else answer.status.meaning  # fmt: skip
    print_line(f"  {answer.status}: {told}")
    if answer.status is Status.NO_PROVIDER:
        print_line(f"  {answer.status.remedy}")
    for step in answer.trail[-8:]:
        print_line(f"    {step.stage}: {step.what[:100]}: {step.outcome}")
