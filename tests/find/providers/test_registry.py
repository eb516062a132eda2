"""Providers by name: those that are set up are ready, others are named with what they lack; a name that nobody has is an error."""

from __future__ import annotations

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
