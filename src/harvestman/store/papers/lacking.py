"""Which fields a paper lacks, kept as a number with a bit for each, so that the papers without a DOI are found among 100,000 at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.model import UsageError

if TYPE_CHECKING:
    from harvestman.model import Plain

NO_FILE, HAS_FILE, HAD_FILE = 0, 1, 2
"""Whether a document of a paper is held, or was: kept in its row, for those who copy documents must hear that one is gone."""
IS_WITH_FILE = f"(paper.pdf != '' OR paper.file = {HAS_FILE})"
"""Whether a file of a paper is held or linked, in SQL."""
PDF = "pdf"
LACKABLE = ("authors", "year", "venue", "abstract", "doi", PDF)
"""The fields that are asked for, in the order of their bits: new ones go to the end. A paper whose file is held does not lack its PDF."""


def lacks_of(view: Plain, *, file: int) -> int:
    """The fields that a paper lacks, as a number, by what is shown of it and whether its file is held; one that is not shown lacks all."""
    lacked = sum([1 << bit for bit, name in enumerate(LACKABLE) if not view[name]])
    return lacked & ~mask_of(PDF) if file == HAS_FILE and view["title"] else lacked


def mask_of(field: str) -> int:
    """The bit of one of the `LACKABLE` fields."""
    return 1 << LACKABLE.index(field)


def lackable(field: str) -> str:
    """A field as it was asked for, or "" for none; UsageError for one that is not looked at."""
    name = field.strip()
    if name and name not in LACKABLE:
        raise UsageError(f"{name!r} is no field that may be missing: {', '.join(LACKABLE)}")
    return name


def is_without(field: str) -> str:
    """Whether a paper lacks one of the `LACKABLE` fields, in SQL."""
    # Asked apart, so that the small index is gone through and not the table.
    rows = f"SELECT lacking.id FROM paper AS lacking WHERE (lacking.lacks & {mask_of(field)}) != 0"  # noqa: S608 (a number)
    return f"paper.id IN ({rows})"
