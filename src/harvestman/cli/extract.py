"""`harvestman extract FILE|DIR…`: header, citations, body and text of documents."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import is_terminal, json_line, json_option, print_line
from harvestman.cli.progress import progress_bar

if TYPE_CHECKING:
    from harvestman.cli.documents_given import Given
    from harvestman.cli.documents_written import Sink, Writer
    from harvestman.model import Extraction

_ENDINGS = {
    "json": ".json",
    "tei": ".tei.xml",
    "bibtex": ".bib",
    "bibtex-references": ".references.bib",
    "jats": ".jats.xml",
    "text": ".txt",
}
_OF_FORMAT = {
    "text": ("text",),
    "bibtex": ("language", "category", "header"),
    "bibtex-references": ("citations",),
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
    type=click.Choice([name for name in _ENDINGS if name != "bibtex-references"]),
    help="What is written of each document; json in a pipe, a table on a terminal.",
)
@click.option(
    "--references",
    is_flag=True,
    help="With --format bibtex: the entries of their reference lists instead of the documents.",
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
    references: bool,
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

    With --keep the documents are held in the library: their bytes and everything that was read of them. One that is known by its
    bytes, its pages or its words is not read again. Papers, theses, reports and books that name a title and authors are papers of the
    library: that of a page and that of its PDF are one, with the evidence of both. Without --keep nothing is written; documents that
    are held are answered with what was read then, and it is said so.

    --json is short for --format json: one object a line. Exit code 0 when every document was read, 1 when some were not.
    """
    from harvestman.cli.documents_given import given_documents
    from harvestman.model import UsageError

    if as_json and format_name not in (None, "json"):
        raise UsageError(f"--json and --format {format_name} do not go together")
    if evidence and format_name not in (None, "json"):
        raise UsageError("--evidence is told in JSON only")
    if references and format_name != "bibtex":
        raise UsageError("--references goes with --format bibtex; other formats have both anyway")
    if again and out is None:
        raise UsageError("--again goes with --out")
    if format_name is None and (as_json or evidence or out or not is_terminal()):
        format_name = "json"
    if references:
        format_name = "bibtex-references"
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
        with ExitStack() as stack:
            results = _results(context, stack, left, parts, workers, keep=keep, evidence=evidence)
            report = _run(left, results, sink)
    sink.close()
    return report.tell()


def _results(
    context: Context,
    stack: ExitStack,
    documents: list[Given],
    parts: tuple[str, ...],
    workers: int | None,
    *,
    keep: bool,
    evidence: bool,
) -> Iterator[Extraction]:
    """What is read of each document, in their order; what is held already is not read again."""
    from harvestman.cli.documents_kept import Keeper, Recogniser
    from harvestman.documents.jobs import extract_files
    from harvestman.rooms import DOCUMENT_READERS, HOLDING_READERS

    if not documents:
        return
    rooms = stack.enter_context(context.open(writable=keep)).rooms
    guard = rooms.document_guard(workers, preload=HOLDING_READERS if keep else DOCUMENT_READERS)
    if keep:
        keeper = Keeper(rooms.holdings(guard), parts)
        stack.callback(keeper.tell)
        kept = keeper.results(documents)
        if not evidence:
            yield from kept
            return
        deque(
            kept, maxlen=0
        )  # how sure each field is is not kept: for that the files are read again
    held = Recogniser(rooms, guard, parts)
    known = {} if evidence else held.find(documents)
    left = (one.path for one in documents if one.number not in known)
    results = extract_files(guard, rooms.document_jobs(left, parts, surely=evidence))
    for one in documents:
        yield held.answer(known[one.number]) if one.number in known else next(results)[1]


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


def _run(documents: list[Given], results: Iterator[Extraction], sink: Sink) -> _Report:
    report = _Report()
    with progress_bar("starting …") if len(documents) > 1 else nullcontext() as show:
        for given, extraction in zip(documents, results, strict=True):
            report.add(given, extraction)
            sink.take(given, extraction)
            if show is not None:
                words = f"{len(report.failed)} failed  {given.name[-60:]}"
                show(report.done, len(documents), words)
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
    if format_name == "tei":
        return _tei
    return lambda _given, extraction: write_document(extraction, format_name)


def _tei(given: Given, extraction: Extraction) -> str:
    """TEI with the file's MD5 and a time of reading, without which some of GROBID's clients fail."""
    from harvestman.formats import TeiManner, file_md5, write_tei
    from harvestman.model import SystemClock

    try:
        md5 = file_md5(given.path)
    except OSError:  # the file went away after it was read
        md5 = ""
    when = None if extraction.claims else SystemClock().now()
    return write_tei(extraction, TeiManner(when=when, md5=md5))


def _parts(only: str | None, format_name: str | None) -> tuple[str, ...]:
    """The parts asked for, in their documented order; without a word, what the format can show."""
    from harvestman.model import PARTS, UsageError

    if only is None:
        if format_name is None:
            return _OF_TABLE
        return _OF_FORMAT.get(format_name, PARTS)
    asked = {word.strip() for word in only.split(",") if word.strip()}
    unknown = sorted(asked - set(PARTS))
    if unknown or not asked:
        raise UsageError(f"--only {', '.join(unknown) or only!r}: there is {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in asked)
