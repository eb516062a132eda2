"""Papers found by words and filters: a query as a statement that both databases understand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.store.asking import Values, ask_one, is_sqlite, moment_kept, numbers
from harvestman.store.ids import digest_key
from harvestman.store.papers.by_id import IS_HIDDEN, IS_SHOWN
from harvestman.store.papers.lacking import IS_WITH_FILE, is_without
from harvestman.store.search import DOCUMENT_INDEX, PAPER_INDEX, Term, matching, parse_query
from harvestman.store.sites import host_named, is_on

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection


@dataclass(frozen=True, slots=True)
class PaperQuery:
    """What papers are wanted; what is not said does not matter."""

    text: str = ""
    """Words, "phrases", beginnings* and -exclusions, in title, authors, venue, abstract and identifiers."""
    author: str = ""
    venue: str = ""
    year_from: int | None = None
    year_to: int | None = None
    has_pdf: bool | None = None
    """Whether a file of it is held or linked."""
    full_text: str = ""
    """As `text`, in the text of the files that are held."""
    source: str = ""
    """The address of a page, or `sha256:…` of a file, that speaks of the paper."""
    site: str = ""
    """The host of a page that speaks of it; "www." does not matter, nor a port that is not named."""
    kind: str = ""
    """What it is, in the words of `Kind`."""
    reader: str = ""
    """The name of a reader who says its title."""
    missing: str = ""
    """A field that it lacks: one of `LACKABLE`."""
    event: str = ""
    """The id of its event, or what it is called: "PACT 2022"."""
    since: datetime | None = None
    """Only papers that are new or have changed since then."""
    newest_first: bool = False
    """In the order in which they arrived, the last first, also where words are asked for."""
    limit: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """The papers that fit a query, as parts of a statement whose columns are still to be chosen."""

    tables: str
    conditions: tuple[str, ...]
    order: str
    bounds: str
    values: Values

    def select(self, columns: str, *, is_ordered: bool = True) -> str:
        """The statement that gives these columns of them."""
        order = f"ORDER BY {self.order}" if is_ordered else ""
        where = " AND ".join(self.conditions)
        return f"SELECT {columns} FROM {self.tables} WHERE {where} {order} {self.bounds}"  # noqa: S608


def terms_of(query: PaperQuery) -> list[Term] | None:
    """What to look for in the index; None when something is asked for that holds no word, which nothing matches."""
    terms: list[Term] = []
    for text, column in ((query.text, ""), (query.author, "authors"), (query.venue, "venue")):
        parsed = parse_query(text, column=column)
        if text.strip() and not parsed:
            return None
        terms += parsed
    if query.full_text.strip() and not parse_query(query.full_text):
        return None
    return terms


def is_ranked(query: PaperQuery, terms: list[Term]) -> bool:
    """Whether the papers come in the order of relevance: those of an author or a venue alone come newest first."""
    has_words = any(not term.is_excluded and not term.column for term in terms)
    return not query.newest_first and (bool(query.full_text) or has_words)


def is_of_words(query: PaperQuery) -> bool:
    """Whether nothing but words is asked for: then the index alone tells how many papers fit."""
    plain = replace(query, text="", author="", venue="", newest_first=False, limit=None, offset=0)
    return plain == PaperQuery()


def count_fitting(connection: AnyConnection, query: PaperQuery, terms: list[Term]) -> int:
    """How many papers fit, as far as the query's limit goes."""
    values = Values()
    match = matching(connection, PAPER_INDEX, "", terms, values)
    if match.index and is_of_words(query):
        shown = f"rowid NOT IN (SELECT id FROM paper WHERE {IS_HIDDEN})"  # noqa: S608
        where = " AND ".join([*match.conditions, shown])
        ids = f"SELECT rowid FROM {match.index} WHERE {where} {_bounds(query, values)}"  # noqa: S608
    else:
        found = fitting(connection, query, terms)
        ids, values = found.select("paper.id", is_ordered=False), found.values
    return int(ask_one(connection, f"SELECT count(*) FROM ({ids}) AS found", values) or 0)  # noqa: S608


def fitting(
    connection: AnyConnection,
    query: PaperQuery,
    terms: list[Term],
    *,
    before: int | None = None,
    are_many: bool = False,
) -> Found:
    """The papers that fit; only those that came before the row `before`, if it is given. Where they `are_many`, newest first."""
    values = Values()
    match = matching(connection, PAPER_INDEX, "paper.id", terms, values)
    tables, order = ["paper"], []
    if match.index:
        tables.append(match.index)
        order.append(match.rank)
    conditions = [IS_SHOWN, *match.conditions]
    if query.full_text:
        tables.append(f"({_with_text(connection, query.full_text, values)}) AS saying")
        conditions.append("saying.paper_id = paper.id")
        order.append("saying.rank")
    conditions += _narrowed(connection, query, values)
    if are_many or not is_ranked(query, terms):
        order.clear()
    # Of the two equal columns, that of the index lets it be read backwards from the newest, or from that row, and stopped.
    newest = f"{match.index}.rowid" if match.index and not order else "paper.id"
    if before is not None:
        place = values.add(before)
        conditions.append(f"{newest} < {place}")
        if match.index and not is_sqlite(connection):
            # Said of both tables: PostgreSQL, which joins them side by side, would begin with the newest papers: 300 ms for half a million.
            conditions.append(f"paper.id < {place}")
    # PostgreSQL would go through all papers from the newest on to find twenty among a million that are three.
    is_sorted = match.index and not (are_many or is_sqlite(connection))
    order.append(f"{newest} + 0 DESC" if is_sorted else f"{newest} DESC")
    bounds = _bounds(query, values)
    return Found(", ".join(tables), tuple(conditions), ", ".join(order), bounds, values)


def _bounds(query: PaperQuery, values: Values) -> str:
    limit = query.limit
    if limit is None and query.offset:
        limit = sys.maxsize  # SQLite takes no OFFSET without a LIMIT
    bounds = "" if limit is None else f"LIMIT {values.add(limit)}"
    return f"{bounds} OFFSET {values.add(query.offset)}" if query.offset else bounds


def _with_text(connection: AnyConnection, text: str, values: Values) -> str:
    """The papers whose files have these words: `paper_id`, and `rank`, which is lower the better they fit."""
    match = matching(connection, DOCUMENT_INDEX, "full_text.id", parse_query(text), values)
    tables = f"full_text, {match.index}" if match.index else "full_text"
    # SQLite ranks only where it matches, so the matching is done before anything is joined to it.
    return f"""
        WITH hits AS MATERIALIZED (
          SELECT full_text.source_key, {match.rank or "0.0"} AS rank FROM {tables} WHERE {" AND ".join(match.conditions)}
        )
        SELECT mention.paper_id, min(hits.rank) AS rank FROM hits
        JOIN mention ON mention.source_key = hits.source_key GROUP BY mention.paper_id
    """  # noqa: S608


def _narrowed(connection: AnyConnection, query: PaperQuery, values: Values) -> Iterator[str]:
    """The conditions of a query beside its words."""
    if query.year_from is not None and query.year_from == query.year_to:
        # So that an index has them newest first.
        yield f"paper.year = {values.add(query.year_from)}"
    elif query.year_from is not None:
        yield f"paper.year >= {values.add(query.year_from)}"
    if query.year_to is not None and query.year_from != query.year_to:
        yield f"paper.year <= {values.add(query.year_to)}"
    if query.since is not None:
        yield f"paper.changed >= {values.add(moment_kept(connection, query.since))}"
    if query.has_pdf is not None:
        yield IS_WITH_FILE if query.has_pdf else f"NOT {IS_WITH_FILE}"
    if query.event.strip():
        from harvestman.store.papers.of_events import rows_of_events  # noqa: PLC0415 (few ask so)

        yield f"paper.event_id IN {numbers(rows_of_events(connection, query.event))}"
    if query.source:
        key = values.add(digest_key(query.source))
        yield f"EXISTS (SELECT 1 FROM mention WHERE mention.paper_id = paper.id AND mention.source_key = {key})"  # noqa: S608
    if query.kind:
        kind = "json_extract(paper.view, '$.kind')" if is_sqlite(connection) else "paper.view ->> 'kind'"  # fmt: skip
        yield f"{kind} = {values.add(query.kind)}"
    if query.site:
        yield _is_of_site(query.site, values)
    if query.reader:
        yield _among(f"mention.reader = {values.add(query.reader)}")
    if query.missing:
        yield is_without(query.missing)


def _among(where: str) -> str:
    """Whether a paper is one of those that mentions found by an index speak of: so a site that has none is told at once."""
    return f"paper.id IN (SELECT mention.paper_id FROM mention WHERE {where})"  # noqa: S608


def _is_of_site(site: str, values: Values) -> str:
    asked = site.strip().lower()
    host = host_named(f"http://{asked}")
    if not host:  # that is how mentions are kept that are of no site
        return "1 = 0"
    is_there = f"mention.site = {values.add(host)}"
    if host != asked.removeprefix("www."):  # a port is named
        is_there += f" AND {is_on('mention.source', asked, values)}"
    return _among(is_there)
