"""Waiting for what other processes do, without guessing how long it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import psutil


def until(is_so: Callable[[], bool], what: str) -> None:
    """Look again and again, for ten seconds at most."""
    for _ in range(2000):
        if is_so():
            return
        threading.Event().wait(0.005)
    raise AssertionError(f"never happened: {what}")


def number_in(path: Path) -> int:
    """The number that a child writes into a file, once it has."""
    until(path.exists, f"{path.name} is written")
    return int(path.read_text())


def await_death(pid: int) -> None:
    """Until the process is gone or a zombie."""
    until(lambda: not lives(pid), f"process {pid} ends")


def lives(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
