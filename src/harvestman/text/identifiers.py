"""Identifiers of papers, in the one form in which we keep and compare them."""

from __future__ import annotations

import re
from urllib.parse import unquote

# Crossref's own recommendation for modern DOIs, without the characters that only ever follow a DOI in running text.
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`\[\]]+", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:arxiv(?:\.org)?[:/\s]+(?:abs/|pdf/)?)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7}))(?:v\d+)?(?:\.pdf)?$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d)")


def find_doi(text: str) -> str | None:
    """The first DOI in a text or link, lower-cased and without its resolver: "10.1145/3197026.3197069"."""
    match = _DOI.search(unquote(text) if "%" in text else text)
    if not match:
        return None
    doi = match.group().rstrip(".,;:'")
    while doi.endswith(")") and doi.count("(") < doi.count(")"):
        doi = doi[:-1].rstrip(".,;:'")
    return doi.lower() or None


def find_arxiv(text: str) -> str | None:
    """The arXiv identifier that a text or link is, without its version: "1706.03762"."""
    match = _ARXIV.search(text.strip())
    return match.group(1).lower() if match else None


def find_year(text: str) -> int | None:
    """The first year in a date of any shape: "2018-06-03", "June 2018", "2018"."""
    match = _YEAR.search(text)
    return int(match.group()) if match else None


def isbn_or_issn(text: str) -> str | None:
    """An ISBN or ISSN without its spaces and prefix, or None when the text is neither."""
    plain = re.sub(r"(?i)^\s*(?:urn:)?(?:isbn|issn)(?:-1[03])?:?\s*", "", text).replace(" ", "")
    return plain.upper() if re.fullmatch(r"[\dXx-]{8,17}", plain) else None
