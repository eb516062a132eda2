"""Programs of the system that read what we do not (Tesseract, Ghostscript, antiword), each with limits of its own.

They see a directory that is empty but for their input, get no shell words from the file, and are ended when their time, memory
or output is used up. The limits are set by the shell that starts them, so that they hold for whatever they start in turn.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_LIMITED = 'ulimit -t "$1" -f "$2" -v "$3"; shift 3; exec "$@"'


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What one run of a program may cost."""

    time_s: float = 60.0
    output_bytes: int = 256 * 1024 * 1024
    memory_bytes: int = 2 * 1024 * 1024 * 1024
    """Of address space, which is more than what is used."""


_USUAL = ProgramLimits()


class ProgramFailed(Exception):
    """A program is not installed, failed, or went beyond its limits."""


def is_installed(program: str) -> bool:
    """Whether the program can be found."""
    return shutil.which(program) is not None


def run_program(
    command: Sequence[str],
    files: Mapping[str, bytes],
    *,
    limits: ProgramLimits = _USUAL,
    result: str = "",
) -> bytes:
    """Run a program in a directory of its own that holds `files`; give its output, or its file `result`."""
    if not is_installed(command[0]):
        raise ProgramFailed(f"{command[0]} is not installed")
    with tempfile.TemporaryDirectory(prefix="harvestman-") as directory:
        place = Path(directory)
        for name, data in files.items():
            (place / name).write_bytes(data)
        output = place / ".output"
        shell = [
            "/bin/sh", "-c", _LIMITED, "sh",
            str(max(1, round(limits.time_s))),
            str(limits.output_bytes // 512),
            str(limits.memory_bytes // 1024),
            *command,
        ]  # fmt: skip
        with output.open("wb") as stream:
            try:
                finished = subprocess.run(
                    shell,
                    cwd=place,
                    stdin=subprocess.DEVNULL,
                    stdout=stream,
                    stderr=subprocess.DEVNULL,
                    timeout=limits.time_s,
                    env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                         "HOME": directory, "TMPDIR": directory, "OMP_THREAD_LIMIT": "1"},
                    check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired as error:
                raise ProgramFailed(
                    f"{command[0]} took longer than {limits.time_s:.0f} s"
                ) from error
        made = place / result if result else output
        data = made.read_bytes() if made.is_file() else b""
        if finished.returncode and not data:
            raise ProgramFailed(f"{command[0]} ended with {finished.returncode}")
        return data
