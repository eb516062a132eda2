"""The most memory that a process and all that it starts take at one moment."""

from __future__ import annotations

import threading

import psutil


class PeakMemory(threading.Thread):
    """The largest sum of proportional memory of a process and its children, looked at every so often until it is stopped."""

    def __init__(self, process: int | None = None, *, every_s: float = 0.1) -> None:
        super().__init__(daemon=True)
        self.peak_bytes = 0
        self._top = psutil.Process(process)
        self._every_s = every_s
        self._done = threading.Event()

    def run(self) -> None:
        while not self._done.wait(self._every_s):
            total = 0
            for process in self._all():
                try:
                    total += process.memory_full_info().pss
                except psutil.Error:
                    continue
            self.peak_bytes = max(self.peak_bytes, total)

    def _all(self) -> list[psutil.Process]:
        try:
            return [self._top, *self._top.children(recursive=True)]
        except psutil.Error:  # it has ended
            return []

    def stop(self) -> int:
        """The peak, in bytes."""
        self._done.set()
        self.join()
        return self.peak_bytes
