"""`harvestman serve` as a process of its own, on a free port, ended when the test is done."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from commands import Commands
from warm import Forked


@dataclass(frozen=True, slots=True)
class RunningService:
    """A server that answers."""

    address: str
    process: Forked | subprocess.Popen[bytes]
    folder: Path
    log: Path

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)

    def kill(self) -> None:
        """End it and all its children at once, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running_service(
    place: Commands, *words: str, is_fresh: bool = False
) -> Iterator[RunningService]:
    """Start a server on the library of a place; it says itself when it answers.

    `is_fresh`: as a user's shell would, for tests that look at its start, memory or family; others have it forked from a warm process.
    """
    log = place.folder / "service.log"
    start = place.start_afresh if is_fresh else place.start
    with log.open("ab") as errors:
        process = start("serve", "--port", "0", *words, stdout=subprocess.PIPE, stderr=errors)
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        assert line.startswith("Listening on "), line + log.read_text()
        yield RunningService(line.removeprefix("Listening on ").strip(), process, place.folder, log)
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
