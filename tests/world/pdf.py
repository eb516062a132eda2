"""PDFs from small text specs (`paper.pdf.toml`), the same bytes every time, kept in a temporary folder by content.

The letters are Source Serif Pro (SIL Open Font License), which a package of its own ships: it has Cyrillic and accents,
and needs nothing of the system. Dates and ids in the file are fixed.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fpdf import FPDF

_MADE = datetime(2024, 1, 1, tzinfo=UTC)
_WORDS = {
    "en": ("Abstract", "Keywords", "References"),
    "es": ("Resumen", "Palabras clave", "Referencias"),
    "pt": ("Resumo", "Palavras-chave", "Referências"),
    "ru": ("Аннотация", "Ключевые слова", "Литература"),
}


@dataclass(frozen=True, slots=True)
class Author:
    """A name above a paper."""

    name: str
    affiliation: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class Spec:
    """What a document says."""

    title: str
    authors: tuple[Author, ...] = ()
    kind: str = "paper"
    """`paper` (two columns), `report` (one column: theses, exercises, syllabi) or `slides`."""
    language: str = "en"
    above: str = ""
    """The line over the title: venue, course, faculty."""
    below: str = ""
    """The line at the foot of the first page: copyright, DOI."""
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    sections: tuple[tuple[str, str], ...] = ()
    """Heading and text; on slides one of them is one slide, and its lines are the points."""
    references: tuple[str, ...] = ()


def read_spec(text: str) -> Spec:
    """The spec that a TOML file states; a misspelt key is a TypeError."""
    plain: dict[str, Any] = tomllib.loads(text)
    plain["authors"] = tuple(Author(**author) for author in plain.get("authors", ()))
    plain["sections"] = tuple((s["heading"], s["text"].strip()) for s in plain.get("sections", ()))
    plain["keywords"] = tuple(plain.get("keywords", ()))
    plain["references"] = tuple(plain.get("references", ()))
    return Spec(**plain)


def build_pdf(file: Path) -> bytes:
    """The PDF of a spec file; made once, then taken from the temporary folder."""
    source = file.read_bytes()
    kept = _folder() / (hashlib.sha256(_maker() + source).hexdigest() + ".pdf")
    if kept.exists():
        return kept.read_bytes()
    content = make_pdf(read_spec(source.decode("utf-8")))
    with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as half:
        half.write(content)
    os.replace(half.name, kept)
    return content


def make_pdf(spec: Spec) -> bytes:
    """Set one document."""
    # Imported here because it takes half a second, and a world whose PDFs are kept never needs it.
    from font_source_serif_pro import font_files_ttf
    from fpdf import FPDF

    pdf = FPDF(orientation="landscape" if spec.kind == "slides" else "portrait", format="A4")
    pdf.set_creation_date(_MADE)
    pdf.set_title(spec.title)
    pdf.set_author("; ".join(author.name for author in spec.authors))
    pdf.set_lang(spec.language)
    pdf.add_font("Serif", "", font_files_ttf["SourceSerifPro"])
    pdf.add_font("Serif", "B", font_files_ttf["SourceSerifProBold"])
    pdf.set_margins(20, 20)
    pdf.set_auto_page_break(auto=True, margin=25)
    pdf.add_page()
    _title(pdf, spec)
    if spec.kind == "slides":
        _slides(pdf, spec)
    else:
        _paper(pdf, spec)
    return bytes(pdf.output())


def _title(pdf: FPDF, spec: Spec) -> None:
    if spec.above:
        _line(pdf, spec.above, size=9)
        pdf.ln(4)
    _line(pdf, spec.title, size=17, bold=True)
    pdf.ln(3)
    for author in spec.authors:
        _line(pdf, author.name, size=12)
        for detail in (author.affiliation, author.email):
            if detail:
                _line(pdf, detail, size=9)
        pdf.ln(2)


def _paper(pdf: FPDF, spec: Spec) -> None:
    abstract, keywords, references = _WORDS[spec.language]
    parts: list[tuple[str, list[str]]] = []
    if spec.abstract:
        parts.append((abstract, [spec.abstract]))
    if spec.keywords:
        parts.append((keywords, [", ".join(spec.keywords)]))
    for number, (heading, text) in enumerate(spec.sections, 1):
        parts.append((f"{number} {heading}", text.split("\n\n")))
    if spec.references:
        parts.append((references, [f"[{n}] {text}" for n, text in enumerate(spec.references, 1)]))
    if spec.below:
        parts[-1][1].append(spec.below)
    two = spec.kind == "paper"
    with pdf.text_columns(
        ncols=2 if two else 1, gutter=8, line_height=1.2, text_align="LEFT", balance=two
    ) as columns:
        for heading, paragraphs in parts:
            with columns.paragraph(top_margin=3, bottom_margin=1) as paragraph:
                pdf.set_font("Serif", "B", 11)
                paragraph.write(heading)
            for text in paragraphs:
                with columns.paragraph(bottom_margin=1.5) as paragraph:
                    pdf.set_font("Serif", "", 9.5)
                    paragraph.write(" ".join(text.split()))


def _slides(pdf: FPDF, spec: Spec) -> None:
    for heading, text in spec.sections:
        pdf.add_page()
        _line(pdf, heading, size=26, bold=True)
        pdf.ln(10)
        for point in text.splitlines():
            pdf.set_font("Serif", "", 18)
            pdf.multi_cell(0, 12, f"• {point.strip()}", align="L", new_x="LMARGIN", new_y="NEXT")


def _line(pdf: FPDF, text: str, *, size: float, bold: bool = False) -> None:
    pdf.set_font("Serif", "B" if bold else "", size)
    pdf.multi_cell(0, size * 0.45, text, align="C", new_x="LMARGIN", new_y="NEXT")


@cache
def _folder() -> Path:
    folder = Path(tempfile.gettempdir()) / f"harvestman-world-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@cache
def _maker() -> bytes:
    """What else decides the bytes: this file and the library."""
    return Path(__file__).read_bytes() + version("fpdf2").encode()
