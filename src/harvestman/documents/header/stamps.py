"""Date and identifiers as the first pages print them: DOI, arXiv, ORCID, ISBN, ISSN."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from harvestman.documents.header.found import Found
from harvestman.documents.header.front import Front
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.layout.lines import Role
from harvestman.text import find_arxiv, find_doi, find_isbn, find_issn, find_orcid, squeeze

_QUOTE = 300
_EN = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_ES = r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|se(?:p)?tiembre|octubre|noviembre|diciembre)"
_RU = r"(?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]*"
_DE = r"(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)"
_MONTH = rf"(?:{_ES}|{_DE}|{_EN}|{_RU})"
_YEAR = r"(?:19|20)\d\d"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b\d{{1,2}}(?:st|nd|rd|th|\.)?(?:\s+(?:of|de))?\s+{_MONTH},?(?:\s+(?:de|del))?\s+{_YEAR}(?:\s?г\.?)?",
        rf"\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s?[-–—]\s?\d{{1,2}})?,?\s+{_YEAR}",
        rf"\b\d{{4}}[-/.]\d{{2}}[-/.]\d{{2}}\b|\b\d{{1,2}}[-/.]\d{{1,2}}[-/.]{_YEAR}\b",
        rf"\b{_MONTH},?(?:\s+(?:de|del))?\s+{_YEAR}(?:\s?г\.?)?",
        rf"(?<![\d-]){_YEAR}(?![\d-])(?:\s?г\.)?",
    )
)
_FOUR_DIGITS = re.compile(r"\d\d\d\d")
"""Every date has a year."""
_SAID_SO = re.compile(r"(?i)\b(?:published|version|date|fecha|дата|publicado|опубликован)\b")
_AFTERTHOUGHT = re.compile(
    r"(?i)\b(?:received|accepted|revised|submitted|recibido|aceptado|поступила|©|copyright|permission)"
)
_ARXIV = re.compile(r"(?i)arxiv\s?:\s?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?)")


def find_printed_date(front: Front, said: Sequence[LineSaid]) -> Found[str] | None:
    """The date that says most about the document: whole before partial, alone on its line before inside a text."""
    best: tuple[float, int, str] | None = None
    for at, line in enumerate(front.lines):
        if line.page > 1 or said[at].label in "SK" or (line.page and line.place > 30):
            continue
        if not _FOUR_DIGITS.search(line.line.text):
            continue
        text = squeeze(line.line.text)
        if len(text) > 160:
            continue
        for rank, pattern in enumerate(_DATES):
            match = pattern.search(text)
            if not match:
                continue
            share = len(match.group()) / len(text)
            score = (4 - rank) * 0.5 + share * 3 - line.page * 1.5
            score += 0.8 if _SAID_SO.search(text) else 0.0
            score -= 1.0 if _AFTERTHOUGHT.search(text) else 0.0
            score -= (
                1.5 if share < 0.5 and len(line.words) > 8 and line.line.role is Role.TEXT else 0.0
            )
            if best is None or score > best[0]:
                best = (score, at, match.group())
            break
    if best is None or best[0] < 0.8:
        return None
    line = front.lines[best[1]]
    return Found(
        best[2],
        round(min(0.9, 0.3 + best[0] / 8), 3),
        line.line.page,
        squeeze(line.line.text)[:_QUOTE],
    )


def find_identifier(front: Front, find: Callable[[str], str | None]) -> Found[str] | None:
    """The first identifier of a kind on the first page with text, or on the second one above its body."""
    for line in front.lines:
        if line.page > 0 and (line.page > 1 or line.place > 25):
            continue
        value = find(line.line.text)
        if value:
            return Found(
                value, 0.8 if line.page else 0.9, line.line.page, squeeze(line.line.text)[:_QUOTE]
            )
    return None


def find_printed_doi(front: Front) -> Found[str] | None:
    """The document's own DOI: not one inside a reference in the text."""
    return find_identifier(front, lambda text: find_doi(text) if "10." in text else None)


def find_printed_arxiv(front: Front) -> Found[str] | None:
    """The arXiv number that the document bears, usually in its margin."""

    def find(text: str) -> str | None:
        match = _ARXIV.search(text) if "arxiv" in text.lower() else None
        return find_arxiv(match.group(1)) if match else None

    return find_identifier(front, find)


def find_printed_isbn(front: Front) -> Found[str] | None:
    """An ISBN that is named so."""
    return find_identifier(front, lambda text: find_isbn(text) if "isbn" in text.lower() else None)


def find_printed_issn(front: Front) -> Found[str] | None:
    """An ISSN that is named so."""
    return find_identifier(front, lambda text: find_issn(text) if "issn" in text.lower() else None)


def find_orcids(front: Front) -> list[tuple[int, Found[str]]]:
    """All ORCID iDs of the first two pages, each with the number of its line."""
    found = []
    seen = set()
    for at, line in enumerate(front.lines):
        if line.page > 1:
            break
        if line.line.text.count("-") < 3:
            continue
        for part in re.split(r"[\s,;()]+", line.line.text):
            value = find_orcid(part) if part.count("-") >= 3 else None
            if value and value not in seen:
                seen.add(value)
                found.append(
                    (at, Found(value, 0.95, line.line.page, squeeze(line.line.text)[:_QUOTE]))
                )
    return found
