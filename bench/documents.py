"""Header and citations of documents against plain text and against peers: processor time over the same files, in one run.

    python bench/documents.py [DIR] [--files N] [--peer-files N]     ratios
    python bench/documents.py [DIR] --memory N                      memory over N documents through one guard
    python bench/documents.py [DIR] --recognise N                   character recognition of N scanned files

DIR holds PDFs; without it, those of the sample world. Goals: at most 3 x plain pypdfium2 text of the same files, at least
8 x less than refextract, which reads references only. Peers that are not installed are passed over (`pip install refextract
pdftitle pdfminer.six`); refextract calls pdftotext, whose time counts.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

import pypdfium2

from harvestman.documents import Job, extract, extract_files
from harvestman.engine import Limits, open_guard
from harvestman.model import Extraction, Status
from processor_time import best_s

ROOT = Path(__file__).parent.parent
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PARTS = ("header", "citations")
MOST_OF_PLAIN = 3.0
LEAST_BELOW_REFEXTRACT = 8.0
ROUNDS = 3


def costs_s(
    readers: Sequence[Callable[[Path], object]], files: Iterable[Path], *, rounds: int = ROUNDS
) -> list[float]:
    """Processor time of each reader over the files. They take turns at each file, and each file counts with its best round:
    what disturbs the machine for a while disturbs them alike."""
    sums = [0.0] * len(readers)
    for path in files:
        best = best_s([partial(_quietly, read, path) for read in readers], rounds=rounds)
        sums = [total + cost for total, cost in zip(sums, best, strict=True)]
    return sums


def _quietly(read: Callable[[Path], object], path: Path) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
        read(path)


def plain_text(path: Path) -> str:
    pdf = pypdfium2.PdfDocument(path)
    pieces = []
    for page in pdf:
        text_page = page.get_textpage()
        pieces.append(text_page.get_text_range())
        text_page.close()
        page.close()
    pdf.close()
    return "\n".join(pieces)


def ours(path: Path) -> Extraction:
    return extract(path.read_bytes(), name=path.name, only=PARTS, now=NOW, ocr=False)


def whole(path: Path) -> object:
    return extract(path.read_bytes(), name=path.name, now=NOW, ocr=False)


def recognised(path: Path) -> object:
    return extract(path.read_bytes(), name=path.name, only=PARTS, now=NOW)


def peers() -> Iterator[tuple[str, Callable[[Path], object]]]:
    with contextlib.suppress(ImportError):
        import pdfminer.high_level as pdfminer  # noqa: PLC0415

        yield "pdfminer.six (text)", lambda path: pdfminer.extract_text(str(path))
    with contextlib.suppress(ImportError):
        import pdftitle  # noqa: PLC0415

        asked = pdftitle.GetTitleParameters()
        yield "pdftitle (title)", lambda path: pdftitle.get_title_from_file(str(path), asked)
    with contextlib.suppress(ImportError):
        import refextract  # noqa: PLC0415

        yield (
            "refextract (references)",
            lambda path: refextract.extract_references_from_file(str(path)),
        )


def readable(files: Iterable[Path], most: int) -> list[Path]:
    """Files with a text layer: recognition of scanned pages is another matter."""
    found: list[Path] = []
    for path in files:
        if len(found) >= most:
            break
        if ours(path).status in (Status.SUCCESS, Status.NO_METADATA):
            found.append(path)
    return found


def compare(files: list[Path], peer_files: int) -> None:
    pages = sum(len(pypdfium2.PdfDocument(path)) for path in files)
    plain, own, everything = costs_s((plain_text, ours, whole), files)
    print(
        f"{len(files)} files, {pages} pages: header and citations {1000 * own / len(files):.0f} ms a file "
        f"({len(files) / own:.1f} files a second of one core), plain text {1000 * plain / len(files):.0f} ms: "
        f"{own / plain:.2f} x (goal: at most {MOST_OF_PLAIN:g} x); all parts {1000 * everything / len(files):.0f} ms a file: "
        f"{everything / plain:.2f} x"
    )
    if not peer_files:
        return
    some = files[:: max(1, len(files) // peer_files)][:peer_files]
    for name, read in peers():
        theirs, own = costs_s((read, ours), some)
        goal = f" (goal: at least {LEAST_BELOW_REFEXTRACT:g} x)" if "refextract" in name else ""
        print(f"{len(some)} files: {name} takes {theirs / own:.1f} x as long as we do{goal}")


def recognise(files: Iterable[Path], number: int) -> None:
    """Processor time of scanned files, Tesseract's included; each is read once: it takes seconds."""
    scanned = (path for path in files if ours(path).status is Status.SCANNED)
    some = list(islice(scanned, number))
    (cost,) = costs_s((recognised,), some, rounds=1)
    pages = sum(len(pypdfium2.PdfDocument(path)) for path in some)
    print(f"{len(some)} scanned files, {pages} pages: {cost / max(1, len(some)):.1f} s a file")


def watch_memory(files: list[Path], number: int) -> None:
    """Read the files again and again through one guard, and tell the memory of all its processes."""
    import psutil  # noqa: PLC0415

    jobs = (Job(str(files[n % len(files)]), NOW, only=PARTS, ocr=False) for n in range(number))
    me = psutil.Process()
    first = 0.0
    with open_guard("local:2", limits=Limits(time_s=120, memory_bytes=1_000_000_000), preload=("harvestman.documents.jobs",)) as guard:  # fmt: skip
        for count, _ in enumerate(extract_files(guard, jobs), 1):
            if count % max(1, number // 10) == 0:
                tree = [me, *me.children(recursive=True)]
                total = sum(process.memory_info().rss for process in tree) / 1e6
                parent = me.memory_info().rss / 1e6
                first = first or total
                print(
                    f"{count:6} documents: parent {parent:.0f} MB, all processes {total:.0f} MB",
                    flush=True,
                )
    print(f"growth after the first tenth: {total - first:+.0f} MB")


def world(folder: Path) -> list[Path]:
    """The documents of the sample world."""
    sys.path.insert(0, str(ROOT / "tests"))
    from world.pdf import build_pdf  # noqa: PLC0415

    for spec in sorted((ROOT / "tests" / "world" / "sites").rglob("*.pdf.toml")):
        (folder / f"{spec.parent.name}-{spec.stem}").write_bytes(build_pdf(spec))
    return sorted(folder.glob("*.pdf"))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--peer-files", type=int, default=12)
    parser.add_argument("--memory", type=int, default=0)
    parser.add_argument("--recognise", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # peers complain of every file
    with tempfile.TemporaryDirectory() as made:
        given = sorted(options.folder.rglob("*.pdf")) if options.folder else world(Path(made))
        if options.recognise:
            recognise(given, options.recognise)
            return 0
        files = readable(given, options.files)
        if not files:
            print("no PDF with a text layer: nothing to measure")
        elif options.memory:
            watch_memory(files, options.memory)
        else:
            compare(files, options.peer_files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
