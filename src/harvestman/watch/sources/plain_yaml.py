"""YAML of strangers, bounded: no aliases (a few lines of which can stand for gigabytes), no depth, no types but text.

PyYAML's C loader reads a collection of a thousand conferences in a tenth of a second; its Python loader takes two. Only the
base loader is used: everything is text, lists and mappings, and nothing is constructed.
"""

from __future__ import annotations

from typing import Any

import yaml

from harvestman.model import UsageError

MAX_CHARACTERS = 5_000_000
MAX_NODES = 500_000
MAX_DEPTH = 30

# Without the C library PyYAML offers the same loader in Python.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def load_plain(text: str) -> Any:
    """The document as text, lists and mappings; UsageError for what is too much or no YAML."""
    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"more than {MAX_CHARACTERS} characters of YAML")
    depth = nodes = 0
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            nodes += 1
            if isinstance(event, yaml.AliasEvent):
                raise UsageError("YAML with aliases is not read")
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > MAX_DEPTH or nodes > MAX_NODES:
                raise UsageError("YAML that is too deep or too large")
        return yaml.load(text, Loader=_LOADER)  # noqa: S506 - the base loader makes text, lists and mappings only
    except yaml.YAMLError as error:
        raise UsageError(f"no YAML that can be read: {str(error).splitlines()[0]}") from error


def entries(document: Any) -> list[dict[str, Any]]:
    """The mappings of a list, or the one mapping that the document is."""
    items = document if isinstance(document, list) else [document]
    return [item for item in items if isinstance(item, dict)]


def text_of(entry: dict[str, Any], *names: str) -> str:
    """The first of these values that is text."""
    for name in names:
        value = entry.get(name)
        if isinstance(value, str) and value.strip().lower() not in ("", "tbd", "tba", "null", "~"):
            return value
    return ""
