"""JSON-LD in script elements, or in a file of its own. What is broken is repaired where it can be (`islands.load`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harvestman.model import Authority, HarvestmanError
from harvestman.pages.findings import PaperFound
from harvestman.pages.islands import load
from harvestman.pages.schema_org import index_of, papers_in
from harvestman.pages.source import Source

MAX_SCRIPTS: Final = 500
MAX_BRACKETS: Final = 200_000  # an object takes some 300 bytes when loaded, so this is about 60 MB
MAX_COMMAS: Final = 600_000  # a string in a list takes some 60 bytes


class JsonLdReader:
    """Reads schema.org in JSON-LD."""

    name = "json-ld"
    version = "2"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a script of that type, or the file itself may be JSON-LD."""
        return source.data is not None or source.shows("ld+json")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The papers of all scripts; a script that is no JSON is told of once the others are read."""
        if source.data is not None:
            whole = [source.data]
            yield from papers_in(whole, locator="the file", confidence=0.93, index=index_of(whole))
            return
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
