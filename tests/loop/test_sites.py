"""Sites that were gathered for a repository are gathered again after some time, as they were asked for."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from harvestman.api import Harvestman
from harvestman.gather import Institution, same_again
from harvestman.model import SetClock
from world import World

SPEC = """title = "{title}"
abstract = "{title} is told here at some length, so that it is a paper of its own."
[[authors]]
name = "Ana Ruiz"
affiliation = "University of Fenmouth"
[[sections]]
heading = "Introduction"
text = "Nobody has written of {title} before, which is a pity, since there is so much to say of it."
"""
PAGE = "<title>Ana Ruiz</title><h1>Ana Ruiz</h1><p>University of Fenmouth<ul>{items}</ul>"


@pytest.fixture
def world(clock: SetClock, tmp_path: Path) -> World:
    site = tmp_path / "sites" / "aruiz"
    site.mkdir(parents=True)
    item = '<li>Ana Ruiz: <a href="{name}.pdf">On {name}</a>'
    (site / "index.html").write_text(PAGE.format(items=item.format(name="reeds")))
    both = item.format(name="reeds") + item.format(name="sluices")
    (site / "index@2024-05-01.html").write_text(PAGE.format(items=both))
    for name in ("reeds", "sluices"):
        (site / f"{name}.pdf.toml").write_text(SPEC.format(title=f"On {name}"))
    return World(clock=clock, folders=(tmp_path / "sites",))


def test_a_site_is_gathered_again_as_it_was_asked_for(
    hm: Harvestman, world: World, clock: SetClock
) -> None:
    with world:
        first = hm.gather(
            world.url("aruiz"),
            institutions=["University of Fenmouth"],
            domains=["fenmouth.example"],
        )
        assert len(first.candidates) == 1
        assert not [step for step in hm.loop.round().steps if step.kind == "site"]
        clock.advance(timedelta(days=31).total_seconds())
        (step,) = [step for step in hm.loop.round().steps if step.kind == "site"]
        assert step.cost == hm.library.harvests.counts(first.harvest).done
        told = []
        hm.loop.run(told=lambda job: told.append(job.result.get("did")))
        assert "1 documents new, 0 changed, 0 gone" in told
        assert not [step for step in hm.loop.round().steps if step.kind == "site"]
    (last,) = hm.library.harvests.last_with_memo()
    again = same_again(last)
    assert again is not None
    assert again.institution == Institution(("University of Fenmouth",), ("fenmouth.example",))
    assert last.id != first.harvest.id
