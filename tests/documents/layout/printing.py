"""Documents printed for the tests: each function gives the bytes of a small file with known words at known places."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from fpdf import FPDF

BODY = (
    "The quick brown fox jumps over the lazy dog and then goes home to read",
    "a long paper about the habits of dogs, foxes and other animals that do",
    "not care for each other but meet in the examples of printers and type",
)


def pdf(draw: Callable[[FPDF], None], *, pages: int = 1, size: str = "A4") -> bytes:
    """A PDF whose pages are drawn by a function; places are points from the upper left corner."""
    document = FPDF(unit="pt", format=size)
    document.set_auto_page_break(False)
    document.set_creation_date(datetime(2020, 1, 1, tzinfo=UTC))
    for _ in range(pages):
        document.add_page()
        draw(document)
    return bytes(document.output())


def write(
    page: FPDF,
    x: float,
    y: float,
    text: str,
    *,
    size: float = 10,
    style: str = "",
    font: str = "times",
) -> None:
    """Print a text with its base line at y."""
    page.set_font(font, style, size)
    page.text(x, y, text)


def column(page: FPDF, x: float, y: float, words: str, *, lines: int = 30, width: int = 38) -> None:
    """A column of running text whose lines begin with a number: "left 01 …"."""
    filler = " ".join(BODY)
    for number in range(1, lines + 1):
        start = 7 * number % 90
        write(
            page, x, y + 12 * number, f"{words} {number:02} {filler[start : start + width].strip()}"
        )


def two_columns(page: FPDF) -> None:
    """A paper's first page: spanning title and author, two columns."""
    write(page, 120, 80, "A Title That Spans Both of the Columns", size=18, style="B")
    write(page, 220, 110, "Ann Author and Ben Writer", size=12)
    column(page, 50, 150, "left")
    column(page, 310, 150, "right")


def raw_pdf(
    content: bytes, *, font: bytes = b"/Type1 /BaseFont /Helvetica", page: bytes = b""
) -> bytes:
    """A PDF of one page with this content stream, written by hand."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> " + page + b" >>",
        content,
        b"<< /Type /Font /Subtype " + font + b" >>",
    ]
    return numbered(objects)


def stream(data: bytes, *, extra: bytes = b"") -> bytes:
    """A stream object, deflated."""
    packed = zlib.compress(data, 9)
    head = b"<< /Length %d /Filter /FlateDecode %s >>" % (len(packed), extra)
    return head + b"\nstream\n" + packed + b"\nendstream"


def numbered(objects: Iterable[bytes]) -> bytes:
    """A PDF file of these objects, with its table of places."""
    out = io.BytesIO()
    out.write(b"%PDF-1.5\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n" % (len(places) + 1))
    out.write(b"%d\n%%%%EOF\n" % start)
    return out.getvalue()


def docx(body: str, *, styles: str = "", core: str = "") -> bytes:
    """A Word file with this XML in its body."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    return zipped(
        {
            "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>",
            "word/styles.xml": f"<w:styles {space}>{styles}</w:styles>",
            "docProps/core.xml": '<c:core xmlns:c="urn:c" xmlns:dc="urn:dc">' + core + "</c:core>",
        }
    )


def odt(body: str, *, styles: str = "") -> bytes:
    """An OpenDocument text with this XML in its body."""
    spaces = 'xmlns:office="urn:o" xmlns:style="urn:s" xmlns:text="urn:t" xmlns:fo="urn:f"'
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f"<office:document-content {spaces}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body>{body}</office:body></office:document-content>",
            "meta.xml": '<m xmlns:dc="urn:dc"><dc:title>Kept Title</dc:title></m>',
        }
    )


def zipped(files: dict[str, str]) -> bytes:
    """A zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def handmade(*objects: str) -> bytes:
    """A PDF of these objects, of which the first is the catalogue: for what a library would not write."""
    data, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    data += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF"
    return data.encode()
