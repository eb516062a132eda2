"""Documents of the sample world, set once a test process."""

from __future__ import annotations

from pathlib import Path

import pytest

from documents.sample import PAPER
from world.pdf import build_pdf, make_pdf

SITES = Path(__file__).parent.parent / "world" / "sites"


@pytest.fixture(scope="session")
def paper() -> bytes:
    """A paper with everything a paper has."""
    return make_pdf(PAPER)


@pytest.fixture(scope="session")
def spanish_paper() -> bytes:
    """A paper of the sample world's Spanish journal."""
    return build_pdf(SITES / "revistadatos/index.php/radd/article/download/201/201.pdf.toml")
