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
    from harvestman.settings import SETTINGS

    _, effective = context.load()
    sentences = {setting.key: setting.sentence for setting in SETTINGS}
    if as_json:
        for item in effective:
            print_json(
                {
                    "key": item.key,
                    "value": _hide(item.key, item.value),
                    "origin": item.origin,
                    "meaning": sentences[item.key],
                }
            )
        return
    rows = [(i.key, _hide(i.key, i.value), i.origin, sentences[i.key]) for i in effective]
    print_table(("key", "value", "origin", "meaning"), rows, wide=("value", "meaning"))


def _hide(key: str, value: object) -> object:
    """Database URLs without their passwords, services without their keys: this output gets pasted into reports."""
    import re

    if not isinstance(value, str):
        return value
    if key == "provider_keys":
        return re.sub(r"=\S+", "=***", value)
    hidden = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", value)
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", hidden)
