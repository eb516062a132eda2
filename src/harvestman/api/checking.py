"""Is what is installed in order, and if not, what is to be done? For `harvestman doctor` and the desk's page of status."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvestman.settings import Settings


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `is_well` is None for something that is merely not installed."""

    what: str
    is_well: bool | None
    found: str
    remedy: str = ""


def installed_checks(settings: Settings) -> Iterator[Check]:
    """Plug-ins, models, optional packages, programs and browser; nothing is changed."""
    yield from _check_plugins()
    yield _check_models()
    yield _check_compiled()
    yield _check_document_models()
    yield from _check_optional()
    yield from _check_programs(settings.ocr)
    yield _check_browser(settings.browser)


def space_checks(free_bytes: int | None) -> Iterator[Check]:
    """Whether there is room on the disk; nothing where nobody knows."""
    from harvestman.store import LEAST_SPACE

    if free_bytes is not None:
        is_well = free_bytes >= LEAST_SPACE
        told = f"{free_bytes / 1e9:,.1f} GB free"
        yield Check("space", is_well, told, "" if is_well else "Make room, or move `data`.")


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
    from harvestman.pages.learned.tagging import MODELS, WIDE_MODELS

    try:
        for models in (MODELS, WIDE_MODELS):
            models.open()
        return Check("models", True, f"learned page reader: {', '.join(sorted(MODELS))}")
    except (OSError, ValueError, EOFError) as error:
        return Check(
            "models", False, f"{type(error).__name__}: {error}", "Install Harvestman again."
        )


def _check_compiled() -> Check:
    from harvestman.pages.learned import COMPILED

    names = [
        *(f"harvestman.pages.learned.{name}" for name in COMPILED),
        "harvestman.pages.learned.bundling",  # one of all that are Python as well, and compiled together
        "harvestman.documents.files._shown_text",
    ]
    found = [importlib.util.find_spec(name) for name in names]
    if any(spec is None or str(spec.origin).endswith(".py") for spec in found):
        remedy = "Install a C compiler, then Harvestman again, to read pages faster."
        return Check("compiled modules", None, "pages are read by plain Python", remedy)
    return Check("compiled modules", True, "pages are read faster")


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


def _check_browser(choice: str) -> Check:
    from harvestman.crawl.browser import find_browser

    browser = find_browser(choice)
    if not browser.path:
        return Check("browser", None, "pages that need JavaScript", browser.missing)
    return Check("browser", True, f"pages that need JavaScript: {browser.path}")
