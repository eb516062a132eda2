"""Judging the recognition of publication lists on whole academic sites with answers.

Every page of the sites is asked whether it is a list of publications. The right pages are those that `sites.jsonl` names as their
owner's (`publications_pages`) or that have entries in `entries.jsonl`. On the right pages that were recognised, titles of entries
are compared with the gold, and the owner's name where the site has one owner.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harvestman.learn.counting import Count
from harvestman.learn.likeness import alike, matched, same_name
from harvestman.model import Plain, PublicationList, UsageError, Want, assemble
from harvestman.pages import SavedPage, read

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
Miss = Callable[[str, str], None]
"""Told of each wrong answer: the page, and what is wrong."""


@dataclass(slots=True)
class _Sheet:
    """What was right on some sites."""

    pages: Count = field(default_factory=Count)
    entries: Count = field(default_factory=Count)
    owners: Count = field(default_factory=Count)

    def figures(self) -> Plain:
        return {
            "pages": self.pages.figures(),
            "entries": self.entries.figures(),
            "owners": self.owners.figures(),
        }


def judge_publications(
    folder: Path, *, split: str | None = None, miss: Miss = lambda *_: None
) -> Plain:
    """Read all pages of the sites of a folder and judge which were taken for lists of publications."""
    titles: dict[tuple[str, str], list[str]] = defaultdict(list)
    for entry in _rows(folder / "entries.jsonl"):
        titles[entry["site"], entry["page"]].append(entry["title"])
    whole = _Sheet()
    languages: dict[str, _Sheet] = defaultdict(_Sheet)
    sites: dict[str, _Sheet] = {}
    for site in _rows(folder / "sites.jsonl"):
        name = str(site["site"])
        if split is not None and site.get("split") != split:
            continue
        sheets = (whole, languages[str(site["language"])], sites.setdefault(name, _Sheet()))
        owner = site.get("owner") or {}
        right = {page for of, page in titles if of == name}
        right.update(owner.get("publications_pages") or ())
        for path in sorted((folder / name).rglob("*.htm*")):
            page = str(path.relative_to(folder / name))
            found = _publications(path, str(site["host"]), page)
            for sheet in sheets:
                sheet.pages.add(bool(found) and page in right, bool(found), page in right)
            if bool(found) != (page in right):
                miss(f"{name}/{page}", "is no list of publications" if found else "is one")
            if found and page in right:
                _judge_list(found, titles[name, page], owner, sheets)
    if not sites:
        raise UsageError(f"{folder} has no sites" + (f" of the split {split!r}" if split else ""))
    return {
        **whole.figures(),
        "by_language": {name: sheet.figures() for name, sheet in sorted(languages.items())},
        "by_site": {name: sheet.figures() for name, sheet in sites.items()},
    }


def _publications(path: Path, host: str, page: str) -> PublicationList | None:
    saved = SavedPage(f"http://{host}/{page}", path.read_bytes())
    return read(saved, now=_NOW, want={Want.PUBLICATIONS}).publications


def _judge_list(
    found: PublicationList, titles: list[str], owner: dict[str, Any], sheets: tuple[_Sheet, ...]
) -> None:
    read_titles = [assemble(mention.claims).title for mention in found.entries]
    hits = len(matched(titles, read_titles, alike))
    names = [owner["name"], *owner.get("name_variants", ())] if owner else []
    is_right = any(same_name(name, found.owner) for name in names)
    for sheet in sheets:
        if titles:
            sheet.entries.add(hits, len(read_titles), len(titles))
        sheet.owners.add(is_right, bool(found.owner), bool(names))


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON lines: {error}") from error
