"""Compiles the helpers (`*.c` below `src/`) when a wheel is built or the package is installed from its source.

They only make the reading of pages faster, and telling documents that are known: each has a twin in Python with the same answers, or, `_shown_text`, stands in
front of PDFium, which decides without it as with it. So where there is no C compiler, or `WITHOUT_COMPILED`
is set, the wheel is made without them, and fits every machine.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledHelpers(BuildHookInterface[Any]):
    """Asked by hatchling before it collects the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile each helper to a file beside its source, and have those files taken into the wheel."""
        if os.environ.get("WITHOUT_COMPILED"):
            return
        try:
            made = [_compiled(source) for source in sorted(Path(self.root, "src").rglob("*.c"))]
        except (OSError, subprocess.CalledProcessError) as error:
            told = getattr(error, "stderr", None) or error
            self.app.display_warning(
                f"Built without compiled helpers, pages are read slower: {told}"
            )
            return
        build_data["artifacts"] += [str(path.relative_to(self.root)) for path in made]
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _suffix() -> str:
    """How compiled modules of this Python end."""
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def _compiled(source: Path) -> Path:
    """A source compiled for this Python; the file is whole or not there."""
    made = source.with_name(source.stem + _suffix())
    unfinished = made.with_suffix(".unfinished")
    words = [str(sysconfig.get_config_var(name) or "") for name in ("LDSHARED", "CCSHARED")]
    command = [
        *shlex.split(" ".join(words)),
        "-O2",
        "-DNDEBUG",
        f"-I{sysconfig.get_path('include')}",
    ]
    subprocess.run(
        [*command, str(source), "-o", str(unfinished)], check=True, capture_output=True, text=True
    )
    unfinished.replace(made)
    return made
