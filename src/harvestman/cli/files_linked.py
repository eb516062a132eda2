"""What `harvest --files` tells of the files that papers link to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from harvestman.cli.printing import print_line

if TYPE_CHECKING:
    from harvestman.crawl import FileOutcome


def tell_files(files: Sequence[FileOutcome]) -> None:
    """How many files are held, and which could not be had."""
    if not files:
        return
    failed = Counter(str(one.status) for one in files if not one.document)
    fetched = sum(one.is_fetched and bool(one.document) for one in files)
    print_line(
        f"{len(files) - failed.total()} of {len(files)} linked files are held, {fetched} of them fetched now."
    )
    if failed:
        told = ", ".join(f"{number} {status}" for status, number in failed.most_common())
        print_line(f"Not had: {told}.")


def file_to_plain(file: FileOutcome) -> dict[str, Any]:
    """What became of one file, as one JSON object."""
    return {
        "file": file.url,
        "status": str(file.status),
        "detail": file.detail or None,
        "document": file.document or None,
        "papers": list(file.papers),
        "fetched": file.is_fetched,
    }
