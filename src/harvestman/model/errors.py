"""The one tree of errors. What is to be expected of the web is a `Status`, not one of these.

HarvestmanError                  exit 3
├── UsageError                   exit 2   the caller asked for something that cannot be
│   └── SettingsError            a setting is unknown or has a value that does not fit
├── StoreError                   the library cannot be read or written
│   ├── NotALibrary              the file is no database, or no database of ours
│   ├── LibraryTooNew            written by a newer Harvestman than this one
│   ├── LibraryLocked            another process holds it for longer than we wait
│   ├── LibraryReadOnly          it may be read but not written
│   ├── LibraryFull              no space is left where it lives
│   ├── LibraryUnreachable       the folder or the database server cannot be reached
│   └── LeaseLost                what was held for a time is somebody else's by now; nothing was written
├── BlobError                    stored bytes are missing or are not what their name says
├── GuardError                   the worker processes cannot be started
└── PluginError                  a plug-in cannot be loaded or does not keep its promise

Every message says what happened, to what, and what to do next.
"""

from __future__ import annotations


class HarvestmanError(Exception):
    """The root: anything that ends a command with one clear line instead of its result."""

    exit_code = 3


class UsageError(HarvestmanError):
    """The caller asked for something that cannot be."""

    exit_code = 2


class SettingsError(UsageError):
    """A setting is unknown or has a value that does not fit."""


class StoreError(HarvestmanError):
    """The library cannot be read or written."""


class NotALibrary(StoreError):
    """The file is no database, or no database of ours."""


class LibraryTooNew(StoreError):
    """The library was written by a newer Harvestman."""


class LibraryLocked(StoreError):
    """Another process holds the library for longer than we wait."""


class LibraryReadOnly(StoreError):
    """The library may be read but not written."""


class LibraryFull(StoreError):
    """No space is left where the library lives."""


class LibraryUnreachable(StoreError):
    """The library's folder or database server cannot be reached."""


class LeaseLost(StoreError):
    """What was held for a time is somebody else's by now; nothing was written."""

    def __init__(self, message: str, *, kind: str) -> None:
        """`kind` is what was held: a `site`, a `job`, an `event`."""
        super().__init__(message)
        self.kind = kind


class BlobError(HarvestmanError):
    """Stored bytes are missing, or are not what their name says."""


class GuardError(HarvestmanError):
    """The worker processes cannot be started."""


class PluginError(HarvestmanError):
    """A plug-in cannot be loaded or does not keep its promise."""
