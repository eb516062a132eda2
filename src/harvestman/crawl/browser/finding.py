"""Which browser there is: a Chromium of the system, and the Python package that steers it."""

from __future__ import annotations

import importlib.util
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that can be used; `path` is empty when there is none, and `missing` says what to do."""

    path: str = ""
    missing: str = ""


def find_browser(setting: str) -> Browser:
    """The browser that the setting `browser` asks for: auto, always, never, or the path of one."""
    if setting == "never":
        return Browser(missing="Set browser = auto.")
    if importlib.util.find_spec("playwright") is None:
        return Browser(missing="pip install 'harvestman[browser]'")
    if setting not in ("auto", "always"):
        path = Path(setting).expanduser()
        if path.is_file() and os.access(path, os.X_OK):
            return Browser(str(path))
        return Browser(missing=f"There is no program {setting}: correct `browser`.")
    for name in _NAMES:
        if found := shutil.which(name):
            return Browser(found)
    return Browser(missing="Install Chromium (Debian: apt install chromium).")
