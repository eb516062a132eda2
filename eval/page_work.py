"""How many calls of functions reading a page takes, as JSON:  python eval/page_work.py FOLDER…

Reads the dev pages of folders of the shared shape, one after the other, by the Python sources themselves: calls within compiled modules are not seen.
"""

from __future__ import annotations

import cProfile
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import interpreted  # noqa: F401 - before anything that it is about

from harvestman.pages import SavedPage, read, warm  # noqa: F401 - models are opened before anything is counted


def main() -> None:
    """Print one number a folder."""
    print(json.dumps([calls_a_page(Path(folder)) for folder in sys.argv[1:]]))


def calls_a_page(folder: Path) -> float:
    """Read and count."""
    golds = map(json.loads, (folder / "gold.jsonl").read_text("utf-8").splitlines())
    pages = [
        SavedPage(gold["url"], (folder / gold["file"]).read_bytes(), "text/html")
        for gold in golds
        if gold["split"] == "dev"
    ]
    counting = cProfile.Profile()
    for page in pages:
        counting.runcall(read, page, now=datetime(2026, 1, 1, tzinfo=UTC))
    return sum(entry.callcount for entry in counting.getstats()) / len(pages)


if __name__ == "__main__":
    main()
