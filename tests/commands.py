"""Running the real command in a process of its own, against the sample world."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from warm import Forked, warm

COMMAND = (sys.executable, "-m", "harvestman")
_LONGEST_S = 120.0


@dataclass(frozen=True, slots=True)
class Commands:
    """Commands that share a library, with the world's loopback addresses allowed and no delays."""

    folder: Path
    db: str = ""
    more: dict[str, str] = field(default_factory=dict)

    @property
    def environ(self) -> dict[str, str]:
        """The environment of every command; nothing of the tester's own settings gets in."""
        clean = {k: v for k, v in os.environ.items() if not k.startswith("HARVESTMAN_")}
        ours = {
            "DATA": str(self.folder),
            "ALLOW_PRIVATE": "true",
            "DELAY": "0",
            "BROWSER": "never",  # tests of the browser ask for it
            "RUN_LISTING": "",  # nothing outside this machine is asked
        } | self.more
        if self.db:
            ours["DB"] = self.db
        home = {"XDG_CONFIG_HOME": str(self.folder / "no-config")}
        return clean | home | {f"HARVESTMAN_{k}": v for k, v in ours.items()}

    def run(self, *words: str, input: str = "") -> subprocess.CompletedProcess[str]:  # noqa: A002  (as subprocess calls it)
        """Run a command to its end, forked from a process that has imported everything."""
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
            given.write(input.encode())
            given.seek(0)
            standard = (given.fileno(), out.fileno(), errors.fileno())
            running = warm().start(words, self.folder, self.environ, standard)
            code = running.ended(_LONGEST_S)
            if code is None:
                running.kill()
                raise subprocess.TimeoutExpired(words, _LONGEST_S)
            printed = []
            for file in (out, errors):
                file.seek(0)
                printed.append(file.read().decode())
        return subprocess.CompletedProcess(words, code, *printed)

    def on_terminal(self, *words: str) -> str:
        """What a command that succeeds shows a person on a terminal."""
        parent, child = pty.openpty()
        process = subprocess.Popen(
            [*COMMAND, *words],
            env=self.environ | {"TERM": "xterm", "COLUMNS": "160"},
            cwd=self.folder,
            stdout=child,
            stderr=subprocess.DEVNULL,
        )
        os.close(child)
        shown = b""
        while True:
            try:
                piece = os.read(parent, 65536)
            except OSError:  # what Linux says when the other side has gone
                break
            if not piece:
                break
            shown += piece
        os.close(parent)
        assert process.wait() == 0
        return shown.decode()

    def start(
        self,
        *words: str,
        stdout: IO[bytes] | int = subprocess.DEVNULL,
        stderr: IO[bytes] | int = subprocess.DEVNULL,
    ) -> Forked:
        """Start a command in a session of its own, so that it can be killed with all its children; forked like those of `run`.

        A kill soon after the start meets work then, and not imports.
        """
        with Path(os.devnull).open("r+b") as nothing:
            reading, writing = os.pipe() if stdout == subprocess.PIPE else (-1, -1)
            numbers = {subprocess.DEVNULL: nothing.fileno(), subprocess.PIPE: writing}
            out, errors = (
                numbers[one] if isinstance(one, int) else one.fileno() for one in (stdout, stderr)
            )
            running = warm().start(
                words, self.folder, self.environ, (nothing.fileno(), out, errors)
            )
        if stdout == subprocess.PIPE:
            os.close(writing)
            running.stdout = os.fdopen(reading, "rb")
        return running

    def start_afresh(
        self,
        *words: str,
        stdout: IO[bytes] | int = subprocess.DEVNULL,
        stderr: IO[bytes] | int = subprocess.DEVNULL,
    ) -> subprocess.Popen[bytes]:
        """The same as a user's shell would, for tests that look at the start itself, at memory or at families of processes."""
        return subprocess.Popen(
            [*COMMAND, *words],
            env=self.environ,
            cwd=self.folder,
            start_new_session=True,
            stdout=stdout,
            stderr=stderr,
        )
