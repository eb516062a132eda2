"""Groups of verbs such as `harvestman plan …`: each sub-verb in a file of its own, imported only when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class SubverbGroup(click.Group):
    """A group whose sub-verb `do-it` of the verb `plan` is the `command` of `cli/plan_do_it.py`."""

    def __init__(self, *args: Any, subverbs: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.subverbs = subverbs

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The sub-verbs in the order of the table."""
        return list(self.subverbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The sub-verb's command, from its own file."""
        if cmd_name not in self.subverbs:
            return None
        module = f"harvestman.cli.{self.name}_{cmd_name.replace('-', '_')}"
        command: click.Command = importlib.import_module(module).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown sub-verb names the nearest one."""
        name = args[0]
        if name not in self.subverbs and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, self.subverbs, n=1)
            hint = f"Did you mean {near[0]}?" if near else "--help lists them."
            ctx.fail(f"There is no {self.name} {name!r}. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of sub-verbs, without importing a single one."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(self.subverbs.items()))
