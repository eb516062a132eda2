"""A paper with enough words to be told by them, and the same with a cover."""

from __future__ import annotations

from dataclasses import replace

from documents.sample import PAPER
from world.pdf import Spec

LONG = replace(
    PAPER,
    sections=tuple(
        (
            f"Cellar {number}",
            f"In cellar number {name} we met harvestmen that had lost legs to cats, doors and curious {name} students. "
            f"Each was counted twice by lamp light and once by touch, which the {name} animals did not enjoy at all. "
            f"Whoever keeps a {name} cellar should leave the door ajar, because harvestmen prefer to walk out themselves.",
        )
        for number, name in enumerate(("northern", "flooded", "forgotten", "municipal"), 1)
    ),
)


def with_cover(spec: Spec) -> Spec:
    """The same paper as a repository hands it out: other first words, another year at the end."""
    cover = ("Repository of Tarapuy", "This version was deposited by its authors for everybody.")
    return replace(spec, sections=(cover, *spec.sections))
