"""How the command ends: everything that was begun is finished and told, and nothing is taken apart that the system frees anyway."""

from __future__ import annotations

import subprocess
import sys

_COMMAND = """
import atexit, importlib, threading

door = importlib.import_module("harvestman.cli.main")


class Kept:
    def __del__(self):
        print("taken apart")


def run(arguments):
    door.kept = Kept()
    atexit.register(print, "the hook was called")
    threading.Thread(target=print, args=["the thread has ended"]).start()
    print("told")
    return 7


door.run = run
door.main()
"""


def test_what_was_begun_is_finished_before_the_process_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _COMMAND], check=False, capture_output=True, text=True
    )
    assert done.returncode == 7
    assert sorted(done.stdout.split("\n")) == [
        "",
        "the hook was called",
        "the thread has ended",
        "told",
    ]
    assert not done.stderr


def test_a_fault_of_the_program_ends_as_pythons_own() -> None:
    broken = _COMMAND.replace("return 7", "raise SystemError('broken')")
    done = subprocess.run(
        [sys.executable, "-c", broken], check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "SystemError: broken" in done.stderr
