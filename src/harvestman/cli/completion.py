"""`harvestman completion`: the script that teaches a shell our words."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes words in your shell.

    For bash: `harvestman completion bash > ~/.local/share/bash-completion/completions/harvestman`. For zsh: put it as
    `_harvestman` into a folder of $fpath. For fish: into ~/.config/fish/completions/harvestman.fish.
    """
    from click.shell_completion import get_completion_class

    from harvestman.cli.main import cli

    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(cli, {}, "harvestman", "_HARVESTMAN_COMPLETE").source())
