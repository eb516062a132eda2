"""Column types that make both databases keep the same: times in UTC, and text that either can store (`storable.py`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, String, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from harvestman.store.storable import storable, to_json

# SQLite numbers rows by itself only in a column that is called INTEGER.
RowKey = BigInteger().with_variant(Integer(), "sqlite")
# Compared byte by byte on both, so that a prefix is a range and the index serves it.
PublicId = String(64).with_variant(String(64, collation="C"), "postgresql")

_MOMENTS = 100  # that are remembered as they are written


def _storable_or_none(text: str | None) -> str | None:
    # Nearly all texts are plain: told without another call.
    if text is None or (text.isascii() and "\x00" not in text):
        return text
    return storable(text)


class StorableText(TypeDecorator[str]):
    """Text of any length and any origin."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """What goes into the database."""
        return value if value is None else storable(value)

    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None]:
        """The same in one call instead of three: there are a hundred texts to a page."""
        return _storable_or_none


class UtcTime(TypeDecorator[datetime]):
    """A moment. SQLite keeps it as text in UTC, which sorts; PostgreSQL as `timestamptz`."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What goes into the database; a time without a zone is a mistake of the caller."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time needs a time zone: {value.isoformat()}")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def bind_processor(self, dialect: Dialect) -> Callable[[datetime | None], Any] | None:
        """The same, and as the text that SQLite keeps: all that a page says has one time, which is written out once."""
        process = super().bind_processor(dialect)
        return process if process is None else lru_cache(maxsize=_MOMENTS)(process)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What comes out of it."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class PlainJson(TypeDecorator[Any]):
    """A plain value as JSON: a column of that type in PostgreSQL, text in SQLite.

    SQLite would take a column called JSON for numbers, and turn a large one into a rounded one.
    """

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type of the column."""
        kind: TypeEngine[Any] = Text() if dialect.name == "sqlite" else JSON()
        return dialect.type_descriptor(kind)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """What goes into the database; PostgreSQL's driver writes the JSON itself, by `to_json` as well."""
        return to_json(value) if dialect.name == "sqlite" else value

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        """The same in one call instead of three: every claim has such a value."""
        return to_json if dialect.name == "sqlite" else super().bind_processor(dialect)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """What comes out of it."""
        return json.loads(value) if dialect.name == "sqlite" else value
