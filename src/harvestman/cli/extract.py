"""`harvestman extract FILE|DIR…`: header, citations, body and text of documents."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, is_terminal, json_line, json_option, print_line

if TYPE_CHECKING:
    from harvestman.cli.documents_given import Given
    from harvestman.cli.documents_kept import Keeper
    from harvestman.cli.documents_written import Sink, Writer
    from harvestman.documents.jobs import Job
    from harvestman.model import Extraction
    from harvestman.rooms import Rooms

_ENDINGS = {
    "json": ".json",
    "tei": ".tei.xml",
    "bibtex": ".bib",
    "jats": ".jats.xml",
    "text": ".txt",
}
_OF_TABLE = ("language", "category", "header", "citations")


@click.command("extract")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE|DIR…")
@click.option(
    "--only",
    metavar="PARTS",
    help="Only these, with commas: header, citations, body, text, language, category.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(_ENDINGS)),
    help="What is written of each document; json in a pipe, a table on a terminal.",
)
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Documents read at once (setting: engine)."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write one file a document there.",
)
@click.option(
    "--again", is_flag=True, help="With --out: also documents whose result is there and newer."
)
@click.option(
    "--keep", is_flag=True, help="Also keep the documents in the library, as papers or with them."
)
@click.option("--evidence", is_flag=True, help="In JSON: how sure each value is, and its place.")
@json_option
@click.pass_obj
def command(
    context: Context,
    inputs: tuple[str, ...],
    only: str | None,
    format_name: str | None,
    workers: int | None,
    out: Path | None,
    again: bool,
    keep: bool,
    evidence: bool,
    as_json: bool,
) -> int:
    """Read documents: header, citations, body and text of PDFs and other files.

    PDF, PostScript, Word, OpenDocument, RTF, plain text and HTML, gzipped or not. A folder stands for all files in it, -
    for standard input. Each file is read in a guarded process: one that is broken, hostile or endless costs its own
    status and nothing else; those that were not read are listed at the end with what to do.

    Results come in the order of the inputs. With --out, a result keeps its file's name and place below DIR and is written
    whole or not at all; run again, documents whose result is newer than they are are passed over.

    With --keep the bytes and headers of documents that name a title and authors go into the library: the paper of a page and
    of its PDF is one paper, with the evidence of both. Papers that only resemble each other are compared as after a harvest.

    --json is short for --format json: one object a line. Exit code 0 when every document was read, 1 when some were not.
    """
    from harvestman.cli.documents_given import given_documents
    from harvestman.model import UsageError

    if as_json and format_name not in (None, "json"):
        raise UsageError(f"--json and --format {format_name} do not go together")
    if evidence and format_name not in (None, "json"):
        raise UsageError("--evidence is told in JSON only")
    if again and out is None:
        raise UsageError("--again goes with --out")
    if format_name is None and (as_json or evidence or out or not is_terminal()):
        format_name = "json"
    parts = _parts(only, format_name)
    if keep and "header" not in parts:
        if only is not None:
            raise UsageError("--keep needs the header: add it to --only")
        parts = ("header", *parts)
    with tempfile.TemporaryDirectory(prefix="harvestman-") as scratch:
        documents = given_documents(inputs, Path(scratch))
        if not documents:
            print_line("There are no files in what was given.", to_stderr=True)
            return 1
        if format_name in ("tei", "jats") and out is None and len(documents) > 1:
            raise UsageError(
                f"several documents are several {format_name.upper()} files: say --out DIR"
            )
        sink = _sink(format_name, parts, out, evidence=evidence, again=again, as_json=as_json)
        left = sink.left(documents)
        with context.rooms() as rooms, _keeper(rooms) if keep else nullcontext() as keeper:
            jobs = rooms.document_jobs((one.path for one in left), parts, surely=evidence)
            report = _run(rooms, left, jobs, workers, sink, keeper)
    sink.close()
    return report.tell()


@contextmanager
def _keeper(rooms: Rooms) -> Iterator[Keeper]:
    from harvestman.cli.documents_kept import Keeper

    keeper = Keeper(rooms.library)
    yield keeper
    keeper.tell()


@dataclass(slots=True)
class _Report:
    """What could not be read, told at the end."""

    done: int = 0
    failed: list[tuple[str, Extraction]] = field(default_factory=list)

    def add(self, given: Given, extraction: Extraction) -> None:
        """Note one result; only failed ones are kept, which hold next to nothing."""
        self.done += 1
        if not extraction.is_read:
            self.failed.append((given.name, extraction))

    def tell(self) -> int:
        """List the failures on standard error; the exit code."""
        for name, extraction in self.failed:
            detail = f" ({extraction.detail})" if extraction.detail else ""
            remedy = extraction.status.remedy
            print_line(f"{name}: {extraction.status}{detail}. {remedy}", to_stderr=True)
        if self.failed:
            print_line(f"{len(self.failed)} of {self.done} documents not read.", to_stderr=True)
        return 1 if self.failed else 0


def _run(
    rooms: Rooms,
    documents: list[Given],
    jobs: Iterator[Job],
    workers: int | None,
    sink: Sink,
    keeper: Keeper | None,
) -> _Report:
    from harvestman.documents.jobs import extract_files

    report = _Report()
    if not documents:
        return report
    with _progress(len(documents)) as watch:
        results = extract_files(rooms.document_guard(workers), jobs)
        for given, (_, extraction) in zip(documents, results, strict=True):
            report.add(given, extraction)
            sink.take(given, extraction)
            if keeper is not None:
                keeper.take(given, extraction)
            watch(given, report)
    return report


def _sink(
    format_name: str | None,
    parts: tuple[str, ...],
    out: Path | None,
    *,
    evidence: bool,
    again: bool,
    as_json: bool,
) -> Sink:
    """Where the results go."""
    from harvestman.cli.documents_written import FolderSink, StreamSink, TableSink

    if format_name is None:
        return TableSink()
    writer = _writer(format_name, parts, evidence=evidence)
    if out is None:
        return StreamSink(writer, with_failures=format_name == "json")
    return FolderSink(out, _ENDINGS[format_name], writer, again=again, as_json=as_json)


def _writer(format_name: str, parts: tuple[str, ...], *, evidence: bool) -> Writer:
    """How one document is written."""
    from harvestman.formats import write_document
    from harvestman.model import extraction_to_plain

    if format_name == "json":
        return lambda given, extraction: (
            json_line(
                extraction_to_plain(extraction, file=given.name, only=parts, with_evidence=evidence)
            )
            + "\n"
        )
    return lambda _given, extraction: write_document(extraction, format_name)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Given, _Report], None]]:
    """A bar for a person who is watching many files; nothing in a pipe."""
    if total < 2 or not sys.stderr.isatty():
        yield lambda _given, _report: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting …", total=total)

        def watch(given: Given, report: _Report) -> None:
            text = f"{len(report.failed)} failed  {clean(given.name)[-60:]}"
            bar.update(task, completed=report.done, description=escape(text))

        yield watch


def _parts(only: str | None, format_name: str | None) -> tuple[str, ...]:
    """The parts asked for, in their documented order; without a word, what the format can show."""
    from harvestman.model import PARTS, UsageError

    if only is None:
        if format_name is None:
            return _OF_TABLE
        return ("text",) if format_name == "text" else PARTS
    asked = {word.strip() for word in only.split(",") if word.strip()}
    unknown = sorted(asked - set(PARTS))
    if unknown or not asked:
        raise UsageError(f"--only {', '.join(unknown) or only!r}: there is {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in asked)
