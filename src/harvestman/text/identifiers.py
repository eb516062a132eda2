"""Identifiers of papers, in the one form in which we keep and compare them."""

from __future__ import annotations

import functools
import re
from typing import Final
from urllib.parse import unquote

from harvestman.text.urls import host_of

# Crossref's own recommendation for modern DOIs, without the characters that only ever follow a DOI in running text.
_DOI: Final = re.compile(r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}|\\^`\[\]]+", re.IGNORECASE)
# Real DOIs stay well below this; a longer match is a hostile or glued string.
_MAX_DOI: Final = 200
# Where a resolver's link goes on behind the DOI: its query, its fragment, a publisher's view of the paper.
_BEHIND_DOI: Final = re.compile(r"[?#&].*$|/(?:full|pdf|epdf|abstract|html|meta)$", re.IGNORECASE)
# The archives that gave identifiers before April 2007 (https://arxiv.org/archive): without the list, the end of any
# path such as "article/1234567" would be one.
_ARCHIVES: Final = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|math|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|"
    "q-alg|q-bio|quant-ph|solv-int|supr-con"
)
_ARXIV: Final = re.compile(
    r"(?:(?:https?://)?(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html|format)/|(?:info:|oai:)?arxiv(?:\.org)?[:/]\s*|"
    r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.48550/arxiv\.|arxiv\s+)?"
    rf"(\d{{4}}\.\d{{4,5}}|(?:{_ARCHIVES})(?:\.[a-z]{{2}})?/\d{{7}})(?:v\d+)?(?:\.pdf)?(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)
# DOI prefixes of preprint servers and archives (arXiv, bioRxiv, SSRN, Research Square, preprints.org, OSF, TechRxiv, ChemRxiv,
# Zenodo, figshare, HAL, EarthArXiv): beside the DOI of a journal they are no contradiction.
_PREPRINTS: Final = re.compile(
    r"10\.(?:48550|1101|2139|21203|20944|31219|31234|31235|36227|26434|5281|6084|31223|22541|13140|64898)/"
)
_YEAR: Final = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d)")
_ISSN: Final = re.compile(r"(?<![\dX-])(\d{4})-?(\d{3}[\dX])(?![\dX-])", re.IGNORECASE)
_ISBN: Final = re.compile(
    r"(?<![\dX-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dX](?![\dX])", re.IGNORECASE
)
_ORCID: Final = re.compile(
    r"(?<!\d)(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])(?![\dX])", re.IGNORECASE
)


def find_doi(text: str) -> str | None:
    """The first DOI in a text or link, lower-cased and without its resolver: "10.1145/3197026.3197069"."""
    match = _DOI.search(unquote(text) if "%" in text else text)
    if not match:
        return None
    doi = _BEHIND_DOI.sub("", match.group()).rstrip(".,;:'")
    while doi.endswith(")") and doi.count("(") < doi.count(")"):
        doi = doi[:-1].rstrip(".,;:'")
    return doi.lower() if not doi.endswith("/") and len(doi) <= _MAX_DOI else None


def is_preprint(doi: str) -> bool:
    """Whether a DOI is that of a preprint server or archive."""
    return _PREPRINTS.match(doi) is not None


def is_own_site(url: str, doi: str) -> bool:
    """Whether a page lies on a site of the publisher who registered this DOI; False where that is not known."""
    host = host_of(url).partition(":")[0]
    sites = _doi_sites().get(doi.partition("/")[0], ())
    return any(host == site or host.endswith(f".{site}") for site in sites)


@functools.cache
def _doi_sites() -> dict[str, tuple[str, ...]]:
    from importlib.resources import files  # noqa: PLC0415 (brings zipfile, tempfile and random)

    text = (files("harvestman.text") / "data" / "doi_sites.txt").read_text("utf-8")
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {prefix: tuple(sites) for prefix, *sites in lines}


def find_arxiv(text: str) -> str | None:
    """The arXiv identifier that a text or link is, without its version: "1706.03762"."""
    match = _ARXIV.fullmatch(text.strip())
    return match.group(1).lower() if match else None


def find_year(text: str) -> int | None:
    """The first year in a date of any shape: "2018-06-03", "June 2018", "2018"."""
    match = _YEAR.search(text)
    return int(match.group()) if match else None


def find_issn(text: str) -> str | None:
    """The first ISSN in a text whose check digit is right, written "2049-3630"."""
    for match in _ISSN.finditer(text):
        issn = (match.group(1) + match.group(2)).upper()
        if sum(_digit(c) * (8 - place) for place, c in enumerate(issn)) % 11 == 0:
            return f"{issn[:4]}-{issn[4:]}"
    return None


def find_isbn(text: str) -> str | None:
    """The first ISBN in a text whose check digit is right, ten or thirteen characters without hyphens."""
    for match in _ISBN.finditer(text):
        isbn = re.sub(r"[- ]", "", match.group()).upper()
        weights = (1, 3) * 7 if len(isbn) == 13 else range(10, 0, -1)
        total = sum(_digit(c) * weight for c, weight in zip(isbn, weights, strict=False))
        if total % (10 if len(isbn) == 13 else 11) == 0:
            return isbn
    return None


def find_orcid(text: str) -> str | None:
    """The ORCID iD in a text or link whose check character is right: "0000-0002-1825-0097"."""
    match = _ORCID.search(text)
    if not match:
        return None
    digits = "".join(match.groups()).upper()
    total = 0
    for character in digits[:-1]:  # ISO 7064 mod 11-2
        total = (total + int(character)) * 2
    return (
        "-".join(match.groups()).upper() if (12 - total % 11) % 11 == _digit(digits[-1]) else None
    )


def _digit(character: str) -> int:
    return 10 if character == "X" else int(character)
