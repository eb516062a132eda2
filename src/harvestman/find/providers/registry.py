"""Which providers are asked: those that the setting `providers` names, found by the entry point `harvestman.providers`.

Ours and everybody else's register the same way. One that is not set up (no key, no address) is left out and named, so that a
person sees why it was not asked; a name that nobody registered is an error.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from harvestman.find.providers.base import NotSetUp, Provider, ProviderSettings
from harvestman.model import SettingsError

GROUP = "harvestman.providers"


@dataclass(frozen=True, slots=True)
class ChosenProviders:
    """The providers that can be asked, in their order, and why others cannot."""

    ready: tuple[Provider, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    """The name of each, and what it lacks."""


def load_providers(names: Sequence[str], settings: ProviderSettings) -> ChosenProviders:
    """The providers of these names; SettingsError for a name that nobody has registered."""
    known = {point.name: point for point in entry_points(group=GROUP)}
    ready: list[Provider] = []
    left_out: list[tuple[str, str]] = []
    for name in dict.fromkeys(names):
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(known))}"
            raise SettingsError(f"setting providers: there is no provider {name!r}; {hint}")
        try:
            ready.append(_load(known[name], settings))
        except NotSetUp as error:
            left_out.append((name, str(error)))
    return ChosenProviders(tuple(ready), tuple(left_out))


def _load(point: EntryPoint, settings: ProviderSettings) -> Provider:
    plugin = f"the search provider {point.name} ({point.value})"
    try:
        provider = point.load()(settings)
    except NotSetUp:
        raise
    except Exception as error:  # noqa: BLE001 - a plug-in's code may fail in any way, and must not take the rest along
        said = f"{plugin} cannot be loaded: {type(error).__name__}: {error}; repair or uninstall it"
        raise NotSetUp(said) from None
    if not isinstance(provider, Provider):
        raise NotSetUp(f"{plugin} has no name or no search; see docs/plugin-provider.md")
    return provider
