"""The papers of a library: found by words and filters, looked up by id, each with the claims behind it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from harvestman.model import Paper, UsageError, paper_from_plain
from harvestman.store.asking import ask, ask_each, ask_one, is_sqlite
from harvestman.store.database import LINKING, Database
from harvestman.store.ids import random_id
from harvestman.store.papers.by_id import exact_row, row_of
from harvestman.store.papers.finding import (
    Found,
    PaperQuery,
    count_fitting,
    fitting,
    is_of_words,
    is_ranked,
    terms_of,
)
from harvestman.store.papers.lacking import HAS_FILE, IS_WITH_FILE
from harvestman.store.search import PAPER_INDEX, surely_match_more, weighed
from harvestman.store.tallies import PAPERS, read_tallies

if TYPE_CHECKING:
    from harvestman.model import Claim, Field, Plain
    from harvestman.store.asking import AnyConnection
    from harvestman.store.papers.volumes import Volume
    from harvestman.store.search import Term

COLUMNS = "paper.public_id, CAST(paper.view AS text), paper.added, paper.changed, paper.file"
"""What `shown` needs of a paper's row."""
MOST_RANKED = 5_000
"""So many papers are put in the order of relevance; more come newest first."""
_MOST_SPREAD = 5_000  # papers whose sites and readers are counted: their mentions are gone through
_FREQUENT = 12
_SHIFTED = 100  # places by which a paper may have moved between two pages and is still found
_RANKED_CURSOR = re.compile(r"([0-9]{1,9})(?:-([a-z0-9]{8,64}))?")


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
        terms = terms_of(query)
        if terms is None:
            return
        with self._database.asking() as connection:
            terms = weighed(connection, PAPER_INDEX, terms)
            are_many = _are_many(connection, query, terms)
            found = fitting(connection, query, terms, are_many=are_many)
            for row in ask_each(connection, found.select(COLUMNS), found.values):
                yield _shown(row)

    def page(self, query: PaperQuery, limit: int, *, cursor: str = "") -> PaperPage:
        """The first so many papers that fit, or those after a cursor; the query's own limit and offset do not count.

        Without words the cursor is a paper, so that what arrives meanwhile shifts nothing; with words it is a place in the
        order of relevance. Where more than `MOST_RANKED` fit, they come as without words: ranking costs time for each of them.
        """
        terms = terms_of(query)
        if terms is None:
            return PaperPage(())
        with self._database.asking() as connection:
            terms = weighed(connection, PAPER_INDEX, terms)
            are_many = _are_many(connection, query, terms)
            has_too_many = are_many and is_ranked(query, terms)
            by_relevance = not are_many and is_ranked(query, terms)
            skipped = _skipped(connection, query, terms, cursor) if by_relevance and cursor else 0
            asked = replace(query, limit=limit + 1, offset=skipped)
            before = _cursor_row(connection, cursor) if cursor and not by_relevance else None
            found = fitting(connection, asked, terms, before=before, are_many=are_many)
            papers = [_shown(row) for row in ask(connection, found.select(COLUMNS), found.values)]
        if len(papers) <= limit:
            return PaperPage(tuple(papers), has_too_many=has_too_many)
        papers.pop()
        last = papers[-1].id
        following = f"{skipped + limit}-{last}" if by_relevance else last
        return PaperPage(tuple(papers), following, has_too_many)

    def count(self, query: PaperQuery = PaperQuery()) -> int:  # noqa: B008 (frozen)
        """How many papers fit, without regard to limit and offset."""
        terms = terms_of(query)
        if terms is None:
            return 0
        with self._database.asking() as connection:
            terms = weighed(connection, PAPER_INDEX, terms)
            return _count(connection, replace(query, limit=None, offset=0), terms)

    def facets(self, query: PaperQuery, *, most: int = 20_000) -> PaperFacets | None:
        """How the papers that fit are spread over years and venues; None where more fit than are counted."""
        terms = terms_of(query)
        if terms is None:
            return PaperFacets(0, (), (), 0)
        with self._database.asking() as connection:
            terms = weighed(connection, PAPER_INDEX, terms)
            some = replace(query, limit=most + 1, offset=0)
            # Where that is known without a look at the papers: looking at 20,000 of them takes 40 ms.
            if is_of_words(query) and _has_more(connection, some, terms, most):
                return None
            found = fitting(connection, some, terms)
            columns = f"paper.year, paper.venue, {IS_WITH_FILE} AS has_file"
            fits = found.select(columns, is_ordered=False)
            grouped = f"SELECT year, venue, has_file, count(*) FROM ({fits}) AS fitting GROUP BY year, venue, has_file"  # noqa: S608
            rows = ask(connection, grouped, found.values)
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
        with self._database.asking() as connection:
            key = row_of(connection, paper_id)
            if key is None:
                return None
            [row] = ask(connection, f"SELECT {COLUMNS} FROM paper WHERE id = {key}")  # noqa: S608
            return _shown(row)

    def claims(self, paper_id: str) -> list[Claim]:
        """Everything that is claimed of a paper, by id as in `get`; an empty list when there is no such paper."""
        with self._database.asking() as connection:
            key = row_of(connection, paper_id)
            if key is None:
                return []
            from harvestman.store.papers.claimed import claims_of  # noqa: PLC0415

            return claims_of(connection, [key])[key]

    def volumes(self, words: str = "") -> list[Volume]:
        """The events whose papers are held, by name and year; those that are called so, if words are given."""
        from harvestman.store.papers.volumes import volumes_of  # noqa: PLC0415

        with self._database.asking() as connection:
            return volumes_of(connection, words)

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
        from harvestman.store.papers.placing import place_papers  # noqa: PLC0415

        return place_papers(
            self._database, events, sections or {}, now=now, new_id=self._new_id, anew=anew
        )

    def say(self, claim: Claim, *, now: datetime) -> bool:
        """Keep what a person says of a paper (`Library.say`); False when there is no such paper."""
        from harvestman.store.papers.corrections import say_of_paper  # noqa: PLC0415

        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            row = row_of(connection, claim.subject)
            if row is None:
                return False
            name = ask_one(connection, f"SELECT public_id FROM paper WHERE id = {row}")  # noqa: S608
            say_of_paper(connection, row, replace(claim, subject=name), now=now)
            return True

    def take_back(
        self, paper_id: str, field: Field, *, by: str | None = None, now: datetime
    ) -> int | None:
        """Forget what persons said of a field of a paper: how many had; None when there is no such paper."""
        from harvestman.store.papers.corrections import take_back_of_paper  # noqa: PLC0415

        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            row = row_of(connection, paper_id)
            if row is None:
                return None
            return take_back_of_paper(connection, row, field, by=by, now=now)


def shown(
    name: str, view: Plain, added: str | datetime, changed: str | datetime, file: int
) -> Paper:
    """A paper by its id, its view, the moments of its row, and whether its file is held."""
    own = {
        "id": name,
        "held": file == HAS_FILE,
        "added": _day(added),
        "changed": _day(changed),
    }
    return paper_from_plain(view | own)


def _shown(row: Any) -> Paper:
    """The paper of a row that has `COLUMNS`."""
    name, view, added, changed, file = row
    return shown(name, json.loads(view), added, changed, file)


def _day(moment: str | datetime) -> str:
    """The day of a moment in UTC, as a database gives it."""
    return moment[:10] if isinstance(moment, str) else moment.date().isoformat()


def _are_many(connection: AnyConnection, query: PaperQuery, terms: list[Term]) -> bool:
    """Whether more papers have the words than are put in the order of relevance, or, on PostgreSQL, in any (`fitting`).

    On SQLite whole words are tried first: they are counted as far as needed, while for a beginning it goes through all papers that have it.
    """
    is_sorted = is_ranked(query, terms) or not is_sqlite(connection)
    wanted = [term for term in terms if not term.is_excluded]
    if not is_sorted or not wanted or query.full_text or any(term.is_checked for term in wanted):
        return False
    if is_of_words(query) and surely_match_more(connection, PAPER_INDEX, terms, MOST_RANKED):
        return True
    some = replace(query, limit=MOST_RANKED + 1, offset=0)
    whole = [replace(term, is_prefix=False) for term in terms]
    return any(
        count_fitting(connection, some, tried) > MOST_RANKED
        for tried in ([whole, terms] if whole != terms and is_sqlite(connection) else [terms])
    )


def _count(connection: AnyConnection, query: PaperQuery, terms: list[Term]) -> int:
    """How many papers fit, as far as the query's limit goes; of all papers the database keeps the number."""
    if not terms and is_of_words(query):
        return read_tallies(connection).get(PAPERS, 0)
    return count_fitting(connection, query, terms)


def _has_more(connection: AnyConnection, query: PaperQuery, terms: list[Term], most: int) -> bool:
    """Whether more papers than so many have the words that are asked for."""
    is_sure = surely_match_more(connection, PAPER_INDEX, terms, most)
    return is_sure or _count(connection, query, terms) > most


def _spread(
    connection: AnyConnection, found: Found
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """How many of the papers each site and each reader speaks of, the most frequent first."""
    ids = found.select("paper.id", is_ordered=False)
    mentions = f"SELECT paper_id, site, reader FROM mention WHERE paper_id IN ({ids})"  # noqa: S608
    told = ask(connection, mentions, found.values)
    sites = _most_frequent({(site, paper) for paper, site, _ in told})
    return sites, _most_frequent({(reader, paper) for paper, _, reader in told})


def _most_frequent(told: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    counts = Counter(name for name, _ in told if name)
    return tuple(sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_FREQUENT])


def _skipped(connection: AnyConnection, query: PaperQuery, terms: list[Term], cursor: str) -> int:
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
    found = fitting(connection, near, terms)
    rows = ask(connection, found.select("paper.public_id"), found.values)
    names = [name for (name,) in rows]
    return near.offset + names.index(match[2]) + 1 if match[2] in names else place


def _cursor_row(connection: AnyConnection, cursor: str) -> int:
    row = exact_row(connection, cursor) or exact_row(connection, cursor, hidden=True)
    if row is None:
        raise UsageError(_bad_cursor(cursor))
    return row


def _bad_cursor(cursor: str) -> str:
    return f"{cursor!r} is no cursor of this search: take the one that the page before gives"
