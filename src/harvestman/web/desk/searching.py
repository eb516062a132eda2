"""What a page's address asks for: the filters of papers, with what could not be understood said and left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import Request

from harvestman.model import UsageError
from harvestman.store import PaperQuery
from harvestman.web.api.papers import asked_papers
from harvestman.web.front.errors import Missing
from harvestman.web.service import Service

FILTERS = (
    "q",
    "author",
    "venue",
    "series",
    "year",
    "site",
    "event",
    "source",
    "since",
    "has_file",
    "reader",
    "missing",
)
"""The filters of papers, as they stand in addresses of pages, feeds and the API alike."""
_MAX_WORD = 1_000
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A search as it was asked for."""

    query: PaperQuery
    given: dict[str, str]
    """The filters that say something, as they were typed."""
    problems: dict[str, str]
    """What is wrong with a filter, which does not count then."""


async def asked_of(service: Service, request: Request) -> Asked:
    """The search that an address asks for."""
    given = {
        name: value[:_MAX_WORD]
        for name in FILTERS
        if (value := request.query_params.get(name, "").strip()) and value.isprintable()
    }
    ask = asked_papers(service)
    problems: dict[str, str] = {}
    counting: dict[str, str | bool] = {}
    for name, value in given.items():
        if name == "has_file":
            if value.lower() in _TRUE | _FALSE:
                counting[name] = value.lower() in _TRUE
            continue
        try:
            await ask(**{name: value})
        except (UsageError, Missing) as problem:
            problems[name] = str(problem)
        else:
            counting[name] = value
    query: PaperQuery = await ask(**counting)
    if request.query_params.get("sort") == "new":
        query = replace(query, newest_first=True)
    return Asked(query, given, problems)
