"""A network of its own for a process, joined to ours by a cable that can be pulled: a network namespace of Linux and two virtual devices."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Namespace:
    """A network beside ours; packets reach it only by the cable."""

    name: str
    ours: str
    """The address of this side of the cable."""

    def command(self, *words: str) -> list[str]:
        """A command as it is run there."""
        return ["ip", "netns", "exec", self.name, *words]

    def pull(self) -> None:
        """Let no packet pass any more; nobody is told."""
        _ip("link", "set", f"{self.name}a", "down")

    def plug(self) -> None:
        """Let packets pass again."""
        _ip("link", "set", f"{self.name}a", "up")


@contextmanager
def namespace() -> Iterator[Namespace | None]:
    """A network of its own until the block is left; None where this process may not make one."""
    number = os.getpid() % 60_000
    name, net = f"hv{number}", f"10.{200 + number // 256 % 50}.{number % 256}"
    try:
        _ip("netns", "add", name)
    except (OSError, subprocess.CalledProcessError):
        yield None
        return
    try:
        _ip("link", "add", f"{name}a", "type", "veth", "peer", "name", f"{name}b", "netns", name)
        _ip("addr", "add", f"{net}.1/24", "dev", f"{name}a")
        _ip("link", "set", f"{name}a", "up")
        for words in (
            ("addr", "add", f"{net}.2/24", "dev", f"{name}b"),
            ("link", "set", f"{name}b", "up"),
            ("link", "set", "lo", "up"),
        ):
            _ip("-n", name, *words)
    except subprocess.CalledProcessError:
        _ip("netns", "del", name)
        yield None
        return
    try:
        yield Namespace(name, f"{net}.1")
    finally:
        with suppress(subprocess.CalledProcessError):
            _ip("netns", "del", name)  # and the devices with it


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
