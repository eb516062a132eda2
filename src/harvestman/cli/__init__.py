"""The command line: one file a verb. A verb parses its words, calls the rooms below, and prints; it decides nothing.

In: words and settings. Out: tables on a terminal, plain text in a pipe, JSON Lines with `--json`, and an exit code: 0 done,
1 nothing found or some failed, 2 wrong use, 3 fault. Heavy rooms are imported inside the verbs, so that `--help` is quick.
"""

from harvestman.cli.main import main

__all__ = ["main"]
