"""Words given on the command line, where `-` stands for the lines of standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator


def given_lines(words: Iterable[str]) -> Iterator[str]:
    """Each word as it is; for `-`, each line of standard input that is not blank, as it arrives."""
    for word in words:
        if word != "-":
            yield word
            continue
        from harvestman.model import UsageError

        try:
            for line in sys.stdin:
                if line.strip():
                    yield line.rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise UsageError(f"standard input is not UTF-8: {error.reason}") from error
