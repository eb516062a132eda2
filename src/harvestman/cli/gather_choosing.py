"""Which candidates a command of `harvestman gather` means: the same options with the same meaning for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

STATES = ("new", "accepted", "rejected", "needs-permission", "asked", "deposited")
F = TypeVar("F", bound=Callable[..., Any])


def choosing_options(without_state: str) -> Callable[[F], F]:
    """The options --site, --state and --all; `without_state` says what is meant without --state."""

    def add(command: F) -> F:
        for option in (
            click.option(
                "--all",
                "show_all",
                is_flag=True,
                help="Also those that are set aside, rejected or gone.",
            ),
            click.option(
                "--state",
                "states",
                multiple=True,
                type=click.Choice(STATES),
                help=f"Those in this state (several times: in one of these); {without_state} if left out.",
            ),
            click.option(
                "--site", metavar="HOST|URL", help="Those of one site, such as www.uni.example."
            ),
        ):
            command = option(command)
        return command

    return add


def told_hidden(hidden: int) -> str:
    """The end of a sentence that tells how many are not shown, and how to see them."""
    return f"; {hidden} more set aside, rejected or gone: --all takes them too" if hidden else ""
