"""Posts a second over real HTTP: documents that are new, that were sent before byte for byte, and near-duplicates.

    python bench/service.py [DIR] [--files N] [--clients N] [--workers N]

DIR holds PDFs; without it, papers of eight to ten pages are made. Near-duplicates are of four kinds: the same file with a few bytes more at its
end, saved again by another program, and with a cover page before it, which are told by what is inside; and the same text set anew, whose words
have to be read before it is recognised. Goals: the same bytes are answered at least 20 x as fast as new documents, near-duplicates
12 x. Processor time is that of the server with all its workers.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
from fpdf import FPDF
from fpdf.fonts import TTFFont

from harvestman.documents import Job, pdf_streams, plain_pages
from harvestman.holdings.child import Look, Task, look_at, make_parts
from harvestman.model import Status, SystemClock
from harvestman.store import NewDocument, Reading, open_library
from harvestman.store.blobs import digest_of
from processor_time import ControlGroup, environ, used_s

LEAST_RATIO, LEAST_NEARLY = 20.0, 12.0
DOCUMENTS = "/api/v1/documents"
FONT = Path(
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
)  # Debian's fonts-dejavu-core; without it, only files in ASCII are set anew
_MOST_MISSING = 0.01  # of a text's letters: some sign that stands in a formula
_SYLLABLES = "ba co di fe gu ha jo ki le mo nu pa ri so te va wi za bre cla dro fli gra plo".split()


@dataclass(frozen=True, slots=True)
class Rate:
    """How a round of posts went."""

    posts: int
    seconds: float
    cpu_s: float
    statuses: Counter[int]
    reasons: Counter[str]
    """Why they were called duplicates."""

    @property
    def a_second(self) -> float:
        return self.posts / self.seconds

    @property
    def each_s(self) -> float:
        """Processor time of one."""
        return self.cpu_s / self.posts

    def against(self, other: Rate) -> str:
        """How much faster it went than another round."""
        return f"{self.a_second / other.a_second:.1f} x, by processor time {other.each_s / self.each_s:.1f} x"

    def __str__(self) -> str:
        told = f"{self.a_second:8.1f} posts a second, {1000 * self.each_s:7.1f} ms of processor time each"
        return told if set(self.statuses) == {201} else f"{told}; statuses {dict(self.statuses)}"


def made_paper(seed: int, *, sections: int = 8) -> bytes:
    """A paper about nothing, with a reference list; of eight to ten pages, unless it has fewer sections."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) for _ in range(900)]

    def prose(sentences: int) -> str:
        return " ".join(
            " ".join(rng.choices(words, k=rng.randint(8, 22))).capitalize() + "."
            for _ in range(sentences)
        )

    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Times", "B", 18)
    pdf.multi_cell(0, 9, " ".join(rng.choices(words, k=8)).title(), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Times", "", 10)
    pdf.multi_cell(0, 5, "Ana Ruiz, Rustam Galimov", new_x="LMARGIN", new_y="NEXT")
    pdf.multi_cell(0, 5, "Abstract. " + prose(6), new_x="LMARGIN", new_y="NEXT")
    for number in range(1, sections + 1):
        pdf.set_font("Times", "B", 12)
        pdf.multi_cell(0, 8, f"{number} {rng.choice(words).title()}", new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Times", "", 10)
        for _ in range(7):
            pdf.multi_cell(0, 5, prose(8), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Times", "B", 12)
    pdf.multi_cell(0, 8, "References", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Times", "", 9)
    for number in range(1, 31):
        title = " ".join(rng.choices(words, k=7)).capitalize()
        line = f"[{number}] A. Ershov and B. Quill. {title}. Journal of {rng.choice(words).title()}, {number}(2):{number}-{number + 9}, {1990 + number}."
        pdf.multi_cell(0, 4, line, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def saved_again(data: bytes) -> bytes | None:
    """The same pages in other bytes, as any program saves them; None for a file that cannot be opened."""
    try:
        return _saved(pypdfium2.PdfDocument(data))
    except pypdfium2.PdfiumError:
        return None


def with_cover(data: bytes, number: int) -> bytes | None:
    """The same pages after a cover page, as a repository hands them out; None for a file that cannot be opened."""
    cover = FPDF()
    cover.add_page()
    cover.set_font("Helvetica", "", 12)
    cover.multi_cell(
        0, 8, f"Deposited version {number}. Downloaded from the repository of Tarapuy."
    )
    try:
        whole = pypdfium2.PdfDocument(bytes(cover.output()))
        whole.import_pages(pypdfium2.PdfDocument(data))
    except pypdfium2.PdfiumError:
        return None
    return _saved(whole)


def _saved(document: pypdfium2.PdfDocument) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def set_anew(data: bytes) -> bytes | None:
    """The same text as plain lines in a new PDF: nothing inside is as it was; None for a file without text, or with letters that no font here has.

    What lacks its letters is no copy: such a file is rightly read for itself.
    """
    pdf = FPDF()
    if FONT.exists():
        pdf.add_font("every letter", "", FONT)
        pdf.set_font("every letter", "", 9)
    else:
        pdf.set_font("Times", "", 10)
    pages = [page.replace("\ufffe", "-") for page in plain_pages(data)]
    if sum(map(len, pages)) < 2_000:
        return None
    letters = [ord(letter) for page in pages for letter in page if letter.isalpha()]
    if FONT.exists():
        font = pdf.fonts["every letter"]
        assert isinstance(font, TTFFont)
        missing = sum(one not in font.cmap for one in letters)
        has_letters = missing <= _MOST_MISSING * len(letters)
    else:
        has_letters = all(page.isascii() for page in pages)
    if not has_letters:
        return None
    for page in pages:
        pdf.add_page()
        pdf.multi_cell(0, 4, page, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


@contextmanager
def server(folder: Path, workers: int) -> Iterator[tuple[int, ControlGroup]]:
    """The service on a new library; its port and what counts its processor time."""
    command = [
        sys.executable,
        "-m",
        "harvestman",
        "serve",
        "--port",
        "0",
        "--workers",
        str(workers),
    ]
    with ControlGroup() as group:
        with (folder / "log").open("wb") as log:
            process = group.start(
                command,
                env=environ(HARVESTMAN_DATA=str(folder), HARVESTMAN_QUEUE="1000"),
                stdout=subprocess.PIPE,
                stderr=log,
            )
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            yield int(line.rpartition(":")[2]), group
        finally:
            process.terminate()
            process.wait()


def post_all(port: int, group: ControlGroup, bodies: Sequence[bytes], clients: int) -> Rate:
    """Send all bodies, a few at a time, each client over a connection that it keeps."""
    left = list(reversed(bodies))
    statuses: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    lock = threading.Lock()

    def send() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        while True:
            with lock:
                if not left:
                    break
                body = left.pop()
            connection.request("POST", DOCUMENTS, body)
            answer = connection.getresponse()
            duplicate = json.loads(answer.read()).get("duplicate_of")
            with lock:
                statuses[answer.status] += 1
                reasons[duplicate["reason"] if duplicate else "none"] += 1
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(clients)]
    cpu, started = group.used_s(), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - started
    return Rate(len(bodies), seconds, group.used_s() - cpu, statuses, reasons)


def steps(files: Sequence[bytes], folder: Path) -> tuple[float, ...]:
    """Processor time of the steps of a child, a document: telling it by what is inside, by its words, and making every part."""
    path = folder / "document.pdf"
    task = Task(Job(str(path), datetime(2026, 1, 1, tzinfo=UTC), ocr=False), look=Look(None))
    inside_s = look_s = make_s = 0.0
    for data in (files[0], *files):  # the first one pays for what is loaded late, and is forgotten
        path.write_bytes(data)
        begun = used_s()
        pdf_streams(path.read_bytes())
        started = used_s()
        look_at(str(path))
        looked = used_s()
        make_parts(task)
        if data is not files[0]:
            inside_s += started - begun
            look_s, make_s = look_s + looked - started, make_s + used_s() - looked
    return tuple(seconds / (len(files) - 1) for seconds in (inside_s, look_s, make_s))


def keeping(files: Sequence[bytes], folder: Path) -> tuple[float, float]:
    """Processor time of what every document costs that has new bytes: keeping them, and keeping its row."""
    bytes_s = row_s = 0.0
    with open_library(str(folder / "library.db"), clock=SystemClock()) as library:
        for data in (files[0] + b" ", *files):
            started = used_s()
            digest = library.blobs.put(data)
            kept = used_s()
            new = NewDocument(digest, "a.pdf", "application/pdf", len(data))
            library.documents.keep(None, Reading(Status.SUCCESS), new=new)
            if digest_of(files[0] + b" ") != digest:
                bytes_s, row_s = bytes_s + kept - started, row_s + used_s() - kept
    return bytes_s / len(files), row_s / len(files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dir", nargs="?", type=Path)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.dir:
        new = [path.read_bytes() for path in sorted(asked.dir.rglob("*.pdf"))[: asked.files]]
    else:
        new = [made_paper(seed) for seed in range(asked.files)]
    kinds = {
        "bytes appended": [data + b"\n% read, printed and sent on\n" for data in new],
        "saved again": [made for data in new if (made := saved_again(data)) is not None],
        "with a cover": [
            made for n, data in enumerate(new) if (made := with_cover(data, n)) is not None
        ],
        "set anew": [made for data in new if (made := set_anew(data)) is not None],
    }
    again = [data for _ in range(10) for data in new]
    with (
        tempfile.TemporaryDirectory(prefix="harvestman-bench-") as name,
        server(Path(name), asked.workers) as (port, group),
    ):
        post_all(port, group, [made_paper(-1)], 1)  # the first one pays for what is loaded late
        first = post_all(port, group, new, asked.clients)
        known = post_all(port, group, again, asked.clients)
        nearly = {
            kind: post_all(port, group, files, asked.clients) for kind, files in kinds.items()
        }
    with tempfile.TemporaryDirectory(prefix="harvestman-bench-") as name:
        inside, look, make = steps(new, Path(name))
        put, row = keeping(new, Path(name))
    size = sum(map(len, new)) / len(new) / 1e3
    print(
        f"{len(new)} documents of {size:.0f} kB on average, {asked.clients} clients, {asked.workers} workers"
    )
    print(f"new             {first}")
    print(f"the same bytes  {known}: {known.against(first)} (goal: at least {LEAST_RATIO:g} x)")
    for kind, rate in nearly.items():
        goal = f"(goal: at least {LEAST_NEARLY:g} x)"
        print(f"{kind:15} {rate}: {rate.against(first)} {goal}; told by {dict(rate.reasons)}")
    print(
        f"of a new one, telling it by what is inside takes {1000 * inside:.1f} ms, by its words {1000 * look:.1f} ms, "
        f"making its parts {1000 * make:.1f} ms"
    )
    print(f"keeping its bytes takes {1000 * put:.1f} ms, its row {1000 * row:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
