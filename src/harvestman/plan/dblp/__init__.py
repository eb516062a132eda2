"""dblp: a dump of the bibliography in, rows of series, volumes and prominence out, as the store keeps them.

In: a dump or history file (gz, bz2, xz, zst or plain) and a guard whose processes read it. Out: `DblpTables`, whose rows have
natural keys, so that writing them twice changes nothing. It never opens a connection, never reads a DTD, never expands what
a file declares. Records of papers of events are handed on packed, as they are written (`known.py`); of everybody else only numbers.
"""

from harvestman.plan.dblp.importing import (
    IMPORT_LIMITS,
    MDATE_WARNING,
    PRELOAD,
    DblpTables,
    ImportSummary,
    dblp_tables,
    gather_dblp,
    read_dblp,
)

__all__ = [
    "IMPORT_LIMITS",
    "MDATE_WARNING",
    "PRELOAD",
    "DblpTables",
    "ImportSummary",
    "dblp_tables",
    "gather_dblp",
    "read_dblp",
]
