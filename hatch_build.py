"""Compiles what is compiled (`tools/compile_sources.py`) when a wheel is built or the package is installed from its source.

It only makes things faster: the Python modules run as they are where they were not compiled, and each helper in C has a twin in Python with the
same answers, or, `_shown_text`, stands in front of PDFium, which decides without it as with it. So where there is no C compiler, or
`WITHOUT_COMPILED` is set, the wheel is made without, and fits every machine.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledSources(BuildHookInterface[Any]):
    """Asked by hatchling before it collects the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the compiled files taken into the wheel."""
        script = Path(self.root, "tools", "compile_sources.py")
        done = subprocess.run(
            [sys.executable, str(script)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0 or not done.stdout:
            told = "\n".join(done.stderr.splitlines()[-20:])
            self.app.display_warning(
                f"Built without compiled modules, pages are read slower: {told}"
            )
            return
        build_data["artifacts"] += done.stdout.split()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
