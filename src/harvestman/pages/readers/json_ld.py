"""JSON-LD in script elements. What people's templates make of JSON is repaired where it can be: comments, trailing commas,
HTML comments or CDATA around it, escaped quotation marks, several objects in a row.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from harvestman.model import Authority, HarvestmanError
from harvestman.pages.findings import PaperFound
from harvestman.pages.schema_org import index_of, papers_in
from harvestman.pages.source import Source

MAX_SCRIPTS = 500
MAX_BRACKETS = 200_000  # an object takes some 300 bytes when loaded, so this is about 60 MB
MAX_COMMAS = 600_000  # a string in a list takes some 60 bytes
MAX_OBJECTS = 1_000  # in a row in one script, where one is right

# Strings are matched so that nothing in them is touched; an unfinished one ends with the text, or every quotation mark in
# a hostile script would be tried as a beginning.
_REPAIRED = re.compile(
    r"(?P<string>\"(?:[^\"\\]|\\(?:.|\Z))*+(?:\"|\Z))|/\*.*?(?:\*/|\Z)|//[^\n]*|<!--|-->|<!\[CDATA\[|\]\]>|,(?=\s*+[}\]])",
    re.DOTALL,
)
_BETWEEN = re.compile(r"[\s,;]*+")


class JsonLdReader:
    """Reads schema.org in JSON-LD."""

    name = "json-ld"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a script of that type."""
        return source.shows("ld+json")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The papers of all scripts; a script that is no JSON is told of once the others are read."""
        roots: list[Any] = []
        failures: list[str] = []
        brackets = commas = 0
        scripts = [
            s
            for s in source.tree.css("script[type]")
            if "ld+json" in (s.attributes.get("type") or "").lower()
        ]
        for place, script in enumerate(scripts[:MAX_SCRIPTS], start=1):
            text = script.text() or ""
            brackets += text.count("{") + text.count("[")
            commas += text.count(",")
            if brackets > MAX_BRACKETS or commas > MAX_COMMAS:
                failures.append(
                    f"script {place} and those after it hold too many things to be read"
                )
                break
            try:
                roots += load(text)
            except RecursionError:
                failures.append(f"script {place} is nested too deep")
            except ValueError as error:
                failures.append(f"script {place} is no JSON: {error}")
        index = index_of(roots)
        yield from papers_in(
            roots, locator='script[type="application/ld+json"]', confidence=0.93, index=index
        )
        if failures:
            raise HarvestmanError("; ".join(failures[:3]))


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
