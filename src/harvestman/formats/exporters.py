"""The formats that papers can be exported in, found by the entry point `harvestman.exporters`: ours and plug-ins alike.

Names are read without loading any code, and only the format that is asked for is loaded, so a broken plug-in harms nobody
but those who ask for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Protocol

from harvestman.model import Paper, PluginError, UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "harvestman.exporters"
_OURS = "harvestman.formats."


class Exporter(Protocol):
    """A format that papers can be written in; its entry point names a class that is called without arguments."""

    @property
    def name(self) -> str:
        """What `--format` calls it; the same as its entry point's name."""
        ...

    @property
    def media_type(self) -> str:
        """Such as `application/x-bibtex`."""
        ...

    @property
    def extension(self) -> str:
        """What a file's name ends in, with its dot."""
        ...

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """The text, piece by piece; papers are taken one at a time."""
        ...


def exporter_names() -> list[str]:
    """The names of all formats that are installed, sorted."""
    return sorted(_entry_points())


def get_exporter(name: str, *, proceedings: bool = False) -> Exporter:
    """The format of that name; UsageError names the nearest one, PluginError a plug-in that does not work.

    With `proceedings`, BibTeX's entries refer to one for their proceedings; no other format has such entries.
    """
    if proceedings:
        from harvestman.formats.bibtex import BibTeX  # noqa: PLC0415

        if name != BibTeX.name:
            raise UsageError(f"only bibtex has entries for proceedings, not {name}")
        return BibTeX(proceedings=True)
    if (ours := _built_in(name)) is not None:
        return ours
    points = _entry_points()
    if name not in points:
        import difflib  # noqa: PLC0415

        near = difflib.get_close_matches(name.lower(), points, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(f"There is no format {name!r}. {hint}Valid are: {', '.join(points)}.")
    return _load(points[name])


def format_of_file(path: str) -> str:
    """The name of our format that a file's ending stands for; "" for one that says nothing."""
    name = path.lower()
    return next((form for ending, form in _ENDINGS.items() if name.endswith(ending)), "")


# Longer ones first; ".xml" could be several and says nothing.
_ENDINGS = {
    ".biblatex.bib": "biblatex",
    ".csl.json": "csl-json",
    ".bib": "bibtex",
    ".ris": "ris",
    ".jsonl": "jsonl",
    ".json": "csl-json",
    ".bht": "bht",
}


def load_exporters() -> dict[str, Exporter]:
    """All formats by name; PluginError when one of them does not work."""
    return {name: _load(point) for name, point in _entry_points().items()}


def _built_in(name: str) -> Exporter | None:
    """A format of ours; None where a plug-in may have that name too, or it is none of ours.

    A small export would take half as long again if `importlib.metadata` were loaded and asked.
    """
    values = _values_of(name)
    if len(values) != 1 or not (value := values.pop()).startswith(_OURS):
        return None
    module, _, kind = value.partition(":")
    ours: Exporter = getattr(import_module(module), kind)()
    return ours


def _values_of(name: str) -> set[str]:
    """What the entry points of a format name in all packages that are installed; nothing where they are not folders of files."""
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):  # fmt: skip
        return set()
    found: set[str] = set()
    for place in dict.fromkeys(place or "." for place in sys.path):
        if os.path.isfile(place):  # an archive
            return set()
        try:
            packages = os.listdir(place)
        except OSError:
            continue
        for package in packages:
            if package.lower().endswith(("dist-info", "egg-info")):
                found.update(_values_in(os.path.join(place, package, "entry_points.txt"), name))
    return found


def _values_in(file: str, name: str) -> Iterator[str]:
    try:
        with open(file, encoding="utf-8") as lines:
            _, group, text = lines.read().partition(f"[{GROUP}]")
    except (OSError, ValueError):
        return
    for line in text.partition("\n[")[0].splitlines() if group else ():
        key, _, value = line.partition("=")
        if key.strip() == name:
            yield value.strip()


def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415

    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        rival = found.setdefault(point.name, point)
        if rival.value != point.value:
            raise PluginError(
                f"Two plug-ins call themselves the format {point.name!r}: {rival.value} and {point.value}. "
                "Uninstall one of them."
            )
    return found


def _load(point: EntryPoint) -> Exporter:
    origin = f"The format {point.name!r} ({point.value}{_package(point)})"
    try:
        exporter = point.load()()
        promised = exporter.name, exporter.media_type, exporter.extension
        writes = callable(exporter.write)
    except Exception as error:
        raise PluginError(
            f"{origin} cannot be loaded: {type(error).__name__}: {error}. Update or uninstall its package."
        ) from error
    if not writes or not all(isinstance(value, str) and value for value in promised):
        raise PluginError(
            f"{origin} does not keep its promise: name, media_type and extension must be text, write a method."
        )
    if promised[0] != point.name:
        raise PluginError(f"{origin} calls itself {promised[0]!r}: the two names must be the same.")
    checked: Exporter = exporter
    return checked


def _package(point: EntryPoint) -> str:
    return f", of the package {point.dist.name}" if point.dist is not None else ""
