"""Running a piece of a test as a user without special rights, because root may write everywhere."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable

_NOBODY = 65534


def run_unprivileged(
    function: Callable[[], None], *, prepare: Callable[[], None] | None = None
) -> None:
    """Call the function in a child process that is not root; what it raises fails the test."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if prepare is not None:
                prepare()
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            function()
            status = 0
        except BaseException:  # noqa: BLE001 (told to the parent)
            os.write(writing, traceback.format_exc().encode()[-4000:])
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    _, result = os.waitpid(child, 0)
    assert result == 0, told
