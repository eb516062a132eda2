"""The door itself: global options, the table of verbs (each loaded only when called), and the last line of defence."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from collections.abc import Mapping
from contextlib import suppress

import click

import harvestman

VERBS: Mapping[str, str] = {
    "harvest": "Fetch pages of a site, read the papers on them, keep both.",
    "gather": "Collect a university's documents from its sites, for its repository.",
    "find": "Find a paper's file from its reference, or a scholar's publications.",
    "replay": "Read web archives (WARC) again, and keep what is in them.",
    "read": "Read the papers and key dates off pages, and keep nothing.",
    "extract": "Read documents: header, citations, body and text of PDFs and other files.",
    "import": "Take papers from BibTeX, RIS, CSL-JSON or JSON Lines files into the library.",
    "parse-reference": "Take reference strings apart: authors, title, where, when.",
    "classify": "Tell which addresses are conferences' own web sites.",
    "papers": "List, search and filter the papers of the library.",
    "events": "List the events whose papers the library holds, with how many.",
    "show": "Show one paper, and who says so of each value.",
    "file": "Write out the file of a paper or document.",
    "correct": "Put a value of a paper or an event right, for good.",
    "forget": "Show papers no more, whatever is harvested later.",
    "merges": "See which papers were merged, decide which are one, undo a merge.",
    "export": "Write papers as BibTeX, CSL-JSON, RIS or JSON Lines.",
    "diff": "Compare harvested papers with the volume that dblp has of them.",
    "plan": "Rank conference series by how urgently they should be harvested.",
    "watch": "Look at conferences' sites when their papers become public.",
    "run": "Keep the library current: do what is due, the most urgent first.",
    "simulate": "Play years of conference sites against policies of visiting them.",
    "serve": "Serve documents over HTTP: send files, get header, citations, body and text.",
    "worker": "Do jobs that others put: documents sent to the service, harvests, steps of `run`.",
    "jobs": "List the jobs of the library, and try again what failed.",
    "keys": "Make, list and revoke the keys of those who may use the service.",
    "status": "What the library holds, what failed and why.",
    "config": "Show every setting, its value and where it came from.",
    "doctor": "Check database, blobs, readers and servers; say what to do.",
    "upgrade": "Bring a library of an older Harvestman up to date.",
    "move": "Move the library from its SQLite file to PostgreSQL, with its blobs.",
    "eval": "Judge readers, parsers and rankings on data with known answers.",
    "learn": "Train the models that the rooms ship, from data with known answers.",
    "completion": "Print the script that completes words in your shell.",
}
"""Every verb with its one line of help; a test checks that the verbs' own help starts alike."""

_MODULES = {"import": "import_papers"}  # `import` is a word of Python's own
_RARELY = 20_000  # new objects until the youngest are looked through; at Python's own 700, an eighth of what a verb takes to start
_INTERRUPTED = 130  # what shells report for a program ended by Ctrl-C


class VerbGroup(click.Group):
    """A group that knows its verbs by name and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the table: the order in which a newcomer needs them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's command, from its own file."""
        if cmd_name not in VERBS:
            return None
        module = _MODULES.get(cmd_name, cmd_name.replace("-", "_"))
        command: click.Command = importlib.import_module(f"harvestman.cli.{module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown verb names the nearest one."""
        name = args[0]
        if name not in VERBS and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, VERBS, n=1)
            hint = f"Did you mean {near[0]}?" if near else "`harvestman --help` lists the verbs."
            ctx.fail(f"There is no verb {name!r}. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of verbs, without importing a single one."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=VerbGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--db", metavar="DB", help="The library: a path, sqlite:///… or postgresql://…")
@click.option(
    "--config", "file", metavar="FILE", help="A settings file instead of harvestman.toml."
)
@click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True, help="Any setting, for this run."
)
@click.option("--trace", is_flag=True, help="On a fault, print the whole trace.")
@click.version_option(harvestman.__version__, prog_name="harvestman")
@click.pass_context
def cli(
    ctx: click.Context, db: str | None, file: str | None, assignments: tuple[str, ...], trace: bool
) -> None:
    """Keep a library of scholarly papers current on its own.

    Start with `harvestman harvest URL`, then `harvestman papers`.

    Exit codes: 0 done, 1 nothing found or some failed, 2 wrong use, 3 fault.
    """
    from harvestman.cli.context import Context

    ctx.obj = Context.from_options(db=db, file=file, assignments=assignments)


def main() -> None:
    """Run the command line and end the process with the documented exit code."""
    gc.set_threshold(_RARELY)
    ended: list[int] = []
    # What is registered first is called last: when all threads have ended and everybody else's hooks were called.
    atexit.register(_leave, ended)
    ended.append(run(sys.argv[1:]))
    sys.exit(ended[0])


def _leave(ended: list[int]) -> None:
    """Let the system take the memory. All that has to be closed is closed; taking modules and objects apart takes a harvest 16 ms more, other verbs 2."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody listens any more
            stream.flush()
    if ended:
        os._exit(ended[0])


def run(arguments: list[str]) -> int:
    """One command; the exit code. Errors become one clear line on standard error."""
    try:
        result: object = cli.main(arguments, prog_name="harvestman", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        error.show()
        return 2
    except (BrokenPipeError, SystemExit):  # click exits by itself when it meets a closed pipe
        # The reader of our pipe has gone (`harvestman papers | head`): nothing is wrong, nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, click.Abort):
        _say("stopped; run the same command again to go on")
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the command's last line
        return _report(error, with_trace="--trace" in arguments)


def _report(error: Exception, *, with_trace: bool) -> int:
    """One line for the person, and the exit code."""
    from harvestman.model import HarvestmanError

    if with_trace:
        import traceback

        traceback.print_exception(error)
    if isinstance(error, HarvestmanError):
        _say(str(error))
        return error.exit_code
    if isinstance(error, OSError) and error.strerror:
        _say(
            f"{error.filename or 'the output'}: {error.strerror}; check the place and the permissions"
        )
        return 3
    _say(
        f"fault: {type(error).__name__}: {error}\n"
        "  This should not happen. Run it again with `harvestman --trace …` and report what it prints."
    )
    return 3


def _say(message: str) -> None:
    """Tell the person why it ended; a message may repeat what a stranger wrote."""
    from harvestman.cli.printing import clean_lines

    print(f"harvestman: {clean_lines(message)}", file=sys.stderr)  # noqa: T201 - the one place that talks to standard error
