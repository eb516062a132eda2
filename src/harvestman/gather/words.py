"""The words that tell what is no candidate: one file a language in `words`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from harvestman.text.phrases import PhraseLists


def says(kind: str, text: str) -> bool:
    """Whether a word or phrase of that kind stands in a text."""
    return _lists().says(kind, text)


@cache
def _lists() -> PhraseLists:
    return PhraseLists(files(__package__).joinpath("words"))
