"""`make demo`: the main job as a short story, on the embedded default and the sample world, with nothing else running."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from run_readme import on_terminal  # noqa: E402 - beside this file

from world import World, ask  # noqa: E402 - the sample world lives with the tests

FOLDER = ROOT / "demo"
ENVIRON = {
    **{k: v for k, v in os.environ.items() if not k.startswith("HARVESTMAN_")},
    "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    "COLUMNS": "140",
    "HARVESTMAN_DATA": str(FOLDER),
    "HARVESTMAN_ALLOW_PRIVATE": "true",
    "HARVESTMAN_DELAY": "0",
    "HARVESTMAN_BROWSER": "never",
}
DUMP = ROOT / "docs" / "examples" / "small-dblp.xml"


def main() -> int:
    """Every step as a person would type it; the first that fails ends the demo."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    shutil.copy(DUMP, FOLDER)
    with World() as world:
        told = Story(world).tell()
        if told == 0 and os.environ.get("SERVE"):
            print("Ctrl-C ends the desk.", flush=True)
            command = [sys.executable, "-m", "harvestman", "serve"]
            with suppress(KeyboardInterrupt):
                subprocess.run(command, env=ENVIRON, cwd=FOLDER, check=False)
        return told


class Story:
    """Says a sentence, types a command, shows what it prints."""

    def __init__(self, world: World) -> None:
        self._world = world

    def tell(self) -> int:
        """The whole story; the exit code."""
        done = (
            self.say("From a dump of dblp, Harvestman knows which conference is due, and why.")
            and self.type("plan", "import", DUMP.name, last=1)
            and self.type("plan", "rank", "--month", "2016-07", "--top", "3")
            and self.say(
                "A workshop of 1999 has no metadata at all: its pages are read by the learned reader."
            )
            and self.type("harvest", self._world.url("wds99", "/"), "--depth", "2", last=2)
            and self.say("A conference with files: pages and PDFs are fetched, read and joined.")
            and self.type(
                "harvest", self._world.url("hcip2023", "/"), "--depth", "2", "--files", last=3
            )
            and self.say("Who says so? Every value has its evidence, from the page and the PDF.")
            and self.type("show", "handwriting clubs")
            and self.say(
                "The same paper again, with a cover page: it is known, and not read again."
            )
            and self.known_file()
            and self.say("And out it goes, for LaTeX.")
            and self.type("export", "handwriting clubs", "--format", "bibtex")
        )
        print(
            "\nThe library stays in demo/: try `.venv/bin/harvestman --db demo/harvestman.db papers`,"
            "\nor look at it in a browser: `make demo SERVE=1`, then http://127.0.0.1:8080/."
            if done
            else "\nThe demo has failed."
        )
        return 0 if done else 1

    def say(self, sentence: str) -> bool:
        """A sentence of the story."""
        print(f"\n\033[1m{sentence}\033[0m" if sys.stdout.isatty() else f"\n{sentence}")
        return True

    def type(self, *words: str, last: int = 0) -> bool:
        """A command, and what it shows on a terminal (or the last lines of that); False when it fails."""
        typed = shlex.join(words) + (f" | tail -{last}" if last else "")
        print(f"$ harvestman {typed}", flush=True)
        printed, code = on_terminal(f"set -o pipefail; harvestman {typed}", ENVIRON, str(FOLDER))
        print(printed.strip("\n"), flush=True)
        return code == 0

    def known_file(self) -> bool:
        """A file that the library holds, as somebody else's repository would hand it out."""
        paper = ask(self._world.port, "hcip2023", "/paper/sato.pdf").body
        (FOLDER / "copy.pdf").write_bytes(with_cover_page(paper))
        return self.type("extract", "copy.pdf", "--keep", "--only", "header")


def with_cover_page(pdf: bytes) -> bytes:
    """The file with a page before it, as repositories add one."""
    import pypdfium2 as pdfium  # noqa: PLC0415

    document = pdfium.PdfDocument(pdf)
    document.new_page(*document[0].get_size(), index=0)
    document.save(str(FOLDER / "copy.pdf"))
    return (FOLDER / "copy.pdf").read_bytes()


if __name__ == "__main__":
    sys.exit(main())
