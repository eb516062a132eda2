"""`harvestman config`: every setting, its value and where it came from."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_table


@click.command("config")
@json_option
@click.pass_obj
def command(context: Context, as_json: bool) -> None:
    """Show every setting, its value and where it came from.

    Flags (--db, --set KEY=VALUE) win over the environment (HARVESTMAN_KEY), which wins over harvestman.toml in the
    current or the user's configuration folder, which wins over the defaults.
    """
    from harvestman.settings import SETTINGS, hide_secrets

    _, effective = context.load()
    sentences = {setting.key: setting.sentence for setting in SETTINGS}
    if as_json:
        for item in effective:
            print_json(
                {
                    "key": item.key,
                    "value": hide_secrets(item.key, item.value),
                    "origin": item.origin,
                    "meaning": sentences[item.key],
                }
            )
        return
    rows = [(i.key, hide_secrets(i.key, i.value), i.origin, sentences[i.key]) for i in effective]
    print_table(("key", "value", "origin", "meaning"), rows, wide=("value", "meaning"))
