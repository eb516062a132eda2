"""JSON Lines: one paper a line with all its fields, exactly as `--json` prints it. The format that loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from harvestman.formats.pieces import lines_of
from harvestman.model import Paper, UsageError, paper_from_plain, paper_to_plain


class JSONLines:
    """One JSON object a line (jsonlines.org), UTF-8."""

    name = "jsonl"
    media_type = "application/jsonl"
    extension = ".jsonl"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """A line for each paper."""
        for paper in papers:
            plain = paper_to_plain(paper)
            line = json.dumps(plain, ensure_ascii=False)
            if not _is_encodable(line):  # half a surrogate pair can only be written escaped
                line = json.dumps(plain)
            yield line + "\n"

    def parse(self, pieces: Iterable[str]) -> Iterator[Paper]:
        """The papers that `write` wrote; UsageError names the line that is none."""
        for number, line in enumerate(lines_of(pieces), start=1):
            if not line.strip():
                continue
            try:
                yield paper_from_plain(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
                raise UsageError(
                    f"Line {number} is not a paper in JSON: {error or type(error).__name__}."
                ) from error


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
