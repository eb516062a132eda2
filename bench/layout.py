"""What the layout of a PDF costs beside its plain text: `bench/layout.py FILE…` (a generated paper without arguments).

The budget of the documents room is three times the plain text for everything; this is the part before any model.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pypdfium2
from fpdf import FPDF

from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from processor_time import best_s

ROUNDS = 3


def plain(data: bytes) -> None:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return
    for number in range(len(document)):
        page = document[number]
        text = page.get_textpage()
        text.get_text_range()
        text.close()
        page.close()
    document.close()


def layout(data: bytes) -> None:
    try:
        open_layout(data, ocr=False)
    except Unreadable:
        return


def paper() -> bytes:
    """Ten pages of two columns, a reference list on the last two."""
    document = FPDF(unit="pt", format="A4")
    words = "the habits of foxes and dogs are the subject of this long paper "
    for number in range(10):
        document.add_page()
        document.set_font("times", "B", 14)
        document.text(60, 60, "References" if number == 8 else f"{number + 1} Section heading")
        document.set_font("times", "", 10)
        for row in range(58):
            document.text(50, 90 + 12 * row, (words[row % 30 :] + words)[:52])
            document.text(310, 90 + 12 * row, (words[row % 17 :] + words)[:52])
    return bytes(document.output())


def all_of(work: Callable[[bytes], None], files: list[bytes]) -> None:
    for data in files:
        work(data)


def main() -> None:
    files = [Path(name).read_bytes() for name in sys.argv[1:]] or [paper()] * 10
    works = [partial(all_of, plain, files), partial(all_of, layout, files)]
    plain_s, layout_s = best_s(works, rounds=ROUNDS)
    print(f"{len(files)} files, CPU of one core, the best of {ROUNDS} rounds")
    print(f"  plain text (pypdfium2)  {plain_s:8.2f} s")
    print(
        f"  layout                  {layout_s:8.2f} s   {layout_s / plain_s:.2f} times the plain text"
    )


if __name__ == "__main__":
    main()
