"""What the verbs of the plan share: what is told when it knows nothing, or nothing new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.cli.printing import print_line

if TYPE_CHECKING:
    from datetime import date


def say_empty() -> int:
    """What to tell someone who asks a library without series; the exit code."""
    print_line(
        "The library holds no conference series yet: `harvestman plan import FILE` brings them.",
        to_stderr=True,
    )
    return 1


def warn_of_age(newest: date | None) -> None:
    """Say on standard error that the newest import is old, if it is: living series then seem to have ended."""
    if newest is not None:
        print_line(
            f"warning: the newest import is of {newest}: what came since is not known, and series may seem to have ended. "
            "Import a newer one.",
            to_stderr=True,
        )
