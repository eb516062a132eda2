"""How many calls of functions reading a page takes, as JSON:  python eval/page_work.py FOLDER

Reads the dev pages of a folder of the shared shape, by the Python sources themselves: calls within compiled modules are not seen.
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
    """Read and count."""
    folder = Path(sys.argv[1])
    golds = map(json.loads, (folder / "gold.jsonl").read_text("utf-8").splitlines())
    pages = [
        SavedPage(gold["url"], (folder / gold["file"]).read_bytes(), "text/html")
        for gold in golds
        if gold["split"] == "dev"
    ]
    counting = cProfile.Profile()
    for page in pages:
        counting.runcall(read, page, now=datetime(2026, 1, 1, tzinfo=UTC))
    calls = sum(entry.callcount for entry in counting.getstats())
    print(json.dumps(calls / len(pages)))


if __name__ == "__main__":
    main()
