"""What the engine's tests have done in child processes: good jobs and every way of going wrong."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def double(number: int) -> int:
    return 2 * number


def length(data: bytes) -> int:
    return len(data)


def pid(_: object) -> int:
    return os.getpid()


def has_loaded(module: str) -> bool:
    return module in sys.modules


def raise_value_error(message: str) -> None:
    raise ValueError(message)


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even that")


def raise_unprintable(_: object) -> None:
    raise Unprintable


def exit_politely(_: object) -> None:
    sys.exit(3)


def exit_at_once(code: int) -> None:
    os._exit(code)


def signal_self(number: int) -> None:
    os.kill(os.getpid(), number)


def read_null_pointer(_: object) -> bytes:
    return ctypes.string_at(0)


def wait_forever(_: object) -> None:
    while True:
        time.sleep(3600)


def announce_and_wait(path: str) -> None:
    """Write the child's number into a file, then never return."""
    target = Path(path)
    target.with_suffix(".part").write_text(str(os.getpid()))
    target.with_suffix(".part").rename(target)
    wait_forever(None)


def meet(paths: tuple[str, str]) -> int:
    """Write one's own file, wait for the other's."""
    mine, other = paths
    Path(mine).touch()
    while not Path(other).exists():
        time.sleep(0.001)
    return os.getpid()


def announce_grandchild_and_wait(path: str) -> None:
    """Start a process that outlives its starter, say its number, then never return."""
    grandchild = subprocess.Popen(["sleep", "3600"])
    target = Path(path)
    target.with_suffix(".part").write_text(str(grandchild.pid))
    target.with_suffix(".part").rename(target)
    wait_forever(None)


def busy_in_c(_: object) -> object:
    """A regular expression that backtracks for ages without ever letting Python handle a signal."""
    return re.match(r"(a|aa)+$", "a" * 60 + "b")


def ignore_terminate_and_wait(_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    wait_forever(None)


def take_memory(size_bytes: int) -> int:
    return len(bytearray(size_bytes))


def recurse(_: object) -> int:
    return recurse(None) + 1


def zeros(size_bytes: int) -> bytes:
    return bytes(size_bytes)


def give_function(_: object) -> Any:
    return lambda: None


class BadOnArrival:
    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return raise_value_error, ("cannot be rebuilt",)


def give_bad_on_arrival(_: object) -> BadOnArrival:
    return BadOnArrival()


class Unpicklable:
    def __reduce__(self) -> str:
        raise TypeError("stays at home")


def shout(size_bytes: int) -> int:
    line = "x" * 1023 + "\n"
    for _ in range(size_bytes // 1024):
        sys.stdout.write(line)
        sys.stderr.write(line)
    return size_bytes


def read_stdin(_: object) -> str:
    return sys.stdin.read()


class Piece:
    """A hundred kilobytes that tell when they are packed."""

    def __init__(self, told: str, number: int) -> None:
        self.told, self.number = told, number

    def __reduce__(self) -> tuple[object, ...]:
        Path(self.told).write_text(str(self.number))
        return bytes, (b"%d" % self.number * 50_000,)


def many_pieces(told: str) -> list[Piece]:
    """Far more than a child may give back, packed one after the other."""
    return [Piece(told, number) for number in range(10, 300)]
