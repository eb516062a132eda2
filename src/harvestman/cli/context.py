"""What every verb needs: the settings in force, and the library that they open."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvestman.api import Harvestman
    from harvestman.model import Clock
    from harvestman.settings import Effective, Settings


@dataclass(frozen=True, slots=True)
class Context:
    """The global options, resolved; rooms are opened only when a verb asks for them."""

    flags: Mapping[str, str | None]
    file: str | None

    @classmethod
    def from_options(
        cls, *, db: str | None, file: str | None, assignments: tuple[str, ...]
    ) -> Context:
        """From the words before the verb."""
        flags: dict[str, str | None] = {}
        for assignment in assignments:
            key, equals, value = assignment.partition("=")
            if not equals:
                from harvestman.model import SettingsError

                raise SettingsError(f"--set {assignment!r} does not fit: write --set KEY=VALUE")
            flags[key.strip()] = value.strip()
        if db is not None:
            flags["db"] = db
        return cls(flags, file)

    def with_flags(self, **flags: str | None) -> Context:
        """The same, with settings that a verb's own options give."""
        given = {key: value for key, value in flags.items() if value is not None}
        return replace(self, flags={**self.flags, **given})

    def load(self) -> tuple[Settings, tuple[Effective, ...]]:
        """The settings in force, each with its origin."""
        from harvestman.settings import load_settings

        return load_settings(self.flags, file=self.file)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.load()[0]

    def open(self, *, writable: bool = True, clock: Clock | None = None) -> Harvestman:
        """The library with its verbs; for reading it must be there, for writing it is made."""
        from harvestman.api import Harvestman

        return Harvestman(self.settings, writable=writable, clock=clock)


def login_name() -> str:
    """Who is typing, as the machine knows them."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in many containers
        return "somebody"
