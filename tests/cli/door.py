"""The command line in the process of the test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harvestman.cli.main import run


class Door:
    """The command line in this process, on a library of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys
        self.err = ""

    def __call__(self, *words: str, code: int = 0) -> str:
        self._capsys.readouterr()
        found = run(list(words))
        said = self._capsys.readouterr()
        self.err = said.err
        assert found == code, said.err + said.out
        assert "Traceback" not in said.err
        return said.out

    def objects(self, *words: str, code: int = 0) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self(*words, "--json", code=code).splitlines()]

    def write(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)
