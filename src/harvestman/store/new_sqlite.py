"""A new library in a SQLite file: its tables, indexes and triggers by a script, so that making one needs no SQLAlchemy.

The script is written by `tools/write_schema.py` from `schema.py`, the search indexes and the tallies, a statement a line; a test holds them together.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from harvestman.store.asking import sqlite_driver

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

SCRIPT = Path(__file__).parent / "new_sqlite.sql"


def make_in_sqlite(connection: AnyConnection) -> None:
    """Make a new library in the caller's transaction."""
    driver = sqlite_driver(connection)
    assert driver is not None
    for statement in SCRIPT.read_text("utf-8").splitlines():
        driver.execute(statement)
