"""Providers by name: those that are set up are ready, others are named with what they lack; a name that nobody has is an error."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest

from harvestman.find.providers import ProviderSettings, load_providers
from harvestman.model import SettingsError


def test_those_that_are_set_up_are_ready_and_others_say_what_they_lack() -> None:
    ready = load_providers(["searxng"], ProviderSettings(searxng_url="http://localhost:8888"))
    assert [provider.name for provider in ready.ready] == ["searxng"]
    without = load_providers(["searxng"], ProviderSettings())
    assert not without.ready
    [(name, why)] = without.left_out
    assert name == "searxng"
    assert "searxng_url" in why


def test_an_unknown_name_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="did you mean searxng"):
        load_providers(["searx-ng"], ProviderSettings())


def test_every_provider_of_ours_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "find.md").read_text("utf-8")
    points = entry_points(group="harvestman.providers")
    names = [point.name for point in points if point.value.startswith("harvestman.")]
    assert names
    assert not [name for name in names if f"`{name}`" not in page]
