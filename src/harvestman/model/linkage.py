"""Whether two papers are one: the verdict of a comparison, with how sure it is and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """What a comparison of two papers, or a person, says of them."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    DIFFERENT = "different"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two papers are."""

    verdict: Verdict
    probability: float
    """That they are one paper, between 0 and 1."""
    reasons: tuple[str, ...]
    """What speaks for it and against it, in words for a person, the weightiest first."""
