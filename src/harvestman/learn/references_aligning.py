"""Labels of tokens when only the fields of a reference are known: each field is looked for where it must stand.

A string is given up when its title, container, year or numbers are not found in their order: a wrong label teaches more
harm than a missing string.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harvestman.documents.references.tokens import Token, tokens_of
from harvestman.text.folding import fold

_IN_ORDER = ("container", "volume", "issue")


def align_fields(tokens: Sequence[Token], fields: Mapping[str, Any]) -> list[str]:
    """A label for each token, or none at all when the fields do not fit the string."""
    sheet = _Sheet(tokens)
    sheet.mark_links(fields)
    behind = sheet.mark(fields["title"], "title")
    if behind < 0:
        return []
    start = sheet.labels.index("title")
    for name in _IN_ORDER:
        if fields.get(name):
            behind = sheet.mark(fields[name], name, behind)
            if behind < 0:
                return []
    if fields.get("year") and sheet.mark(fields["year"], "date") < 0:
        return []
    if fields.get("pages") and not sheet.mark_pages(fields["pages"], behind):
        return []
    for name in ("publisher", "place", "edition"):
        if fields.get(name):
            sheet.mark(str(fields[name]), name, start)
    families = [fold(author.split(",")[0]) for author in fields.get("authors", ())]
    if families and not sheet.mark_authors(families, start):
        return []
    return sheet.labels


class _Sheet:
    """The tokens of a string, folded, and the labels given so far."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._text = [fold(token.text) for token in tokens]
        self.labels = ["other"] * len(tokens)

    def mark(self, value: str, label: str, start: int = 0) -> int:
        """Label the first free place of a value; the index behind it, or -1."""
        wanted = [key for token in tokens_of(value) if (key := fold(token.text))]
        for at in range(start, len(self._text)):
            if wanted and self._text[at] == wanted[0]:
                end = self._end_of(wanted, at)
                if end:
                    self.labels[at:end] = [label] * (end - at)
                    return end
        return -1

    def _end_of(self, wanted: Sequence[str], at: int) -> int:
        """Where these words end if they stand here, free and with nothing but marks between; else 0."""
        matched = 0
        while at < len(self._text) and matched < len(wanted):
            if self._text[at] == wanted[matched] and self.labels[at] == "other":
                matched += 1
            elif self._text[at]:
                return 0
            at += 1
        return at if matched == len(wanted) else 0

    def mark_links(self, fields: Mapping[str, Any]) -> None:
        """Label the tokens that hold the link and the DOI."""
        for name in ("url", "doi"):
            key = fold(fields.get(name) or "")
            for i, token in enumerate(self._tokens):
                if key and token.kind in ("link", "doi") and key in self._text[i]:
                    self.labels[i] = name if token.kind == "link" else "doi"

    def mark_pages(self, pages: str, start: int) -> bool:
        """Label a page range, whose last page the string may shorten: 447-85."""
        first, _, last = pages.partition("-")
        end = self.mark(first, "pages", start)
        if end < 0:
            return False
        at = end
        while at < min(len(self._tokens), end + 2) and self._tokens[at].kind == "p":
            at += 1
        if at < len(self._tokens) and last and last.endswith(self._text[at] or "-"):
            self.labels[end : at + 1] = ["pages"] * (at + 1 - end)
        return True

    def mark_authors(self, families: Sequence[str], title: int) -> bool:
        """Label what stands before the title, or before the year in front of it, if all family names are there."""
        head = self.labels[:title]
        joined = "".join(self._text[:title])
        if not head or not all(family in joined for family in families):
            return not head
        end = head.index("date") if "date" in head else title
        for i in range(end):
            if self.labels[i] == "other":
                self.labels[i] = "author"
        return True
