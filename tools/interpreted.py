"""Import this before anything of the package: this process then runs the Python sources themselves, not what mypyc made of them.

The helpers that are written in C are used as always. For those who count calls of functions, and who compare the two.
"""

from __future__ import annotations

import sys
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
)

# The usual order is the other way round: what is compiled first.
sys.path_hooks.insert(
    0, FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES), (ExtensionFileLoader, EXTENSION_SUFFIXES))
)  # fmt: skip
sys.path_importer_cache.clear()
