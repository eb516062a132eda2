"""Extending the library on its own: other papers of an author, papers of a field, and what is new on sources that are known.

Cases 3 to 5 of section 2 of the paper finder. An `Extension` is plain data, so that it can be a job of a queue; `extend` carries one out
within the budget of a question. By author and field: files that search engines name for both. By field: files on pages of communities
that speak of it. Re-visits: the publications pages of scholars who were found, looked at again. A file is taken when it looks like a
paper and agrees with what was asked; entries of pages come into the library with the page as evidence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from harvestman.crawl import is_document
from harvestman.find.agreeing import AGREES, agreement
from harvestman.find.entries import Publication
from harvestman.find.layout import lay_out
from harvestman.find.person_asking import answer_from_plain, keep_publications
from harvestman.find.policy import is_file_hit
from harvestman.find.providers import Query
from harvestman.find.questions import PersonQuestion, TrailStep
from harvestman.find.reach import Outside, Reach, SeenFile
from harvestman.find.studying import study
from harvestman.find.verifying import authors_in
from harvestman.find.word_lists import LANGUAGES, phrases_in
from harvestman.model import Category, Plain, Status, UsageError
from harvestman.pages import SavedPage, Source
from harvestman.store import Library
from harvestman.text import decode_html, squeeze
from harvestman.text.language import read_language

FIRST_HITS = 10
_MOST_FILES = 40  # of one page
_MOST_LETTERS = 300


class ExtensionKind(StrEnum):
    """How the library is extended."""

    AUTHOR = "author"
    FIELD = "field"
    REVISIT = "revisit"


@dataclass(frozen=True, slots=True)
class Extension:
    """One thing to be done for the library to grow."""

    kind: ExtensionKind
    name: str = ""
    """The author, or the scholar whose pages are visited again."""
    field: str = ""
    affiliation: str = ""

    def to_plain(self) -> Plain:
        """As it is kept in a job."""
        return asdict(self) | {"kind": str(self.kind)}


@dataclass(frozen=True, slots=True)
class Extended:
    """What came of it."""

    extension: Extension
    status: Status
    files: tuple[str, ...] = ()
    """Addresses of the papers that were taken."""
    new: int = 0
    """How many of them, or of a page's entries, the library did not have."""
    trail: tuple[TrailStep, ...] = ()
    requests: int = 0

    def to_plain(self) -> Plain:
        """One line of `find extend --json`."""
        return {
            **self.extension.to_plain(),
            "status": str(self.status),
            "files": list(self.files),
            "new": self.new,
            "requests": self.requests,
            "trail": [step.to_plain() for step in self.trail],
        }


def extension_of(plain: Any) -> Extension:
    """What `to_plain` wrote; UsageError for what is none."""
    try:
        texts = {name: squeeze(plain.get(name) or "") for name in ("name", "field", "affiliation")}
        kind = ExtensionKind(plain["kind"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UsageError(f"{str(plain)[:100]} says not how the library is to grow") from None
    if kind is not ExtensionKind.FIELD and not texts["name"]:
        raise UsageError(f"an extension by {kind} needs a name")
    if kind is ExtensionKind.FIELD and not texts["field"]:
        raise UsageError("an extension by field needs a field: a few words for it")
    return Extension(kind, **{name: text[:_MOST_LETTERS] for name, text in texts.items()})


async def extend(extension: Extension, outside: Outside) -> Extended:
    """Carry one extension out, within the budget of a question."""
    reach = outside.reach()
    work = {
        ExtensionKind.AUTHOR: _by_author,
        ExtensionKind.FIELD: _by_field,
        ExtensionKind.REVISIT: _by_revisit,
    }[extension.kind]
    files, new = await work(extension, reach)
    status = Status.SUCCESS if files or new else Status.NOTHING_FOUND
    steps = tuple(reach.trail.steps)
    return Extended(extension, status, tuple(files), new, steps, reach.budget.spent)


def revisits_due(library: Library, *, before: datetime, limit: int) -> list[Extension]:
    """The scholars whose publications pages were last read before a moment, the longest ago first."""
    kept = library.questions.answered("person", before=before, limit=limit)
    return [
        Extension(
            ExtensionKind.REVISIT,
            one.asked["name"],
            one.asked.get("field") or "",
            one.asked.get("affiliation") or "",
        )
        for one in kept
    ]


# ---------------------------------------------------------------- by author, by field
async def _by_author(extension: Extension, reach: Reach) -> tuple[list[str], int]:
    words = squeeze(f"{extension.name} {extension.field}")
    asked = await reach.search(Query(words, "pdf", read_language(words), name=extension.name))
    files = [hit.url for hit in asked.hits if is_file_hit(hit.url, hit.file_type)]
    return await _take(files[:FIRST_HITS], extension, reach)


async def _by_field(extension: Extension, reach: Reach) -> tuple[list[str], int]:
    language = read_language(extension.field)
    language = language if language in LANGUAGES else "en"
    word = phrases_in(language, "community query")[0]
    asked = await reach.search(Query(f"{extension.field} {word}", "html", language))
    pages = [hit.url for hit in asked.hits if not is_file_hit(hit.url, hit.file_type)]
    found: dict[str, float] = {}
    for url, page in (await reach.pages(pages[:FIRST_HITS])).items():
        saved = SavedPage(page.page.final_url, page.body, page.page.content_type)
        task = (saved, extension.field, reach.clock.now())
        outcome = await asyncio.wrap_future(reach.session.guard.submit(files_of_field, task))
        reach.trail.add("page", url, f"{len(outcome.value or ())} files")
        for file, share in outcome.value or ():
            found[file] = max(share, found.get(file, 0.0))
    best = sorted(found, key=lambda file: -found[file])
    return await _take(best[: 2 * FIRST_HITS], extension, reach)


def files_of_field(task: tuple[SavedPage, str, Any]) -> tuple[tuple[str, float], ...]:
    """What a worker process runs: the files of a page, with how far their links speak of the field."""
    page, field, now = task
    html, _ = decode_html(page.body, page.content_type)
    layout = lay_out(Source(page, html=html, now=now))
    found = []
    for link in [one for one in layout.links if is_document(one.url)][:_MOST_FILES]:
        line = layout.text[max(0, link.start - _MOST_LETTERS) : link.end + _MOST_LETTERS]
        found.append((link.url, agreement(line, "", affiliation="", field=field).field or 0.0))
    return tuple(found)


async def _take(urls: Iterable[str], extension: Extension, reach: Reach) -> tuple[list[str], int]:
    """Hold files, and name those that are papers of the author and the field."""
    begun = reach.clock.now()
    taken, new = [], 0
    for url in urls:
        seen = await reach.file(url)
        why = await asyncio.to_thread(_why_not, seen, extension)
        reach.trail.add("file", url, why or "taken")
        if not why and seen.document is not None:
            taken.append(url)
            new += seen.document.received >= begun
        if not reach.budget.left:
            break
    return taken, new


def _why_not(seen: SeenFile, extension: Extension) -> str:
    """Why a file is not taken; "" when it is."""
    if seen.read is None:
        return f"{seen.status}: {seen.detail}".rstrip(": ")
    read = seen.read
    if read.category is Category.CV or not (read.category is Category.PAPER or read.citations):
        return "it does not look like a paper"
    if extension.kind is ExtensionKind.AUTHOR and not authors_in((extension.name,), read)[0]:
        return "it names other authors"
    if extension.field:
        agreed = agreement(read.text, "", affiliation="", field=extension.field).field
        if agreed is not None and agreed < AGREES:
            return f"it speaks of another field ({agreed:.2f})"
    return ""


# ---------------------------------------------------------------- known sources again
async def _by_revisit(extension: Extension, reach: Reach) -> tuple[list[str], int]:
    """Read the publications pages of a scholar again; how many of their entries are new."""
    question = PersonQuestion(extension.name, extension.affiliation, extension.field)
    questions = reach.library.questions
    kept = await asyncio.to_thread(
        questions.begin, question.kind, question.key, question.to_plain()
    )
    if kept.answer is None or not kept.answer.get("publications_pages"):
        reach.trail.add("revisit", extension.name, "no publications page is known")
        return [], 0
    answer = answer_from_plain(question, kept.answer)
    known = {one.page for one in answer.publications} | set(answer.publications_pages)
    fresh = replace(reach, session=replace(reach.session, fresh_for_s=0.0))
    publications: list[Publication] = []
    for url, page in (await fresh.pages(sorted(known))).items():
        saved = SavedPage(page.page.final_url, page.body, page.page.content_type)
        outcome = await asyncio.wrap_future(reach.session.guard.submit(study, saved))
        entries = outcome.value.publications if outcome.value else ()
        reach.trail.add("revisit", url, f"{len(entries)} entries")
        publications += entries
    now = reach.clock.now()
    new = await asyncio.to_thread(keep_publications, reach.library, publications, now)
    if publications:
        plain = replace(answer, publications=tuple(publications)).to_plain()
        await asyncio.to_thread(
            questions.settle, kept, plain, requests=kept.requests + reach.budget.spent
        )
    return [], new


def extensions_by_authors(
    names: Sequence[str], *, field: str = "", limit: int = 100
) -> list[Extension]:
    """One extension for each author, each name once."""
    each = dict.fromkeys(squeeze(name) for name in names if squeeze(name))
    return [Extension(ExtensionKind.AUTHOR, name, field) for name in list(each)[:limit]]
