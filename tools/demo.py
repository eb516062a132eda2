"""`make demo`: the main job from end to end, on the embedded default and the sample world, with nothing else running."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from world import World, ask  # noqa: E402 - the sample world lives with the tests

FOLDER = ROOT / "demo"


def main() -> int:
    """Every step as a person would type it; the first that fails ends the demo."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with World() as world:
        sites = [world.url(*page) for page in PAGES]
        steps = [
            (
                "Harvest three conferences: pages are fetched, read and kept.",
                ["harvest", *sites, "--depth", "2"],
            ),
            ("What does the library hold?", ["status"]),
            ("Look for a paper.", ["papers", "--limit", "8"]),
            ("Search; case and accents do not matter.", ["papers", "CATALOG*", "--limit", "5"]),
            ("Who says so? Every value has its evidence.", ["show", _first_id]),
            ("Hand it on.", ["export", "--format", "bibtex", "--limit", "2"]),
            ("Read a paper's file: its header and citations.", ["extract", _paper_file(world)]),
        ]
        for sentence, words in steps:
            print(f"\n\033[1m{sentence}\033[0m" if sys.stdout.isatty() else f"\n{sentence}")
            arguments = [word() if callable(word) else word for word in words]
            print("$ harvestman " + " ".join(arguments), flush=True)
            if run(arguments).returncode != 0:
                return 1
    print(
        f"\nThe library stays in {FOLDER.relative_to(ROOT)}/: try `harvestman --db demo/harvestman.db papers`."
    )
    return 0


# One with embedded metadata, one proceedings volume in JSON-LD, one journal in Spanish.
PAGES = (("icsw2024", "/"), ("hcip2023", "/"), ("revistadatos", "/"))


def run(arguments: list[str], **options: object) -> subprocess.CompletedProcess[str]:
    """One command, with the library in the demo's own folder and the world allowed."""
    environ = {
        **{k: v for k, v in os.environ.items() if not k.startswith("HARVESTMAN_")},
        "HARVESTMAN_DATA": str(FOLDER),
        "HARVESTMAN_ALLOW_PRIVATE": "true",
        "HARVESTMAN_DELAY": "0",
    }
    command = [sys.executable, "-m", "harvestman", *arguments]
    return subprocess.run(command, env=environ, cwd=FOLDER, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def _paper_file(world: World) -> str:
    """One of the world's papers, fetched into the demo's folder."""
    answer = ask(world.port, "hcip2023", "/paper/sato.pdf")
    (FOLDER / "sato.pdf").write_bytes(answer.body)
    return "sato.pdf"


def _first_id() -> str:
    listing = run(["papers", "--limit", "1"], stdout=subprocess.PIPE).stdout
    return listing.splitlines()[-1].split("\t")[0]


if __name__ == "__main__":
    sys.exit(main())
