"""The shapes of candidates, letters and site graphs, for the description of the API (OpenAPI)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from harvestman.gather import Letter
from harvestman.model import Candidate, ReviewStep
from harvestman.web.api.deriving import shape_of, with_more
from harvestman.web.api.library_shapes import ClaimShape, Links


class CandidateAuthorShape(BaseModel):
    """An author of a candidate, and how to reach them."""

    name: str
    email: str | None
    affiliations: list[str]
    inferred: bool


CandidateShape = shape_of(
    Candidate,
    "CandidateShape",
    without=["digest"],
    authors=list[CandidateAuthorShape],
    links=Links,
)
StepShape = shape_of(ReviewStep, "StepShape")


class DepositShape(BaseModel):
    """Where a candidate was handed over."""

    collection: str
    begun: str
    done: str | None
    receipt: str | None
    detail: str | None


CandidateAlone = with_more(
    CandidateShape,
    "CandidateAlone",
    "One candidate; with `evidence=true`, every claim.",
    steps=list[StepShape],  # type: ignore[valid-type]
    deposits=list[DepositShape],
    evidence=(list[ClaimShape] | None, None),  # type: ignore[valid-type]
)
LetterShape = shape_of(Letter, "LetterShape", empty_is_null=False)


class Letters(BaseModel):
    """Drafts; nothing is sent."""

    items: list[LetterShape]  # type: ignore[valid-type]


class GraphShape(BaseModel):
    """A site's pages, documents and links."""

    pages: list[str]
    documents: list[str]
    links: list[dict[str, Any]]


class GatherPlan(BaseModel):
    """What a gathering would do; nothing was fetched."""

    sites: list[str]
    urls: list[str]
    below: list[str]
    institutions: list[str]
    domains: list[str]
    depth: int
    limit: int
    known: int
    """Candidates that the library has of these sites already."""
