"""A document in the format that is asked for: TEI, JATS, BibTeX or plain text. (JSON is the model's own: see `extraction_to_plain`.)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from harvestman.formats.bibtex import BibTeX
from harvestman.formats.document_papers import extraction_paper, reference_paper
from harvestman.formats.jats import write_jats
from harvestman.formats.tei import write_tei
from harvestman.model import Extraction, Reference, UsageError


def write_document(extraction: Extraction, name: str) -> str:
    """The document in the format of that name; UsageError when there is none."""
    writer = _WRITERS.get(name)
    if writer is None:
        raise UsageError(
            f"There is no format {name!r} of documents. Valid are: {', '.join(_WRITERS)}."
        )
    return writer(extraction)


def write_bibtex_references(citations: Iterable[Reference]) -> str:
    """An entry for each citation."""
    return "".join(BibTeX().write(map(reference_paper, citations)))


def write_bibtex_header(extraction: Extraction) -> str:
    """An entry for the document itself."""
    return "".join(BibTeX().write([extraction_paper(extraction)]))


def _write_bibtex(extraction: Extraction) -> str:
    """An entry for the document; nothing where no title was found."""
    return write_bibtex_header(extraction) if extraction.header.title else ""


def _write_text(extraction: Extraction) -> str:
    """The text in reading order; whatever cannot be encoded is replaced."""
    text = extraction.text.encode(errors="replace").decode()
    return text if text.endswith("\n") or not text else text + "\n"


_WRITERS: Mapping[str, Callable[[Extraction], str]] = {
    "bibtex": _write_bibtex,
    "bibtex-references": lambda extraction: write_bibtex_references(extraction.citations),
    "jats": write_jats,
    "tei": write_tei,
    "text": _write_text,
}
