"""Documents: a file in; its header, citations, body, text, language and category out.

In: the bytes of a PDF, PostScript, Word, OpenDocument, text or HTML file, gzipped or not. Out: an `Extraction`, whose header
is assembled from claims with their place in the file. Everything here is a function of the bytes and runs in guarded
children; it never fetches anything and never writes into the library.
"""

from harvestman.documents.claiming import KEYWORD_SCORER
from harvestman.documents.extracting import extract
from harvestman.documents.extractors import (
    ABOUT,
    CLAIMS,
    BrokenExtractor,
    Extractor,
    Part,
    load_extractors,
    run_extractors,
)
from harvestman.documents.files.kinds import kinds_of
from harvestman.documents.files.pdf_quick_text import quick_pages
from harvestman.documents.files.pdf_same_pages import ShownPages, pdf_page_marks, pdf_shown_pages
from harvestman.documents.files.pdf_streams import pdf_streams
from harvestman.documents.jobs import Job, extract_file, extract_files
from harvestman.documents.plain_text import plain_pages, read_plain_text
from harvestman.documents.volumes import cut_pages, read_page_texts

__all__ = [
    "ABOUT",
    "CLAIMS",
    "KEYWORD_SCORER",
    "BrokenExtractor",
    "Extractor",
    "Job",
    "Part",
    "ShownPages",
    "cut_pages",
    "extract",
    "extract_file",
    "extract_files",
    "kinds_of",
    "load_extractors",
    "pdf_page_marks",
    "pdf_shown_pages",
    "pdf_streams",
    "plain_pages",
    "quick_pages",
    "read_page_texts",
    "read_plain_text",
    "run_extractors",
]
