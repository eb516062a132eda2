"""The extractors of the house: the parts of a document that everybody asks for, each registered as other people's are."""

from __future__ import annotations

from mmap import mmap
from typing import Any

import harvestman
from harvestman.documents.claiming import KEYWORD_SCORER
from harvestman.model import Extraction, Field, extraction_to_plain, winning_claims


class _Part:
    """A part of the plain JSON of a document."""

    name = ""
    version = harvestman.__version__

    def extract(self, extraction: Extraction, data: bytes | mmap) -> Any:
        """The part as `harvestman extract --json` prints it."""
        return extraction_to_plain(extraction, file="", only=(self.name,))[self.name]


class HeaderPart(_Part):
    """Title, authors and what else stands on the first pages."""

    name = "header"
    sentence = "Title, authors, affiliations, addresses, abstract, keywords, date and identifiers."


class CitationsPart(_Part):
    """The reference list."""

    name = "citations"
    sentence = "Every entry of the reference list: the printed string and its fields."


class BodyPart(_Part):
    """The sections."""

    name = "body"
    sentence = "The sections between header and references, each with its heading."


class TextPart(_Part):
    """The full text."""

    name = "text"
    sentence = "The full text in reading order."


class KeywordsPart(_Part):
    """Keywords, and where they are from."""

    name = "keywords"
    sentence = "Keywords: those that the document prints, else those found in its text."

    def extract(self, extraction: Extraction, data: bytes | mmap) -> Any:
        """The keywords, each once."""
        return {"keywords": list(extraction.header.keywords), "origin": _origin(extraction)}


class EvidencePart(_Part):
    """Who says so."""

    name = "evidence"
    sentence = "For each value how sure it is, where it stands and who read it."

    def extract(self, extraction: Extraction, data: bytes | mmap) -> Any:
        """By field, everything that says something about it."""
        return extraction_to_plain(extraction, file="", only=(), with_evidence=True)["evidence"]


def _origin(extraction: Extraction) -> str | None:
    """Whether keywords are printed in the document or were found in its text."""
    claim = winning_claims(extraction.claims).get(Field.KEYWORDS)
    if claim is None:
        return None
    return "found" if claim.reader == KEYWORD_SCORER else "printed"
