"""Whether the compiled helpers can be built on this machine: the compiler and the headers of this Python are there."""

from __future__ import annotations

import shlex
import shutil
import sysconfig
from pathlib import Path

import pytest

_LINKER = shlex.split(str(sysconfig.get_config_var("LDSHARED") or "cc"))[0]
CAN_COMPILE = (
    shutil.which(_LINKER) is not None and Path(sysconfig.get_path("include"), "Python.h").is_file()
)
needs_compiler = pytest.mark.skipif(
    not CAN_COMPILE, reason="no C compiler, or no headers of Python: nothing was compiled"
)
