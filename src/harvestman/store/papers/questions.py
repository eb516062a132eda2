"""The papers of a library: found by words and filters, looked up by id, each with the claims behind it."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Claim, Field, Paper, UsageError, paper_from_plain
from harvestman.store import schema
from harvestman.store.crawl.pages import host_named, is_on_site
from harvestman.store.database import LINKING, Database
from harvestman.store.documents.full_text import papers_with_text
from harvestman.store.ids import digest_key, random_id
from harvestman.store.papers.assembled import claims_of
from harvestman.store.papers.corrections import say_of_paper, take_back_of_paper
from harvestman.store.papers.lacking import is_without
from harvestman.store.papers.of_events import rows_of_events
from harvestman.store.papers.placing import place_papers
from harvestman.store.search import PAPER_INDEX, Term, matching, parse_query
from harvestman.store.tallies import PAPERS, read_tallies

_CHUNK_ROWS = (
    500  # read from the database at a time, so that a million papers never stand in memory
)
_paper = schema.paper
COLUMNS = (_paper.c.public_id, _paper.c.view, _paper.c.added, _paper.c.changed)
"""What `shown` needs of a paper's row."""
MOST_RANKED = 5_000
"""So many papers are put in the order of relevance; more come newest first."""
_MOST_SPREAD = 5_000  # papers whose sites and readers are counted: their mentions are gone through
_FREQUENT = 12
_SHIFTED = 100  # places by which a paper may have moved between two pages and is still found
_RANKED_CURSOR = re.compile(r"([0-9]{1,9})(?:-([a-z0-9]{8,64}))?")
IS_SHOWN = _paper.c.title != ""
"""A paper that nobody has given a title yet is kept but not shown."""


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
class PaperPage:
    """Some papers of a longer answer."""

    papers: tuple[Paper, ...]
    cursor: str = ""
    """What to ask for the next ones with; "" after the last."""
    has_too_many: bool = False
    """Whether more papers fit the words than are put in the order of relevance: they come newest first."""


@dataclass(frozen=True, slots=True)
class PaperFacets:
    """How many papers of a search there are in each year and venue, and with a file; the most frequent first."""

    total: int
    years: tuple[tuple[int, int], ...]
    venues: tuple[tuple[str, int], ...]
    with_file: int
    sites: tuple[tuple[str, int], ...] = ()
    readers: tuple[tuple[str, int], ...] = ()
    """Counted, like sites, where no more than a few thousand fit."""


def parse_years(text: str) -> tuple[int, int]:
    """The first and last year of "2024" or "2020-2024"; UsageError for anything else."""
    match = re.fullmatch(r"(\d{4})(?:\s*[-–]\s*(\d{4}))?", text.strip())
    if not match:
        raise UsageError(f"{text!r} is no year: write 2024 or 2020-2024")
    return int(match[1]), int(match[2] or match[1])


class Papers:
    """The papers of a library: found, counted and shown with their claims, and corrected by people."""

    def __init__(self, database: Database, *, new_id: Callable[[], str] = random_id) -> None:
        self._database = database
        self._new_id = new_id

    def find(self, query: PaperQuery = PaperQuery()) -> Iterator[Paper]:  # noqa: B008 (frozen)
        """The papers that fit, best first, then newest first; newest first alone where more than `MOST_RANKED` fit.

        Read as they are taken, all from one moment.
        """
        terms = _terms(query)
        if terms is None:
            return
        with self._database.read() as connection:
            statement = _found(connection, _in_order(connection, query, terms), terms)
            streaming = connection.execution_options(yield_per=_CHUNK_ROWS)
            for row in streaming.execute(statement):
                yield shown(row)

    def page(self, query: PaperQuery, limit: int, *, cursor: str = "") -> PaperPage:
        """The first so many papers that fit, or those after a cursor; the query's own limit and offset do not count.

        Without words the cursor is a paper, so that what arrives meanwhile shifts nothing; with words it is a place in the
        order of relevance. Where more than `MOST_RANKED` fit, they come as without words: ranking costs time for each of them.
        """
        terms = _terms(query)
        if terms is None:
            return PaperPage(())
        with self._database.read() as connection:
            asked_newest = query.newest_first
            query = _in_order(connection, query, terms)
            is_ranked = _is_ranked(query, terms)
            has_too_many = query.newest_first and not asked_newest
            skipped = _skipped(connection, query, terms, cursor) if is_ranked and cursor else 0
            asked = replace(query, limit=limit + 1, offset=skipped)
            statement = _found(connection, asked, terms)
            if cursor and not is_ranked:
                statement = statement.where(_paper.c.id < _cursor_row(connection, cursor))
            papers = [shown(row) for row in connection.execute(statement)]
        if len(papers) <= limit:
            return PaperPage(tuple(papers), has_too_many=has_too_many)
        papers.pop()
        last = papers[-1].id
        following = f"{skipped + limit}-{last}" if is_ranked else last
        return PaperPage(tuple(papers), following, has_too_many)

    def count(self, query: PaperQuery = PaperQuery()) -> int:  # noqa: B008 (frozen)
        """How many papers fit, without regard to limit and offset."""
        terms = _terms(query)
        if terms is None:
            return 0
        with self._database.read() as connection:
            if replace(query, newest_first=False, limit=None, offset=0) == PaperQuery():
                return read_tallies(connection).get(PAPERS, 0)
            statement = _found(connection, replace(query, limit=None, offset=0), terms)
            ids = statement.with_only_columns(_paper.c.id).order_by(None).subquery()
            return int(connection.scalar(sa.select(sa.func.count()).select_from(ids)) or 0)

    def facets(self, query: PaperQuery, *, most: int = 20_000) -> PaperFacets | None:
        """How the papers that fit are spread over years and venues; None where more fit than are counted."""
        terms = _terms(query)
        if terms is None:
            return PaperFacets(0, (), (), 0)
        with self._database.read() as connection:
            found = _found(connection, replace(query, limit=most + 1, offset=0), terms)
            columns = (_paper.c.year, _paper.c.venue, (_paper.c.pdf != "").label("has_file"))
            some = found.with_only_columns(*columns).order_by(None).subquery()
            grouped = sa.select(*some.c, sa.func.count()).group_by(*some.c)
            rows = connection.execute(grouped).all()
            total = sum(row[3] for row in rows)
            if total > most:
                return None
            sites, readers = _spread(connection, found) if total <= _MOST_SPREAD else ((), ())
        years: Counter[int] = Counter()
        venues: Counter[str] = Counter()
        for row in rows:
            years[row[0] or 0] += row[3]
            venues[row[1]] += row[3]
        return PaperFacets(
            total=total,
            years=tuple(sorted(((y, n) for y, n in years.items() if y), reverse=True)),
            venues=tuple((v, n) for v, n in venues.most_common() if v),
            with_file=sum(row[3] for row in rows if row[2]),
            sites=sites,
            readers=readers,
        )

    def get(self, paper_id: str) -> Paper | None:
        """The paper with this id, or whose id alone begins like this; also by an id from before it was merged."""
        with self._database.read() as connection:
            key = row_of(connection, paper_id)
            if key is None:
                return None
            row = connection.execute(sa.select(*COLUMNS).where(_paper.c.id == key)).one()
            return shown(row)

    def claims(self, paper_id: str) -> list[Claim]:
        """Everything that is claimed of a paper, by id as in `get`; an empty list when there is no such paper."""
        with self._database.read() as connection:
            key = row_of(connection, paper_id)
            return [] if key is None else claims_of(connection, [key])[key]

    def place(
        self,
        events: Mapping[str, str],
        sections: Mapping[tuple[str, int], str] | None = None,
        *,
        now: datetime,
        anew: bool = False,
    ) -> int:
        """Say to which events the papers of pages belong, by the pages' addresses; how many papers were told so anew.

        `sections` are events by address and year: where a page lists several editions, each paper's own year decides.
        """
        return place_papers(
            self._database, events, sections or {}, now=now, new_id=self._new_id, anew=anew
        )

    def say(self, claim: Claim, *, now: datetime) -> bool:
        """Keep what a person says of a paper (`Library.say`); False when there is no such paper."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            row = row_of(connection, claim.subject)
            if row is None:
                return False
            name = connection.scalars(sa.select(_paper.c.public_id).where(_paper.c.id == row)).one()
            say_of_paper(connection, row, replace(claim, subject=name), now=now)
            return True

    def take_back(
        self, paper_id: str, field: Field, *, by: str | None = None, now: datetime
    ) -> int | None:
        """Forget what persons said of a field of a paper: how many had; None when there is no such paper."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            row = row_of(connection, paper_id)
            if row is None:
                return None
            return take_back_of_paper(connection, row, field, by=by, now=now)


def shown(row: Any) -> Paper:
    """The paper of a row that has `COLUMNS`."""
    return replace(
        paper_from_plain(row.view),
        id=row.public_id,
        added=row.added.date().isoformat(),
        changed=row.changed.date().isoformat(),
    )


def _terms(query: PaperQuery) -> list[Term] | None:
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


def _is_ranked(query: PaperQuery, terms: list[Term]) -> bool:
    """Whether the papers come in the order of relevance."""
    has_words = bool(query.full_text) or any(not term.is_excluded for term in terms)
    return has_words and not query.newest_first


def _in_order(connection: Connection, query: PaperQuery, terms: list[Term]) -> PaperQuery:
    """The query as it is answered: newest first where too many fit to be put in the order of relevance."""
    if query.full_text or not _is_ranked(query, terms) or not _are_many(connection, query, terms):
        return query
    return replace(query, newest_first=True)


def _are_many(connection: Connection, query: PaperQuery, terms: list[Term]) -> bool:
    """Whether more papers fit than are put in the order of relevance.

    Whole words are tried first: they are counted as far as needed, while for a beginning SQLite goes through all papers that have it.
    """
    whole = [replace(term, is_prefix=False) for term in terms]
    return any(
        _exceed(connection, query, some) for some in ([whole, terms] if whole != terms else [terms])
    )


def _exceed(connection: Connection, query: PaperQuery, terms: list[Term]) -> bool:
    found = _found(connection, replace(query, limit=MOST_RANKED + 1, offset=0), terms)
    ids = found.with_only_columns(_paper.c.id).order_by(None).subquery()
    return int(connection.scalar(sa.select(sa.func.count()).select_from(ids)) or 0) > MOST_RANKED


def _found(connection: Connection, query: PaperQuery, terms: list[Term]) -> sa.Select[Any]:
    index, conditions, rank = matching(connection, PAPER_INDEX, _paper.c.id, terms)
    statement = sa.select(*COLUMNS).where(IS_SHOWN, *conditions)
    if index is not None:
        statement = statement.select_from(_paper, index)
    order: list[sa.ColumnElement[Any]] = [] if rank is None else [rank]
    if query.full_text:
        saying = papers_with_text(connection, parse_query(query.full_text))
        statement = statement.where(saying.c.paper_id == _paper.c.id)
        order.append(saying.c.rank)
    statement = statement.where(*_narrowed(connection, query))
    if query.newest_first:
        order.clear()
    # Of the two equal columns, that of the index lets it be read backwards from the newest, and stopped.
    newest = _paper.c.id if index is None or order else index.c.rowid
    statement = statement.order_by(*order, newest.desc())
    if query.limit is not None:
        statement = statement.limit(query.limit)
    elif query.offset:
        statement = statement.limit(sys.maxsize)  # SQLite takes no OFFSET without a LIMIT
    return statement.offset(query.offset) if query.offset else statement


def _narrowed(connection: Connection, query: PaperQuery) -> Iterator[sa.ColumnElement[bool]]:
    """The conditions of a query beside its words."""
    if query.year_from is not None and query.year_from == query.year_to:
        yield _paper.c.year == query.year_from  # so that an index has them newest first
    elif query.year_from is not None:
        yield _paper.c.year >= query.year_from
    if query.year_to is not None and query.year_from != query.year_to:
        yield _paper.c.year <= query.year_to
    if query.since is not None:
        yield _paper.c.changed >= query.since
    if query.has_pdf is not None:
        yield (_paper.c.pdf != "") == query.has_pdf
    if query.event.strip():
        yield _paper.c.event_id.in_(rows_of_events(connection, query.event))
    if query.source:
        yield _is_mentioned(schema.mention.c.source_key == digest_key(query.source))
    if query.kind:
        yield sa.type_coerce(_paper.c.view, sa.JSON)["kind"].as_string() == query.kind
    if query.site:
        yield _is_of_site(query.site)
    if query.reader:
        yield _among(schema.mention.c.reader == query.reader)
    if query.missing:
        yield is_without(query.missing)


def _spread(
    connection: Connection, found: sa.Select[Any]
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """How many of the papers each site and each reader speaks of, the most frequent first."""
    ids = found.with_only_columns(_paper.c.id).order_by(None).scalar_subquery()
    mention = schema.mention
    told = []
    for column in (mention.c.site, mention.c.reader):
        number = sa.func.count(mention.c.paper_id.distinct())
        statement = (
            sa.select(column, number)
            .where(mention.c.paper_id.in_(ids), column != "")
            .group_by(column)
            .order_by(number.desc(), column)
            .limit(_FREQUENT)
        )
        told.append(tuple((name, n) for name, n in connection.execute(statement)))
    return told[0], told[1]


def _is_mentioned(where: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(schema.mention.c.paper_id == _paper.c.id, where)


def _among(where: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Whether a paper is one of those that mentions found by an index speak of: so a site that has none is told at once."""
    return _paper.c.id.in_(sa.select(schema.mention.c.paper_id).where(where))


def _is_of_site(site: str) -> sa.ColumnElement[bool]:
    mention, asked = schema.mention, site.strip().lower()
    host = host_named(f"http://{asked}")
    if not host:  # that is how mentions are kept that are of no site
        return sa.false()
    is_there = mention.c.site == host
    if host != asked.removeprefix("www."):  # a port is named
        is_there &= is_on_site(mention.c.source, asked)
    return _among(is_there)


def _skipped(connection: Connection, query: PaperQuery, terms: list[Term], cursor: str) -> int:
    """How many papers come before the next page in the order of relevance.

    The cursor names the last paper that was shown and how many came before: what arrives or goes meanwhile shifts places, so the paper
    is looked for around its own, and the number counts only where it is not there any more.
    """
    match = _RANKED_CURSOR.fullmatch(cursor)
    if not match:
        raise UsageError(_bad_cursor(cursor))
    place = int(match[1])
    if not match[2]:
        return place
    near = replace(query, limit=2 * _SHIFTED, offset=max(0, place - _SHIFTED))
    found = _found(connection, near, terms).with_only_columns(_paper.c.public_id)
    names = list(connection.scalars(found))
    return near.offset + names.index(match[2]) + 1 if match[2] in names else place


def _cursor_row(connection: Connection, cursor: str) -> int:
    row = _exact_row(connection, cursor) or _exact_row(connection, cursor, hidden=True)
    if row is None:
        raise UsageError(_bad_cursor(cursor))
    return row


def _bad_cursor(cursor: str) -> str:
    return f"{cursor!r} is no cursor of this search: take the one that the page before gives"


def _exact_row(connection: Connection, paper_id: str, *, hidden: bool = False) -> int | None:
    names = _names(hidden=hidden)
    row = connection.scalar(sa.select(names.c.row).where(names.c.name == paper_id))
    return None if row is None else int(row)


def _names(*, hidden: bool) -> sa.Subquery:
    """The ids of all papers that are shown, or of all that are not, those from before a merge as well, each with its row."""
    merge = schema.paper_merge
    wanted = ~IS_SHOWN if hidden else IS_SHOWN
    now = sa.select(_paper.c.public_id.label("name"), _paper.c.id.label("row"))
    before = sa.select(merge.c.old_id.label("name"), merge.c.paper_id.label("row"))
    before = before.join(_paper, _paper.c.id == merge.c.paper_id)
    return sa.union_all(now.where(wanted), before.where(wanted)).subquery()


def row_of(connection: Connection, paper_id: str, *, hidden: bool = False) -> int | None:
    """The row of the paper that an id, or the beginning of one, leads to; of papers that are not shown with `hidden`."""
    exact = _exact_row(connection, paper_id, hidden=hidden)
    if exact is not None:
        return exact
    names = _names(hidden=hidden)
    if not paper_id.isascii() or not paper_id.isalnum():
        return None
    # "~" comes after every letter and digit of an id.
    rows = connection.execute(
        sa.select(names.c.name, names.c.row)
        .where(names.c.name >= paper_id, names.c.name < paper_id + "~")
        .order_by(names.c.name)
        .limit(50)
    ).all()
    papers = {row.row for row in rows}
    if len(papers) > 1:
        some = ", ".join(row.name for row in rows[:3])
        raise UsageError(
            f"The id {paper_id} is the beginning of several ({some}, …): type one letter more."
        )
    return papers.pop() if papers else None
