"""Full-text search: one little query language, two databases that answer it alike.

Text is folded and split into words here, before it is indexed and before it is looked for; the databases only ever see
folded words (FTS5 parted by blanks, PostgreSQL as ready-made `tsvector` values with their places and weights). So case,
accents and the databases' own ideas of a word do not matter, and nothing that a person types can be a syntax error.

    neural networks      both words, the last one also as the beginning of a longer word
    "neural networks"    the words in this order
    net*  -review        the beginning of a word; not this word
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from harvestman.store.asking import Values, ask, ask_one, is_sqlite, numbers
from harvestman.store.statements import Statement
from harvestman.text import unaccent

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

MAX_INDEXED = 200_000
"""So many characters of each column are searchable."""

_MAX_WORD = 64
_MAX_QUERY = 1_000
_MAX_TERMS = 50
_WORD = re.compile(r"[^\W_]+")
_PARTED = {sign: " " for sign in range(128) if not chr(sign).isalnum()}
_CHUNK = re.compile(r'(-?)(?:"([^"]*)"?|([^\s"]+))')
# PostgreSQL counts places in a text up to here and no further.
_MAX_PLACE = 16_383
# An index with fewer rows is fast enough; a word is frequent that more than so many of some hundred rows have.
_LARGE, _SAMPLE, _FREQUENT = 20_000, 128, 0.15
# Rows are looked at where they are few: SQLite takes 12 µs for each, PostgreSQL 3, and a look at those of a venue's name in any case.
_FEW = {"sqlite": 300, "postgresql": 5_000}
_SURE = 8  # of the sample: once in a million questions as many match where only 5,000 of a million rows do


@dataclass(frozen=True, slots=True)
class Index:
    """A search index: its columns, each with FTS5's weight, PostgreSQL's letter and that letter's weight."""

    name: str
    columns: tuple[tuple[str, float, str], ...]

    def letter(self, column: str) -> str:
        """PostgreSQL's letter for a column, none for all of them."""
        return next((letter for name, _, letter in self.columns if name == column), "")


PAPER_INDEX = Index(
    "paper_index",
    (("title", 10.0, "A"), ("authors", 5.0, "B"), ("venue", 3.0, "C"), ("rest", 1.0, "D")),
)
DOCUMENT_INDEX = Index("document_index", (("text", 1.0, "D"),))
PAGE_INDEX = Index("page_index", (("title", 5.0, "A"), ("text", 1.0, "D")))


@dataclass(frozen=True, slots=True)
class Term:
    """Words that stand next to each other, in one column or in any."""

    words: tuple[str, ...]
    is_prefix: bool = False
    is_excluded: bool = False
    column: str = ""
    is_checked: bool = False
    """Whether it is not looked up, but looked for in the rows that the other terms find (`weighed`)."""


def fold_words(text: str) -> list[str]:
    """The words of a text as they are indexed: lower-case, without accents, none longer than 64 letters."""
    return _folded(text).split()


def _folded(text: str) -> str:
    """Those words, parted by blanks."""
    folded = text.lower() if text.isascii() else " ".join(map(_fold_chunk, text.split()))
    if folded.isascii():
        parted = folded.translate(_PARTED)
        if len(parted) <= _MAX_WORD or not _has_giant(parted):
            return parted  # a quarter of the time
    return " ".join(word[:_MAX_WORD] for word in _WORD.findall(folded))


def _has_giant(parted: str) -> bool:
    """Whether a word may be longer than we index: it would fill one of these stretches."""
    half = _MAX_WORD // 2 + 1
    return any(" " not in parted[at : at + half] for at in range(0, len(parted) - half + 1, half))


def _fold_chunk(chunk: str) -> str:
    if chunk.isascii():
        return chunk.lower()
    # Words come again and again: remembering them makes Cyrillic text as fast as ASCII. Giants are not remembered.
    return _remembered_unaccent(chunk) if len(chunk) <= _MAX_WORD else unaccent(chunk)


@lru_cache(maxsize=20_000)
def _remembered_unaccent(chunk: str) -> str:
    return unaccent(chunk)


def parse_query(text: str, *, column: str = "") -> tuple[Term, ...]:
    """What a person typed as terms; a term holds at least one word."""
    terms: list[Term] = []
    for match in _CHUNK.finditer(text[:_MAX_QUERY]):
        minus, phrase, chunk = match.groups()
        words = tuple(fold_words(phrase or chunk or ""))
        if not words or len(terms) == _MAX_TERMS:
            continue
        is_last = not text[match.end() : _MAX_QUERY].strip()
        is_prefix = chunk is not None and (chunk.endswith("*") or (is_last and not minus))
        terms.append(Term(words, is_prefix=is_prefix, is_excluded=bool(minus), column=column))
    return tuple(terms)


def make_indexes(connection: AnyConnection) -> None:
    """Make the search indexes of a new library."""
    for index, table in (
        (PAPER_INDEX, "paper"),
        (DOCUMENT_INDEX, "full_text"),
        (PAGE_INDEX, "page_text"),
    ):
        make_index(connection, index, table)


def make_index(connection: AnyConnection, index: Index, table: str) -> None:
    """Make one search index, whose rows are those of a table."""
    if is_sqlite(connection):
        # The words are folded and split before they get here, so the tokenizer has only to part them at the blanks.
        names = ", ".join(name for name, _, _ in index.columns)
        statements = [f"CREATE VIRTUAL TABLE {index.name} USING fts5({names}, tokenize = 'ascii')"]
    else:
        owner = f"REFERENCES {table} (id) ON DELETE CASCADE"
        statements = [
            f"CREATE TABLE {index.name} (rowid bigint PRIMARY KEY {owner}, words tsvector NOT NULL)",
            f"CREATE INDEX {index.name}_words ON {index.name} USING gin (words)",
        ]
    for statement in statements:
        Statement(statement).change(connection)


def put_in_index(connection: AnyConnection, index: Index, row: int, texts: Sequence[str]) -> None:
    """Make a row searchable by these texts, one for each column, instead of by what it was before."""
    of_sqlite = is_sqlite(connection)
    values = _put_values(index, row, texts, of_sqlite=of_sqlite)
    _put_statement(index, of_sqlite=of_sqlite).change(connection, values)


def put_all_in_index(
    connection: AnyConnection, index: Index, rows: Iterable[tuple[int, Sequence[str]]]
) -> None:
    """The same for many rows, each with its texts."""
    of_sqlite = is_sqlite(connection)
    values = (_put_values(index, row, texts, of_sqlite=of_sqlite) for row, texts in rows)
    _put_statement(index, of_sqlite=of_sqlite).change_all(connection, values)


def _put_values(index: Index, row: int, texts: Sequence[str], *, of_sqlite: bool) -> dict[str, Any]:
    columns = [_folded(text[:MAX_INDEXED]) for text in texts]
    if of_sqlite:
        names = (name for name, _, _ in index.columns)
        return {"row": row, **dict(zip(names, columns, strict=True))}
    letters = [letter for _, _, letter in index.columns]
    return {"row": row, "words": _tsvector([column.split() for column in columns], letters)}


@cache
def _put_statement(index: Index, *, of_sqlite: bool) -> Statement:
    if of_sqlite:
        names = [name for name, _, _ in index.columns]
        return Statement(
            f"INSERT OR REPLACE INTO {index.name} (rowid, {', '.join(names)}) "  # noqa: S608 (our own names)
            f"VALUES (:row, {', '.join(':' + name for name in names)})"
        )
    return Statement(
        f"INSERT INTO {index.name} (rowid, words) VALUES (:row, CAST(:words AS tsvector)) "  # noqa: S608
        "ON CONFLICT (rowid) DO UPDATE SET words = excluded.words"
    )


def drop_from_index(connection: AnyConnection, index: Index, rows: Iterable[int]) -> None:
    """Make rows unsearchable."""
    _drop_statement(index).change_all(connection, [{"row": int(row)} for row in rows])


@cache
def _drop_statement(index: Index) -> Statement:
    return Statement(f"DELETE FROM {index.name} WHERE rowid = :row")  # noqa: S608


@dataclass(frozen=True, slots=True)
class Matching:
    """How rows that match are found: conditions in SQL, and where words are wanted the index to join and the order of relevance."""

    conditions: tuple[str, ...]
    index: str = ""
    rank: str = ""
    """Lower is better."""


def matching(
    connection: AnyConnection, index: Index, rows: str, terms: Sequence[Term], values: Values
) -> Matching:
    """How to find the rows (a column such as `paper.id`; "" for those of the index alone) that match; the words are added to the values."""
    wanted = [term for term in terms if not term.is_excluded]
    unwanted = [term for term in terms if term.is_excluded]
    matches = _matches_fts5 if is_sqlite(connection) else _matches_tsquery
    name, conditions = index.name, []
    if unwanted:
        own = f"{name}.rowid" if wanted else rows
        found = matches(index, unwanted, values, is_any=True)
        conditions.append(f"{own} NOT IN (SELECT {name}.rowid FROM {name} WHERE {found})")  # noqa: S608
    if not wanted:
        return Matching(tuple(conditions))
    looked_up = [term for term in wanted if not term.is_checked]
    conditions += [f"{name}.rowid = {rows}"] if rows else []
    conditions.append(matches(index, looked_up, values, is_any=False))
    conditions += [_holds(connection, index, term, values) for term in wanted if term.is_checked]
    if is_sqlite(connection):
        weights = ", ".join(str(weight) for _, weight, _ in index.columns)
        return Matching(tuple(conditions), name, f"bm25({name}, {weights})")
    query = _tsquery(index, wanted, values, " & ")
    # The array is for the letters D, C, B, A.
    rank = f"-ts_rank('{{0.1, 0.3, 0.5, 1.0}}'::real[], {name}.words, {query})"
    return Matching(tuple(conditions), name, rank)


def weighed(connection: AnyConnection, index: Index, terms: Sequence[Term]) -> list[Term]:
    """The terms, in a large index with the frequent ones to be checked in what the others find, if that is little.

    SQLite goes through all rows that have a word to learn how much it weighs, and once more where it may be the beginning of longer ones;
    PostgreSQL does the latter. In a million papers that is 60 ms for two frequent words beside a rare one. How frequent words are is told
    by a sample, which stays the same until the index has doubled. Words that are checked do not count in SQLite's order of relevance.
    """
    wanted = [term for term in terms if not term.is_excluded]
    if len(wanted) < 2:
        return list(terms)
    single = [term for term in wanted if len(term.words) == 1]
    _, size, *counts = _sampled(connection, index, [[term] for term in single])
    if not size:
        return list(terms)
    frequent = [t for t, n in zip(single, counts, strict=True) if n and n > size * _FREQUENT]
    rest = [term for term in wanted if term not in frequent]
    if not frequent or not rest:
        return list(terms)
    values = Values()
    name = index.name
    found = " AND ".join(matching(connection, index, "", rest, values).conditions)
    few = _FEW["sqlite" if is_sqlite(connection) else "postgresql"]
    counted = (
        f"SELECT count(*) FROM (SELECT rowid FROM {name} WHERE {found} LIMIT {few + 1}) AS found"  # noqa: S608
    )
    if ask_one(connection, counted, values) > few:
        return list(terms)
    return [replace(term, is_checked=True) if term in frequent else term for term in terms]


def surely_match_more(
    connection: AnyConnection, index: Index, terms: Sequence[Term], count: int
) -> bool:
    """Whether a sample of a large index tells that surely more rows than so many match; False where it does not, and on SQLite, which counts as far as it is asked.

    PostgreSQL goes through all rows that have a word before it gives the first: 40 ms for a quarter of a million.
    """
    if is_sqlite(connection) or not terms or any(term.is_excluded for term in terms):
        return False
    rows, size, hits = _sampled(connection, index, [terms])
    return hits >= _SURE and hits * rows > 2 * count * size


def _sampled(connection: AnyConnection, index: Index, asked: Sequence[Sequence[Term]]) -> list[int]:
    """About how many rows there are, the size of a sample of them, and how many of it match each of several queries; zeros for a small index.

    The sample stays the same until the index has doubled. On SQLite each term must be one word.
    """
    last = f"SELECT rowid FROM {index.name} ORDER BY rowid DESC LIMIT 1"  # noqa: S608
    newest = ask_one(connection, last) or 0
    if newest < _LARGE:
        return [0] * (2 + len(asked))
    values = Values()
    have = [
        " AND ".join(_holds(connection, index, term, values) for term in terms) for terms in asked
    ]
    counts = ", ".join(["count(*)", *(f"sum(CASE WHEN {one} THEN 1 ELSE 0 END)" for one in have)])
    step = 1 << (newest // _SAMPLE).bit_length()
    rows = numbers(range(step, newest, step))
    [told] = ask(connection, f"SELECT {counts} FROM {index.name} WHERE rowid IN {rows}", values)  # noqa: S608
    return [newest, *(int(number or 0) for number in told)]


def _holds(connection: AnyConnection, index: Index, term: Term, values: Values) -> str:
    """Whether a row has a single word, by a look at the row itself."""
    if not is_sqlite(connection):  # in words for which PostgreSQL cannot use the index
        return f"({_matches_tsquery(index, [term], values, is_any=False)}) IS TRUE"
    columns = [term.column] if term.column else [column for column, _, _ in index.columns]
    text = " || ' ' || ".join(f"{index.name}.{column}" for column in columns)
    word = f" {term.words[0]}{'' if term.is_prefix else ' '}"
    return f"instr(' ' || {text} || ' ', {values.add(word)}) > 0"


def _matches_fts5(index: Index, terms: Sequence[Term], values: Values, *, is_any: bool) -> str:
    joint = " OR " if is_any else " AND "
    return f"{index.name}.{index.name} MATCH {values.add(joint.join(map(_fts5_term, terms)))}"


def _matches_tsquery(index: Index, terms: Sequence[Term], values: Values, *, is_any: bool) -> str:
    return f"{index.name}.words @@ {_tsquery(index, terms, values, ' | ' if is_any else ' & ')}"


def _tsquery(index: Index, terms: Sequence[Term], values: Values, joint: str) -> str:
    text = joint.join(_tsquery_term(term, index) for term in terms)
    return f"CAST({values.add(text)} AS tsquery)"


def _fts5_term(term: Term) -> str:
    column = f"{term.column} : " if term.column else ""
    return f'{column}"{" ".join(term.words)}"{" *" if term.is_prefix else ""}'


def _tsquery_term(term: Term, index: Index) -> str:
    letter = index.letter(term.column)
    plain = f":{letter}" if letter else ""
    words = [f"'{word}'{plain}" for word in term.words]
    if term.is_prefix:
        words[-1] = f"'{term.words[-1]}':*{letter}"
    return f"({' <-> '.join(words)})"


def _tsvector(columns: Sequence[Sequence[str]], letters: Sequence[str]) -> str:
    """PostgreSQL's own writing of a text search vector: each word with its places."""
    places: dict[str, list[str]] = {}
    place = 0
    for words, letter in zip(columns, letters, strict=True):
        for word in words:
            place = min(place + 1, _MAX_PLACE)
            places.setdefault(word, []).append(f"{place}{letter}")
        place = min(place + 1, _MAX_PLACE)  # a gap: no phrase reaches from one column into the next
    return " ".join(f"'{word}':{','.join(where)}" for word, where in places.items())
