"""How often different PDFs would be taken for one by what is inside them, and what looking costs.

    python bench/same_pages.py [DIR]

DIR, without which there is nothing to measure, holds PDFs of different documents. A file is taken for another when it holds all of the other's streams (`dedup.files`), so none
should; beside that, how much two files of one template may have in common.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from pathlib import Path

from harvestman.documents import pdf_streams
from processor_time import used_s


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dir", nargs="?", type=Path)
    folder = parser.parse_args().dir
    if folder is None:
        print("Give a folder of PDFs of different documents.")
        return 0
    files = sorted(folder.rglob("*.pdf"))
    inside: list[frozenset[int]] = []
    seconds = 0.0
    for path in files:
        data = path.read_bytes()
        started = used_s()
        inside.append(frozenset(pdf_streams(data)))
        seconds += used_s() - started
    told = [streams for streams in inside if streams]
    taken = [1 for one, two in combinations(told, 2) if one <= two or two <= one]
    most = max((len(one & two) / len(one | two) for one, two in combinations(told, 2)), default=0)
    print(f"{len(files)} PDFs, {len(told)} with streams, {1000 * seconds / len(files):.1f} ms each")
    print(f"{len(taken)} pairs of which one has all that is in the other")
    print(f"at most {most:.2f} of the streams of two files are common to both")
    return 1 if taken else 0


if __name__ == "__main__":
    sys.exit(main())
