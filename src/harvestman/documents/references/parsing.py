"""Reading reference strings: tokens, features, labels of the shipped model, fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean as mean
from typing import TYPE_CHECKING

from harvestman.documents.references.features import token_columns, token_items
from harvestman.documents.references.fields import FIELD_OF, reference_of, stretches
from harvestman.documents.references.tokens import LONGEST, readable, tokens_of
from harvestman.model.documents import Reference
from harvestman.text.tagging import Tagger, shipped_model, shipped_tagger

if TYPE_CHECKING:
    from harvestman.documents.references.labelling import Labeller

_TOGETHER = 100  # strings that are read at once: 35 MB if all are as long as they may be
_BY_PATTERN = 0.9  # links and DOIs that the model passed over and their form gave away


@dataclass(frozen=True, slots=True)
class ReferenceFound:
    """A reference and how sure the model is of each field it has, from 0 to 1."""

    reference: Reference
    confidences: dict[str, float]
    is_cut: bool = False
    """Whether the string was too long and only its beginning was read."""


def parse_reference(raw: str, *, tagger: Tagger | None = None) -> Reference:
    """The fields of one reference string, by the shipped model if no other is given."""
    if tagger is None:
        return _parse_together([raw])[0]
    text = readable(raw)
    tokens = tokens_of(text)
    labels = tagger.tag(token_items(text, tokens)) if tokens else []
    return reference_of(raw, text, tokens, stretches(tokens, labels))


def parse_references(raws: Iterable[str]) -> list[Reference]:
    """The fields of many reference strings, in their order."""
    strings = list(raws)
    return [
        reference
        for start in range(0, len(strings), _TOGETHER)
        for reference in _parse_together(strings[start : start + _TOGETHER])
    ]


def _parse_together(raws: Sequence[str]) -> list[Reference]:
    texts = [readable(raw) for raw in raws]
    tokens = [tokens_of(text) for text in texts]
    columns, sequences = token_columns(
        (text, found) for text, found in zip(texts, tokens, strict=True) if found
    )
    labels = iter(labeller().tag(columns, sequences))
    return [
        reference_of(raw, text, found, stretches(found, next(labels) if found else []))
        for raw, text, found in zip(raws, texts, tokens, strict=True)
    ]


def read_fields(raw: str) -> ReferenceFound:
    """The fields of one reference string with the model's confidence in each: its mean over the tokens of the field."""
    text = readable(raw)
    tokens = tokens_of(text)
    sure = _shipped().tag_surely(token_items(text, tokens)) if tokens else []
    found = stretches(tokens, [label for label, _ in sure])
    reference = reference_of(raw, text, tokens, found)
    chances = {
        FIELD_OF[label]: mean(chance for _, chance in sure[many[0].first : many[0].last])
        for label, many in found.items()
    }
    if reference.title and "title" not in chances:  # the container was what is cited
        chances["title"] = chances.get("container", _BY_PATTERN)
    confidences = {
        name: round(min(1.0, chances.get(name, _BY_PATTERN)), 4)
        for name in FIELD_OF.values()
        if getattr(reference, name)
    }
    return ReferenceFound(reference, confidences, is_cut=len(raw) > LONGEST)


@cache
def labeller() -> Labeller:
    """The shipped model, opened once a process."""
    # They need numpy, which is much for a guarded child that only looks at a page.
    from harvestman.documents.references.labelling import Labeller  # noqa: PLC0415
    from harvestman.documents.references.weights import read_weights  # noqa: PLC0415

    return Labeller(read_weights(shipped_model(__package__ or "", "references")))


def _shipped() -> Tagger:
    return shipped_tagger(__package__ or "", "references")
