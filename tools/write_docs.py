"""Writes the reference pages (docs/commands.md, settings.md, statuses.md) from the code that they describe.

python tools/write_docs.py           writes them
python tools/write_docs.py --check   exits 1 when one is not what it would write (a test runs this)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from harvestman.cli.main import VERBS, cli
from harvestman.model import EVENT_FIELDS, PAPER_FIELDS, Authority, Kind, Status
from harvestman.settings import SETTINGS

DOCS = Path(__file__).parent.parent / "docs"


def commands_page() -> str:
    """Every verb's help, as `--help` prints it."""
    lines = [
        "# Commands",
        "",
        "Every verb as its own `--help` prints it. Global options (`--db`, `--config`, `--set`) stand before the verb.",
        "",
        "Exit codes: **0** done, **1** nothing found or some failed, **2** wrong use, **3** fault; 130 after Ctrl-C.",
        "",
        "```text",
        _help(cli, "harvestman"),
        "```",
    ]
    root = click.Context(cli, info_name="harvestman")
    for verb in VERBS:
        command = cli.get_command(root, verb)
        assert command is not None
        lines += ["", f"## {verb}", "", "```text", _help(command, f"harvestman {verb}"), "```"]
        if isinstance(command, click.Group):
            inner = click.Context(command, info_name=verb, parent=root)
            for name in command.list_commands(inner):
                subverb = command.get_command(inner, name)
                assert subverb is not None
                text = _help(subverb, f"harvestman {verb} {name}")
                lines += ["", f"### {verb} {name}", "", "```text", text, "```"]
    return "\n".join(lines) + "\n"


def settings_page() -> str:
    """Every setting with its default and its sentence."""
    lines = [
        "# Settings",
        "",
        "Flags (`--db DB`, `--set KEY=VALUE`) win over the environment (`HARVESTMAN_KEY`), which wins over the file",
        "`harvestman.toml` (in the current folder, else `~/.config/harvestman/`; another one by `--config FILE` or",
        "`HARVESTMAN_CONFIG`), which wins over the defaults. `harvestman config` shows each value and where it came from.",
        "A key that does not exist, or a value that does not fit, is an error that names the nearest one that does.",
        "",
        "Durations are seconds or have a unit: `1.5`, `90s`, `10m`, `24h`, `7d`. Sizes: `500kB`, `10MB`, `1GB`.",
        "",
        "| key | takes | default | |",
        "| --- | --- | --- | --- |",
    ]
    for setting in SETTINGS:
        default = (
            str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        )
        lines.append(
            f"| `{setting.key}` | {setting.form} | {f'`{default}`' if default != '' else ''} | {setting.sentence} |"
        )
    lines += [
        "",
        "```toml",
        "# harvestman.toml",
        'db = "papers.db"',
        'contact = "https://library.example.org/harvestman"',
        'delay = "2s"',
        "```",
    ]
    return "\n".join(lines) + "\n"


def statuses_page() -> str:
    """Every outcome, its meaning and its remedy; and the other closed lists of the model."""
    lines = [
        "# Outcomes and other closed lists",
        "",
        "A visit, a read or a job ends in exactly one of these. `harvestman status` counts them; `--json` output has the",
        "slug as `status`.",
        "",
        "| status | what happened | what to do |",
        "| --- | --- | --- |",
    ]
    lines += [f"| `{status}` | {status.meaning} | {status.remedy} |" for status in Status]
    lines += [
        "",
        "## Fields of a paper",
        "",
        ", ".join(f"`{field}`" for field in PAPER_FIELDS) + ".",
    ]
    lines += [
        "",
        "## Fields of an event",
        "",
        ", ".join(f"`{field}`" for field in EVENT_FIELDS) + ".",
    ]
    lines += ["", "## Kinds of a paper", "", ", ".join(f"`{kind}`" for kind in Kind) + "."]
    names = [authority.name.lower() for authority in sorted(Authority, reverse=True)]
    lines += [
        "",
        "## Authorities, the strongest first",
        "",
        ", ".join(f"`{name}`" for name in names) + ".",
    ]
    return "\n".join(lines) + "\n"


def _help(command: click.Command, name: str) -> str:
    with click.Context(
        command, info_name=name, max_content_width=100, terminal_width=100
    ) as context:
        return command.get_help(context)


def pages() -> Iterator[tuple[Path, str]]:
    """Each generated page with its text."""
    yield DOCS / "commands.md", commands_page()
    yield DOCS / "settings.md", settings_page()
    yield DOCS / "statuses.md", statuses_page()


def main() -> int:
    """Write or check."""
    stale = [path for path, text in pages() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.name} is not what the code says: run `python tools/write_docs.py`")
        return 1 if stale else 0
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
