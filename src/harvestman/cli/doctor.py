"""`harvestman doctor`: is everything in order, and if not, what is to be done?"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_table

if TYPE_CHECKING:
    from harvestman.store import Library


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `is_well` is None for something that is merely not installed."""

    what: str
    is_well: bool | None
    found: str
    remedy: str = ""


_DAMAGED = "Stop writing, keep a copy of the file, then restore an older copy, or `sqlite3 OLD .recover | sqlite3 NEW`."
_WORDS = {True: "ok", False: "FAILED", None: "not there"}


@click.command("doctor")
@json_option
@click.pass_obj
def command(context: Context, as_json: bool) -> int:
    """Check database, blobs, readers and servers; say what to do.

    Looks and changes nothing. Exit code 1 when something is broken; what is optional
    and not installed is only named.
    """
    checks = list(_checks(context))
    if as_json:
        for check in checks:
            print_json(
                {
                    "check": check.what,
                    "ok": check.is_well,
                    "found": check.found,
                    "remedy": check.remedy or None,
                }
            )
    else:
        rows = [(c.what, _WORDS[c.is_well], c.found, c.remedy) for c in checks]
        print_table(("check", "state", "found", "what to do"), rows, wide=("found", "what to do"))
    return 1 if any(check.is_well is False for check in checks) else 0


def _checks(context: Context) -> Iterator[Check]:
    from harvestman.model import HarvestmanError

    try:
        settings = context.settings
        contact = "" if settings.contact else "Set `contact`, so that site owners can write to you."
        yield Check("settings", True, "all keys known, all values fit", contact)
    except HarvestmanError as error:
        yield Check("settings", False, str(error), "Correct the setting.")
        return
    yield from _check_library(context)
    yield from _check_engine(context)
    yield from _check_plugins()
    yield _check_models()
    yield _check_document_models()
    yield from _check_optional()
    yield from _check_programs(settings.ocr)
    yield _check_browser(context)


def _check_library(context: Context) -> Iterator[Check]:
    from pathlib import Path

    from harvestman.model import HarvestmanError

    db = context.settings.db
    if "://" not in db and not Path(db).exists():
        yield Check(
            "database", None, f"no library at {db} yet", "`harvestman harvest URL` makes one."
        )
        return
    try:
        with context.open(writable=False) as harvestman:
            library = harvestman.library
            damage = library.damage()
            found = "; ".join(damage) or _told(library)
            problems = [] if damage else library.check()
            free = library.free_bytes()
    except HarvestmanError as error:
        yield Check(
            "database", False, str(error), "Correct `db`, or restore the library from a copy."
        )
        return
    yield Check("database", not damage, found, _DAMAGED if damage else "")
    yield from _check_space(free)
    yield Check(
        "blobs",
        not problems,
        "; ".join(problems) or f"{context.settings.blobs}: nothing missing",
        "Harvest the pages named again with --again." if problems else "",
    )


def _told(library: Library) -> str:
    summary = library.summary()
    return f"{library}: {summary.papers} papers, {summary.pages} pages"


def _check_space(free_bytes: int | None) -> Iterator[Check]:
    from harvestman.store import LEAST_SPACE

    if free_bytes is not None:
        is_well = free_bytes >= LEAST_SPACE
        told = f"{free_bytes / 1e9:,.1f} GB free"
        yield Check("space", is_well, told, "" if is_well else "Make room, or move `data`.")


def _check_engine(context: Context) -> Iterator[Check]:
    from harvestman.model import HarvestmanError

    try:
        with context.open() as harvestman:
            rooms = harvestman.rooms
            outcome = rooms.page_guard().submit(_greeting, "workers").result(timeout=60)
    except (HarvestmanError, TimeoutError) as error:
        yield Check(
            "engine",
            False,
            str(error) or "no worker answered within a minute",
            "Set engine = local:1.",
        )
        return
    is_well = outcome.value is not None
    yield Check(
        "engine",
        is_well,
        outcome.value or outcome.detail,
        "" if is_well else "Raise `read_memory`.",
    )


def _greeting(name: str) -> str:
    return f"{name} start and answer"


def _check_plugins() -> Iterator[Check]:
    from harvestman.formats import load_exporters
    from harvestman.model import HarvestmanError
    from harvestman.pages import load_readers
    from harvestman.watch.sources import BrokenSource, load_sources

    try:
        names = ", ".join(reader.name for reader in load_readers())
        yield Check("readers", True, names)
    except HarvestmanError as error:
        yield Check("readers", False, str(error), "Remove or repair the plug-in.")
    try:
        yield Check("exporters", True, ", ".join(sorted(load_exporters())))
    except HarvestmanError as error:
        yield Check("exporters", False, str(error), "Remove or repair the plug-in.")
    broken = [source for source in load_sources() if isinstance(source, BrokenSource)]
    for source in broken:
        yield Check("sources", False, source.reason, "Remove or repair the plug-in.")
    if not broken:
        yield Check("sources", True, ", ".join(source.name for source in load_sources()))


def _check_models() -> Check:
    from harvestman.pages.learned.tagging import models

    try:
        return Check("models", True, f"learned page reader: {', '.join(sorted(models()))}")
    except (OSError, ValueError, EOFError) as error:
        return Check(
            "models", False, f"{type(error).__name__}: {error}", "Install Harvestman again."
        )


def _check_document_models() -> Check:
    import gzip
    import zlib
    from pathlib import Path

    import harvestman.documents

    folder = Path(harvestman.documents.__file__).parent
    paths = sorted(folder.glob("*/models/*.gz"))
    try:
        for path in paths:
            gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        return Check("document models", False, f"{path.name}: {error}", "Install Harvestman again.")
    size = sum(path.stat().st_size for path in paths) / 1e6
    names = ", ".join(path.name.split(".")[0] for path in paths)
    return Check(
        "document models",
        bool(paths),
        f"{names}: {size:.1f} MB" if paths else "none",
        "" if paths else "Install Harvestman again.",
    )


def _check_programs(ocr: bool) -> Iterator[Check]:
    """Programs of the system that some kinds of documents need."""
    import shutil

    for name, programs, purpose in (
        ("tesseract", ("tesseract",), "scanned documents"),
        ("ghostscript", ("gs",), "PostScript documents"),
        ("old word", ("antiword", "catdoc"), "documents of Word before 2007"),
    ):
        found = [path for program in programs if (path := shutil.which(program))]
        remedy = f"apt install {programs[0] if name != 'ghostscript' else name} if you have any."
        if not found:
            yield Check(name, None, purpose, remedy)
        elif name == "tesseract":
            yield _check_tesseract(found[0], ocr)
        else:
            yield Check(name, True, f"{purpose}: {', '.join(found)}")


def _check_tesseract(program: str, ocr: bool) -> Check:
    import subprocess

    try:
        said = subprocess.run(
            [program, "--list-langs"], capture_output=True, text=True, timeout=20, check=False
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        return Check("tesseract", False, f"{program}: {error}", "Install it again.")
    languages = [line for line in said.splitlines()[1:] if line and line != "osd"]
    missing = [code for code in ("eng", "spa", "rus") if code not in languages]
    if not ocr:
        remedy = "It is not used: the setting ocr is false."
    else:
        remedy = f"apt install {' '.join(f'tesseract-ocr-{c}' for c in missing)}" if missing else ""
    found = f"scanned documents: {program} with {', '.join(languages) or 'no language'}"
    return Check("tesseract", bool(languages), found, remedy)


def _check_optional() -> Iterator[Check]:
    """Parts that only some libraries need: the Python package of an extra."""
    for extra, module, purpose in (
        ("postgres", "psycopg", "a library in PostgreSQL"),
        ("s3", "obstore", "blobs in an S3-compatible bucket"),
    ):
        if importlib.util.find_spec(module):
            yield Check(extra, True, f"{purpose}: installed")
        else:
            yield Check(extra, None, purpose, f"pip install 'harvestman[{extra}]' if you need it.")


def _check_browser(context: Context) -> Check:
    from harvestman.crawl.browser import find_browser

    browser = find_browser(context.settings.browser)
    if not browser.path:
        return Check("browser", None, "pages that need JavaScript", browser.missing)
    return Check("browser", True, f"pages that need JavaScript: {browser.path}")
