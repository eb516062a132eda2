"""Writes the script by which a new SQLite library is made (`store/new_sqlite.sql`) from what `store/schema.py` says.

python tools/write_schema.py           writes it
python tools/write_schema.py --check   exits 1 when it is not what this would write (a test runs this)
"""

from __future__ import annotations

import re
import sqlite3
import sys
from itertools import groupby

from harvestman.store.engines import sqlite_engine
from harvestman.store.migration import make
from harvestman.store.new_sqlite import SCRIPT


def schema_script() -> str:
    """All statements that SQLAlchemy runs to make a library, in their order."""
    ran: list[str] = []

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.set_trace_callback(ran.append)
        return connection

    with sqlite_engine(connect).begin() as connection:
        make(connection)
    # The engine's own words, and what triggers and search indexes do by themselves ("-- …"), are none of the script's.
    told = [_in_short(text) for text in ran if re.match(r"\s*(?:CREATE|INSERT)\b", text)]
    # SQLAlchemy makes the indexes of a table in any order.
    parts = groupby(told, lambda text: bool(re.match(r"CREATE (?:UNIQUE )?INDEX\b", text)))
    lines = [
        text for are_indexes, some in parts for text in (sorted(some) if are_indexes else some)
    ]
    return "".join(f"{text};\n" for text in lines)


def _in_short(text: str) -> str:
    return " ".join(line.strip() for line in text.strip().splitlines() if line.strip())


if __name__ == "__main__":
    script = schema_script()
    if "--check" in sys.argv:
        sys.exit(script != SCRIPT.read_text("utf-8"))
    SCRIPT.write_text(script, "utf-8")
    print(f"{SCRIPT}: {len(script.splitlines())} statements")
