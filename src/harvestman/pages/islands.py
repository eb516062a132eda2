"""Data islands: data that a page is drawn from, in its scripts (`__NEXT_DATA__`, `application/json`, `var papers = […]`), in the
files that these load, or in a file of its own that was handed in. Parsed once for all readers.

What people's templates make of JSON is repaired where it can be: comments, trailing commas, HTML comments or CDATA around it,
escaped quotation marks, several objects in a row.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from harvestman.pages.literals import values_in

Object = dict[str, Any]

MAX_OBJECTS: Final = 100_000  # in a row, as in JSON Lines
MAX_BRACKETS: Final = (
    500_000  # of a file; an object takes some 300 bytes when loaded, so this is about 150 MB
)
MAX_COMMAS: Final = 1_500_000
_MAX_ISLANDS: Final = 50
_MAX_NODES: Final = 300_000
_MAX_DEPTH: Final = 60

_SCRIPT: Final = re.compile(r"<script\b([^>]{0,500})>", re.IGNORECASE)
_SCRIPT_END: Final = re.compile(r"</script>", re.IGNORECASE)
_IS_JSON: Final = re.compile(
    r"type\s*=\s*[\"']?application/json|__NEXT_DATA__|__NUXT_DATA__", re.IGNORECASE
)
# Words without one of which a script tells of no papers, in the languages of the sites that we know.
_TELLING: Final = ("author", "autor", "auteur", "автор")
# Strings are matched so that nothing in them is touched; an unfinished one ends with the text, or every quotation mark in
# a hostile script would be tried as a beginning.
_REPAIRED: Final = re.compile(
    r"(?P<string>\"(?:[^\"\\]|\\(?:.|\Z))*+(?:\"|\Z))|/\*.*?(?:\*/|\Z)|//[^\n]*|<!--|-->|<!\[CDATA\[|\]\]>|,(?=\s*+[}\]])",
    re.DOTALL,
)
_BETWEEN: Final = re.compile(r"[\s,;]*+")


@dataclass(frozen=True, slots=True)
class Island:
    """One piece of JSON and where it stood."""

    data: Any
    locator: str


def islands_in(page: str) -> Iterator[Island]:
    """The data in a page's scripts that may tell of authors; what is no plain data is passed over."""
    count = 0
    for attributes, text in _scripts(page):
        if not _may_tell(text):
            continue  # most scripts
        is_json = _IS_JSON.search(attributes) is not None
        for data in data_in(text, is_json=is_json):
            count += 1
            if count > _MAX_ISLANDS:
                return
            yield Island(data, f"script data {count}")


def _scripts(page: str) -> Iterator[tuple[str, str]]:
    """The attributes and the text of each script that ends."""
    position = 0
    while (begun := _SCRIPT.search(page, position)) and (
        ended := _SCRIPT_END.search(page, begun.end())
    ):
        yield begun[1], page[begun.end() : ended.start()]
        position = ended.end()


def data_in(text: str, *, is_json: bool) -> Iterator[Any]:
    """The data in one script or JSON file that may tell of authors."""
    if not _may_tell(text) or is_too_much(text):
        return
    if not is_json:
        yield from values_in(text)
        return
    with suppress(ValueError, RecursionError):
        yield from load(text)


def _may_tell(text: str) -> bool:
    """Whether a script may tell of authors."""
    if not text:
        return False
    lowered = text.lower()
    return any(word in lowered for word in _TELLING)


def objects_in(data: Any, wanted: Callable[[Object], bool]) -> Iterator[Object]:
    """The objects that are wanted, wherever they are nested, in their order; none within another."""
    stack: list[tuple[Any, int]] = [(data, 0)]
    seen = 0
    while stack and seen < _MAX_NODES:
        node, depth = stack.pop()
        seen += 1
        if isinstance(node, dict):
            if wanted(node):
                yield node
                continue
            inner: list[Any] = list(node.values())
        elif isinstance(node, list):
            inner = list(node)
        else:
            continue
        if depth < _MAX_DEPTH:
            stack += [(one, depth + 1) for one in inner[::-1] if isinstance(one, (dict, list))]


def is_too_much(text: str) -> bool:
    """Whether loading this text would take too much memory."""
    return text.count("{") + text.count("[") > MAX_BRACKETS or text.count(",") > MAX_COMMAS


def load(text: str) -> list[Any]:
    """The objects in a script, repaired if need be; ValueError when they cannot be read."""
    text = text.strip().lstrip("\ufeff")
    if not text:
        return []
    try:
        return [json.loads(text, strict=False)]
    except RecursionError:
        raise
    except ValueError:
        pass
    if "&quot;" in text and '"' not in text:
        text = html.unescape(text)
    text = (
        _REPAIRED.sub(lambda match: match.group("string") or "", text).strip().rstrip(";").strip()
    )
    decoder = json.JSONDecoder(strict=False)
    objects: list[Any] = []
    place = 0
    while place < len(text):
        if len(objects) == MAX_OBJECTS:
            raise ValueError(f"more than {MAX_OBJECTS} objects in a row")
        thing, end = decoder.raw_decode(text, place)
        objects.append(thing)
        between = _BETWEEN.match(text, end)
        place = between.end() if between else end
    return objects
