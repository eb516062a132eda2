"""Watchdog: notices when the event loop does not come round, says where it is held, and counts it.

Everything that strangers send is to be read in linear time or in a guarded child. Should something hold the loop all the same,
whoever runs the program learns of it: a thread looks at the loop's pulse and logs what it is doing, and the loop itself
measures how late it is as soon as it runs again, also when the interpreter was held so fast that no thread could look.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

_log = logging.getLogger("harvestman.watchdog")
_FRAMES = 6
PATIENCE_S = 3.0
"""How late the loop may be: an honest step takes milliseconds, a machine that swaps takes longer."""


@asynccontextmanager
async def watched_loop(
    tell: Callable[[float], None] | None = None, *, patience_s: float = PATIENCE_S
) -> AsyncIterator[None]:
    """Watch the running loop for as long as this is open; `tell` is told the seconds of each block when it has ended."""
    pulse = _Pulse(patience_s)
    beating = asyncio.create_task(_beat(pulse, tell), name="watchdog")
    looking = threading.Thread(target=pulse.look, name="watchdog", daemon=True)
    looking.start()
    try:
        yield
    finally:
        pulse.has_ended.set()
        beating.cancel()


class _Pulse:
    """When the loop last came round, and where it was seen held since."""

    def __init__(self, patience_s: float) -> None:
        self.patience_s = patience_s
        self.beaten = time.monotonic()
        self.has_ended = threading.Event()
        self._loop_thread = threading.get_ident()

    def look(self) -> None:
        """Look at the pulse until the end; log each block once, while it lasts."""
        told = 0.0
        while not self.has_ended.wait(self.patience_s / 2):
            beaten = self.beaten
            if time.monotonic() - beaten > self.patience_s and told != beaten:
                told = beaten
                _log.warning("The event loop is held up: %s", self._place())

    def _place(self) -> str:
        """The innermost steps of the loop's thread, the last one first."""
        frame = sys._current_frames().get(self._loop_thread)
        steps = traceback.extract_stack(frame)[-_FRAMES:] if frame else []
        return " < ".join(f"{step.name} ({step.filename}:{step.lineno})" for step in steps[::-1])


async def _beat(pulse: _Pulse, tell: Callable[[float], None] | None) -> None:
    """Note again and again that the loop has come round, and how late it is."""
    step_s = pulse.patience_s / 4
    while True:
        await asyncio.sleep(step_s)
        now = time.monotonic()
        late_s = now - pulse.beaten - step_s
        pulse.beaten = now
        if late_s > pulse.patience_s:
            _log.warning("The event loop was held up for %.1f s.", late_s)
            if tell is not None:
                tell(late_s)
