"""A whole dump of dblp into a library, once: time, processor time, memory and size; then what an editor asks of it.

    python bench/dblp_dump.py dblp.xml.gz --publications 8000000
    python bench/dblp_whole.py dblp.xml.gz [--postgres] [--kill 60] [--into PAGE]

Runs the commands that a person types, each in a control group of its own. With `--kill S` the import is first begun, killed with all that it
has started after S seconds, and has to be done again as if nothing had been. Memory is the most that all of a command's processes have at one moment;
PostgreSQL's own is not in it. Limit: 2 GiB.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from harvestman.model import SystemClock
from harvestman.store import open_library, schema
from peak_memory import PeakMemory
from processor_time import HOW, ControlGroup, environ
from results import add_option, table, tell
from servers.postgres import running_postgres

LIMIT_BYTES = 2 << 30
_ENTRIES = """@inproceedings{a, title={%s}, author={%s}, year={%d}, booktitle={%s}}
@inproceedings{b, title={A paper that nobody has entered yet}, author={Ruiz, Ana}, year={%d}, booktitle={%s}}
"""


class Commands:
    """Runs commands on one library and tells what each has cost."""

    def __init__(self, db: str, blobs: Path) -> None:
        self._db = db
        self._environ = environ(HARVESTMAN_BLOBS=str(blobs))
        self.rows: list[tuple[str, ...]] = []
        """Of each command that was run what it has cost."""

    def run(self, *arguments: str | Path) -> tuple[str, int]:
        """What a command prints, and the most memory that it has had."""
        with ControlGroup() as group, tempfile.TemporaryFile() as out:
            began = time.monotonic()
            process = self.start(group, *arguments, stdout=out)
            watch = PeakMemory(process.pid, every_s=0.25)
            watch.start()
            code = process.wait()
            peak, took = watch.stop(), time.monotonic() - began
            shown = " ".join(one.name if isinstance(one, Path) else one for one in arguments)
            cost = (f"{took:.1f} s", f"{group.used_s():.1f} s", f"{peak / 1e6:,.0f} MB")
            self.rows.append((f"`harvestman {shown}`", *cost))
            print(*self.rows[-1], flush=True)
            out.seek(0)
            text = out.read().decode()
            assert code in (0, 1), (arguments, code, text)
            return text, peak

    def start(
        self, group: ControlGroup, *arguments: str | Path, stdout: object
    ) -> subprocess.Popen[bytes]:
        """Begin a command, in a session of its own."""
        whole = [sys.executable, "-m", "harvestman", "--db", self._db, *map(str, arguments)]
        return group.start(whole, env=self._environ, stdout=stdout, start_new_session=True)

    def kill(self, after_s: float, *arguments: str | Path) -> None:
        """Begin a command and kill it with all that it has started."""
        with ControlGroup() as group:
            process = self.start(group, *arguments, stdout=subprocess.DEVNULL)
            time.sleep(after_s)
            os.killpg(process.pid, signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL, "it had ended before"
        print(f"killed after {after_s:.0f} s: {' '.join(map(str, arguments))}", flush=True)


def size_bytes(db: str) -> int:
    """What the database takes on the disk."""
    if not db.startswith("postgresql:"):
        return sum(path.stat().st_size for path in Path(db).parent.glob(f"{Path(db).name}*"))
    with (
        open_library(db, blobs="/tmp", clock=SystemClock()) as library,
        library.database.read() as connection,
    ):
        return int(connection.scalar(sa.select(sa.func.pg_database_size(sa.func.current_database()))) or 0)  # fmt: skip


def a_volume(db: str, blobs: Path) -> tuple[str, int, str]:
    """The key, year and acronym of some volume."""
    volume = schema.plan_volume
    with (
        open_library(db, blobs=str(blobs), clock=SystemClock(), writable=False) as library,
        library.database.read() as connection,
    ):
        row = connection.execute(
            sa.select(volume.c.key, volume.c.year, volume.c.booktitle).order_by(volume.c.key)
        ).first()
        assert row is not None
        return str(row.key), int(row.year), str(row.booktitle)


def ask(commands: Commands, db: str, folder: Path) -> None:
    """What an editor wants of a dump: what is due, what is missing in a volume, which papers are not entered yet."""
    commands.run("plan", "rank", "--top", "20")
    volume, year, name = a_volume(db, folder)
    lacking, _ = commands.run("diff", "--volume", volume)
    entered = next(line[2:] for line in lacking.splitlines() if line.startswith("- "))
    authors, _, title = entered.rpartition("  ")[0].partition(": ")
    file = folder / "two.bib"
    file.write_text(
        _ENTRIES % (title, " and ".join(authors.split("; ")), year, name, year, name), "utf-8"
    )
    commands.run("import", file)
    missing, _ = commands.run("papers", "--not-in", "dblp", "--json")
    assert missing.count("\n") == 1, missing
    assert "nobody has entered" in missing, missing
    told, _ = commands.run("diff", "--volume", volume)
    print(f"of {volume}: {told.splitlines()[-1]}")


def main() -> int:
    """Import, ask, tell."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("file", type=Path)
    options.add_argument("--postgres", action="store_true")
    options.add_argument("--kill", type=float, default=0.0, metavar="S")
    add_option(options)
    options.add_argument("--at", type=Path, help="where the library is made and left")
    chosen = options.parse_args()
    with ExitStack() as stack:
        folder = chosen.at or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        db = str(folder / "harvestman.db")
        if chosen.postgres:
            db = stack.enter_context(running_postgres(shared_buffers="128MB")).new_database()
        commands = Commands(db, folder)
        if chosen.kill:
            commands.kill(chosen.kill, "plan", "import", chosen.file)
        told, peak = commands.run("plan", "import", chosen.file)
        size = size_bytes(db)
        ask(commands, db, folder)
    names, values, *_ = (line.split("\t") for line in told.splitlines())
    brought = ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
    text = table(("command", "time", f"CPU {HOW}", "most memory"), commands.rows)
    text += f"\n\nIn the dump: {brought}. The database takes {size / 1e6:,.0f} MB; {peak / 2**30:.2f} GiB of memory at most (limit 2 GiB)."
    tell(
        "dblp whole",
        text,
        into=chosen.into,
        command=f"python bench/dblp_whole.py {chosen.file.name}",
    )
    return 0 if peak < LIMIT_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
