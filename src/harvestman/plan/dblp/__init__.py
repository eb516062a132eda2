"""dblp: a dump of the bibliography in, rows of series, volumes and authors out. Pure of SQL; the store writes the rows.

In: a dump or history file (gz, bz2, xz, zst or plain) and a guard whose processes read it. Out: `DblpTables`, whose rows have
natural keys, so that writing them twice changes nothing. It never opens a connection, never reads a DTD, never expands what
a file declares, and never keeps a name of an author.
"""

from harvestman.plan.dblp.histories import STRAND_MARK, to_histories, to_proceedings
from harvestman.plan.dblp.importing import (
    IMPORT_LIMITS,
    MDATE_WARNING,
    PRELOAD,
    DblpTables,
    read_dblp,
)
from harvestman.plan.dblp.rows import (
    AuthorYearsRow,
    ProminenceRow,
    SeriesRow,
    Summary,
    VolumeAuthorsRow,
    VolumeRow,
    unpack,
)

__all__ = [
    "IMPORT_LIMITS",
    "MDATE_WARNING",
    "PRELOAD",
    "STRAND_MARK",
    "AuthorYearsRow",
    "DblpTables",
    "ProminenceRow",
    "SeriesRow",
    "Summary",
    "VolumeAuthorsRow",
    "VolumeRow",
    "read_dblp",
    "to_histories",
    "to_proceedings",
    "unpack",
]
