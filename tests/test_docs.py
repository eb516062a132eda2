"""Everything a user can name is in the docs, and the docs say what the code says."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from harvestman.cli.main import VERBS
from harvestman.model import errors

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def test_the_reference_pages_are_what_the_code_says() -> None:
    check = subprocess.run(
        [sys.executable, ROOT / "tools" / "write_docs.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout + check.stderr


def test_every_error_is_documented() -> None:
    page = (DOCS / "model.md").read_text("utf-8")
    tree = errors.__doc__ or ""
    names = [n for n, v in vars(errors).items() if isinstance(v, type)]
    assert len(names) > 10
    for name in names:
        assert f"`{name}`" in page
        assert name in tree


@pytest.mark.parametrize(
    ("group", "page"),
    [
        ("harvestman.readers", "pages.md"),
        ("harvestman.exporters", "formats.md"),
        ("harvestman.sources", "watch.md"),
        ("harvestman.extractors", "service.md"),
    ],
)
def test_every_plug_in_of_ours_is_documented(group: str, page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    names = [e.name for e in entry_points(group=group) if e.value.startswith("harvestman.")]
    assert names
    for name in names:
        assert f"`{name}`" in text, f"{name} is not on docs/{page}"


def test_every_verb_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for verb in VERBS:
        assert f"harvestman {verb}" in readme


def test_every_relative_link_leads_somewhere() -> None:
    broken = []
    for page in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", prose):
            if not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert not broken


def test_the_commands_of_the_readme_print_what_it_shows() -> None:
    check = subprocess.run(
        [sys.executable, ROOT / "tools" / "run_readme.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout + check.stderr
