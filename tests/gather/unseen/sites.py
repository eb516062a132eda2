"""How a made-up site is told, and written as a folder of the shape that `harvestman eval sites` judges."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gather.unseen.office import make_document
from world.pdf import Author, Spec


@dataclass(frozen=True, slots=True)
class Wanted:
    """A document, and what is to be found out about it."""

    spec: Spec
    category: str
    authors: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    why_not: str = ""
    """Why it is nothing for a repository; "" for a candidate."""
    title: str = ""
    """What it is called, if that is more than the title that it prints."""


@dataclass(frozen=True, slots=True)
class MadeUpSite:
    """One site."""

    name: str
    language: str
    kind: str
    institution: str
    domain: str
    pages: dict[str, str | bytes]
    """Text is put between the tags of a modern page; bytes are served as they are, in whatever encoding."""
    documents: dict[str, Wanted] = field(default_factory=dict)


def sheet(title: str, language: str, *texts: tuple[str, str], **more: Any) -> Spec:
    """A document of one column: a sheet, notes, a report, a thesis, a form."""
    return Spec(title, kind="report", language=language, sections=texts, **more)


def write_folder(folder: Path, sites: Sequence[MadeUpSite]) -> None:
    """Write sites with their answers: `sites.jsonl`, `gold.jsonl` and a folder a site."""
    rows: list[str] = []
    gold: list[str] = []
    for site in sites:
        for path, text in site.pages.items():
            content = text if isinstance(text, bytes) else _modern(text, site.language).encode()
            _place(folder, site, path).write_bytes(content)
        for path, wanted in site.documents.items():
            _place(folder, site, path).write_bytes(make_document(path, wanted.spec))
            gold.append(json.dumps(_gold(site, path, wanted), ensure_ascii=False))
        rows.append(
            json.dumps(
                {
                    "site": site.name,
                    "split": "test",
                    "language": site.language,
                    "host": f"{site.name}.example",
                    "kind": site.kind,
                    "root": "",
                    "institution": site.institution,
                    "institution_domains": [site.domain],
                },
                ensure_ascii=False,
            )
        )
    (folder / "sites.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    (folder / "gold.jsonl").write_text("\n".join(gold) + "\n", "utf-8")


def _modern(text: str, language: str) -> str:
    return f"<!DOCTYPE html><html lang={language}><meta charset=utf-8>{text}</html>"


def _place(folder: Path, site: MadeUpSite, path: str) -> Path:
    place = folder / site.name / path
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _gold(site: MadeUpSite, path: str, wanted: Wanted) -> dict[str, object]:
    return {
        "site": site.name,
        "split": "test",
        "file": path,
        "language": wanted.spec.language,
        "category": wanted.category,
        "title": wanted.title or wanted.spec.title,
        "authors": [{"name": name} for name in wanted.authors],
        "affiliations": list(wanted.affiliations),
        "emails": list(wanted.emails),
        "acceptable_emails": list(wanted.emails),
        "repository_candidate": not wanted.why_not,
        "why_not": wanted.why_not or None,
    }


__all__ = ["Author", "MadeUpSite", "Spec", "Wanted", "sheet", "write_folder"]
