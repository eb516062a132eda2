"""How many papers, mentions, claims, pages and visits there are, counted by the database itself as they come and go.

Counting rows takes time for each of them: seconds in a library of a million papers. So triggers keep the numbers in the table `tally`, and
`harvestman status` reads a few rows whatever the library holds. SQLite has one writer, so each number is one row. In PostgreSQL a row that all
writers change would make them wait for each other: there every session counts in rows of its own, which it takes over from a session that
has ended, and a number is their sum. Claims, which are most of all rows, are not counted there, for a trigger of PostgreSQL costs more than the
row: of more than a hundred thousand its own estimate is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.model import Status
from harvestman.store.asking import ask, ask_one, is_sqlite
from harvestman.store.papers.lacking import PDF, mask_of
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

HAS_FAILED = "state = 'done' AND status NOT IN ('success', 'no-papers', 'unchanged', 'no-metadata')"
"""Whether a visit has read nothing: the words of an index, so they stay as they are."""
PAPERS, PAPERS_WITH_PDF, MENTIONS, CLAIMS = "paper", "pdf", "mention", "claim"
PAGES, PAGE_BYTES = "page", "bytes"
"""Addresses of which at least one state is kept; the size of all states."""
_COUNTED_CLAIMS = 100_000
_ENDED = "visit:"  # and a status: how the last visit to an address ended
# Those whose rows are counted: nobody changes them while they are.
_LOCK = Statement("LOCK TABLE paper, mention, page, visit, tally IN SHARE ROW EXCLUSIVE MODE")
_DELETE = Statement("DELETE FROM tally")
_INSERT = Statement.insert("tally", "name", "part", "number")


@dataclass(frozen=True, slots=True)
class _Tallied:
    """What of a table's rows is added up: for each number the value of one row, which is called {row}."""

    values: Mapping[str, str]
    columns: str = ""
    """Those by whose change a value may change."""


@dataclass(frozen=True, slots=True)
class _Addition:
    """What is added to a number, in the words of SQL."""

    name: str
    more: str
    where: str = "WHERE true"


_TALLIED = {
    "paper": _Tallied(
        {
            PAPERS: "CASE WHEN {row}.title <> '' THEN 1 ELSE 0 END",
            PAPERS_WITH_PDF: f"CASE WHEN ({{row}}.lacks & {mask_of(PDF)}) = 0 THEN 1 ELSE 0 END",
        },
        "title, lacks",
    ),
    "mention": _Tallied({MENTIONS: "1"}),
    "claim": _Tallied({CLAIMS: "1"}),
    "page": _Tallied(
        {
            PAGES: "CASE WHEN EXISTS (SELECT 1 FROM page p WHERE p.url_key = {row}.url_key AND p.id <> {row}.id) THEN 0 ELSE 1 END",
            PAGE_BYTES: "{row}.size_bytes",
        },
        "size_bytes",
    ),
}
_EVENTS = ("INSERT", "UPDATE", "DELETE")
# Of visits the last one to each address counts, by how it ended. With a row that is the last, what the one before it counts for changes too.
_IS_LAST = """
    WHERE {row}.state = 'done'
      AND NOT EXISTS (SELECT 1 FROM visit w WHERE w.url_key = {row}.url_key AND w.state = 'done' AND w.id > {row}.id)
"""
_THE_ONE_BEFORE = """
    FROM visit v WHERE {row}.state = 'done' AND v.url_key = {row}.url_key AND v.state = 'done' AND v.id < {row}.id
      AND NOT EXISTS (SELECT 1 FROM visit w WHERE w.url_key = v.url_key AND w.state = 'done' AND w.id > v.id AND w.id <> {row}.id)
"""
_POSTGRES_ADD = """
    CREATE OR REPLACE FUNCTION harvestman_tally(what text, more bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF more = 0 THEN RETURN; END IF;
      UPDATE tally SET number = number + more WHERE name = what AND part = pg_backend_pid();
      IF FOUND THEN RETURN; END IF;
      UPDATE tally SET number = number + more, part = pg_backend_pid() WHERE name = what AND part = (
        SELECT t.part FROM tally t WHERE t.name = what AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.pid = t.part)
        LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF FOUND THEN RETURN; END IF;
      INSERT INTO tally (name, part, number) VALUES (what, pg_backend_pid(), more);
    END $$
"""


def _tallied(connection: AnyConnection) -> list[tuple[str, _Tallied]]:
    counts_claims = is_sqlite(connection)
    return [(name, one) for name, one in _TALLIED.items() if counts_claims or name != "claim"]


def read_tallies(connection: AnyConnection) -> dict[str, int]:
    """All numbers by name; what was never counted is not there, nor are the claims of a library on PostgreSQL."""
    rows = ask(connection, "SELECT name, sum(number) FROM tally GROUP BY name")
    return {name: int(number) for name, number in rows}


def number_of_claims(connection: AnyConnection, numbers: Mapping[str, int]) -> int:
    """How many claims there are; of many on PostgreSQL, about how many."""
    if is_sqlite(connection):
        return numbers.get(CLAIMS, 0)
    estimate = "SELECT reltuples::bigint FROM pg_class WHERE oid = 'claim'::regclass"
    about = int(ask_one(connection, estimate) or 0)
    if about > _COUNTED_CLAIMS:
        return about
    return int(ask_one(connection, "SELECT count(*) FROM claim"))


def ended_visits(numbers: Mapping[str, int]) -> dict[Status, int]:
    """How the last visit to each address ended, of these numbers."""
    return {
        Status(name.removeprefix(_ENDED)): number
        for name, number in numbers.items()
        if name.startswith(_ENDED) and number
    }


def count_anew(connection: AnyConnection) -> dict[str, int]:
    """The numbers as going through all rows gives them."""
    found = {}
    for table, tallied in _tallied(connection):
        for name, value in tallied.values.items():
            summed = f"sum({value.format(row=table)})"
            if name == PAGES:  # quicker than asking of each state whether it is the only one
                summed = "count(DISTINCT url_key)"
            found[name] = int(ask_one(connection, f"SELECT {summed} FROM {table}") or 0)  # noqa: S608
    last = "SELECT max(id) FROM visit WHERE state = 'done' GROUP BY url_key"
    by_status = f"SELECT status, count(*) FROM visit WHERE id IN ({last}) GROUP BY status"  # noqa: S608
    ends = ask(connection, by_status)
    return found | {f"{_ENDED}{status}": int(number) for status, number in ends}


def mend_tallies(connection: AnyConnection) -> None:
    """Put the numbers right, in the caller's transaction; others wait until it ends."""
    if not is_sqlite(connection):
        _LOCK.change(connection)
    found = count_anew(connection)
    _DELETE.change(connection)
    _INSERT.change_all(
        connection, [{"name": name, "part": 0, "number": n} for name, n in found.items()]
    )


def make_tallies(connection: AnyConnection) -> None:
    """Have the database count from now on, in a new library."""
    make = _sqlite_trigger if is_sqlite(connection) else _postgres_trigger
    if not is_sqlite(connection):
        Statement(_POSTGRES_ADD).change(connection)
    for event in _EVENTS:
        for table, tallied in _tallied(connection):
            if event != "UPDATE" or tallied.columns:
                for statement in make(table, event, tallied.columns, _additions(tallied, event)):
                    Statement(statement).change(connection)
        for statement in make("visit", event, "state, status", _additions_of_visits(event)):
            Statement(statement).change(connection)


def _additions(tallied: _Tallied, event: str) -> list[_Addition]:
    """What an event of a row adds to the numbers."""
    found = []
    for name, value in tallied.values.items():
        new = f"({value.format(row='NEW')})" if event != "DELETE" else "0"
        old = f"({value.format(row='OLD')})" if event != "INSERT" else "0"
        found.append(_Addition(f"'{name}'", f"{new} - {old}"))
    return found


def _additions_of_visits(event: str) -> list[_Addition]:
    found = []
    for row, more, less, other in (("OLD", "-1", "1", "INSERT"), ("NEW", "1", "-1", "DELETE")):
        if event != other:
            last, before = _IS_LAST.format(row=row), _THE_ONE_BEFORE.format(row=row)
            found.append(_Addition(f"'{_ENDED}' || {row}.status", more, last))
            found.append(_Addition(f"'{_ENDED}' || v.status", less, before))
    return found


def _fires(table: str, event: str, columns: str) -> str:
    """At which rows of which event a trigger looks: of visits only at those that have ended, for most are never made."""
    of = f" OF {columns}" if event == "UPDATE" else ""
    rows = {"INSERT": ["NEW"], "UPDATE": ["OLD", "NEW"], "DELETE": ["OLD"]}[event]
    ended = " OR ".join(f"{row}.state = 'done'" for row in rows)
    when = f" WHEN ({ended})" if table == "visit" else ""
    return f"{event}{of} ON {table} FOR EACH ROW{when}"


def _sqlite_trigger(table: str, event: str, columns: str, additions: list[_Addition]) -> list[str]:
    body = "".join(
        f"INSERT INTO tally (name, part, number) SELECT {one.name}, 0, {one.more} {one.where}"
        " ON CONFLICT (name, part) DO UPDATE SET number = number + excluded.number;\n"
        for one in additions
    )
    name = f"tally_{table}_{event.lower()}"
    return [f"CREATE TRIGGER {name} AFTER {_fires(table, event, columns)} BEGIN\n{body}END"]


def _postgres_trigger(
    table: str, event: str, columns: str, additions: list[_Addition]
) -> list[str]:
    body = "".join(
        f"PERFORM harvestman_tally({one.name}, {one.more}) {one.where};\n" for one in additions
    )
    name = f"tally_{table}_{event.lower()}"
    # Before, so that one row after the other goes or changes: afterwards all of a statement's rows have. What is inserted may yet be refused.
    when = "AFTER" if event == "INSERT" else "BEFORE"
    end = f"RETURN {'OLD' if event == 'DELETE' else 'NEW'}; END"
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n{body}{end} $$",
        f"CREATE TRIGGER {name} {when} {_fires(table, event, columns)} EXECUTE FUNCTION {name}()",
    ]
