"""The proof by simulation: the same by the same seed, driven by the agenda itself, and as good as is claimed."""

from __future__ import annotations

import pytest

from harvestman.watch import POLICIES, PolicyOutcome, draw_delays, next_look, simulate, simulation


@pytest.fixture(scope="module")
def outcomes() -> dict[str, PolicyOutcome]:
    return dict(simulate(sites=300, years=2, seed=1))


def test_the_freshness_of_the_nightly_crawl_for_a_twentieth_of_its_fetches(
    outcomes: dict[str, PolicyOutcome],
) -> None:
    nightly, ours = outcomes["nightly"], outcomes["plan+watch"]
    assert ours.fetches * 20 < nightly.fetches
    assert ours.median_hours <= 24
    assert ours.missed < 0.05 * ours.papers


def test_policies_are_what_their_names_say(outcomes: dict[str, PolicyOutcome]) -> None:
    assert list(outcomes) == list(POLICIES)
    assert len({one.papers for one in outcomes.values()}) == 1
    nightly, weekly = outcomes["nightly"], outcomes["weekly"]
    assert 6.5 < nightly.fetches / weekly.fetches < 7.5
    assert 8 < nightly.median_hours < 16
    assert 70 < weekly.median_hours < 100
    for one in outcomes.values():
        assert one.median_hours <= one.p95_hours
        assert list(one.delays) == sorted(one.delays)


def test_the_same_seed_is_the_same_simulation() -> None:
    first, again, other = (simulate(sites=12, years=1, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_it_drives_the_agenda_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def counting(*args: object, **kwargs: object) -> object:
        nonlocal asked
        asked += 1
        return next_look(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(simulation, "next_look", counting)
    done = simulate(sites=5, years=1, seed=3)
    assert asked >= done["watch"].fetches + done["plan+watch"].fetches > 0


def test_the_plot_has_a_line_for_each_policy(outcomes: dict[str, PolicyOutcome]) -> None:
    drawn = draw_delays(outcomes)
    assert drawn.startswith("<svg")
    for name in POLICIES:
        assert name in drawn
