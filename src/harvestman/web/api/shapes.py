"""The shapes of our answers, for the description of the API (OpenAPI). Answers are written from plain values; these say what is in them."""

from __future__ import annotations

from types import UnionType
from typing import Any

from pydantic import BaseModel

from harvestman.web.api.negotiating import MEDIA_TYPES


class Problem(BaseModel):
    """An error answer (RFC 9457)."""

    title: str
    """What HTTP calls it."""
    status: int
    """The number of the answer."""
    detail: str
    """What happened."""
    outcome: str
    """One word of a closed list."""
    remedy: str
    """What to do."""


class DuplicateOf(BaseModel):
    """Which earlier document this one is a duplicate of."""

    id: str | None
    reason: str
    distance: int | None
    overlap: float | None


class DocumentAnswer(BaseModel):
    """A document: what is known of it, and where its parts are."""

    id: str
    name: str
    media_type: str
    size_bytes: int
    sha256: str
    received: str
    status: str
    detail: str
    language: str | None
    category: str | None
    duplicate_of: DuplicateOf | None
    answered_from: str
    papers: list[str]
    notes: list[str]
    links: dict[str, str]


class JobAnswer(BaseModel):
    """A job: what it does and how far it is."""

    id: str
    kind: str
    state: str
    task: dict[str, Any]
    progress: dict[str, Any]
    result: dict[str, Any]
    error: str
    created: str
    started: str | None
    ended: str | None
    links: dict[str, str]


class AcceptedAnswer(BaseModel):
    """A document that will be read, and the job that does so."""

    document: DocumentAnswer
    job: JobAnswer


_PROBLEM = f"#/components/schemas/{Problem.__name__}"

UNCHANGED: dict[str, Any] = {"description": "The client has it already."}
"""The entry of a route's `responses` for 304."""


def errors(*http_statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error entries of a route's `responses`: those given, and those that any route may answer with.

    They refer to the one `Problem` that `add_problem` describes: given as a model, FastAPI would make a validator of it for every status
    of every route, a thousand of them, which took half of the 0.3 s in which the application is made.
    """
    told = {400, 401, 403, 408, 413, 422, 429, 500, 503, 507, *http_statuses}
    content = {MEDIA_TYPES["json"]: {"schema": {"$ref": _PROBLEM}}, MEDIA_TYPES["xml"]: {}}
    return {code: {"content": content} for code in sorted(told)}


def add_problem(description: dict[str, Any]) -> None:
    """Describe what `errors` refers to."""
    schemas = description.setdefault("components", {}).setdefault("schemas", {})
    schemas[Problem.__name__] = Problem.model_json_schema()


def answers(
    model: type[BaseModel] | UnionType | None, *others: str, sentence: str
) -> dict[str, Any]:
    """The success entry of a route's `responses`: JSON described by a model, and other formats beside it."""
    content: dict[str, Any] = {MEDIA_TYPES[one]: {} for one in others}
    entry: dict[str, Any] = {"description": sentence, "content": content}
    if model is not None:
        entry["model"] = model
    return entry


class Health(BaseModel):
    """The answer of `/healthz`."""

    status: str


class Readiness(BaseModel):
    """The answer of `/readyz`: whether documents can be taken in, and what is missing."""

    status: str
    problems: list[str]
    notes: list[str]
    waiting: int


class GrobidVersion(BaseModel):
    """What GROBID's clients ask for: a version."""

    version: str
    revision: str


class GrobidPool(BaseModel):
    """The workers, in GROBID's words."""

    maxActive: int  # noqa: N815 - GROBID's word
    waiting: int


class GrobidHealth(BaseModel):
    """Whether documents are taken in, and how many at once."""

    ready: bool
    pool: GrobidPool
