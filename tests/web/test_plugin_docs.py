"""docs/plugin-extractor.md is a working package: taken out of the page, installed, and asked over HTTP; broken ones harm nobody."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from commands import Commands
from documents.sample import PAPER
from servers.service import running_service
from world.pdf import make_pdf

DOCS = Path(__file__).parents[2] / "docs" / "plugin-extractor.md"
DOCUMENTS = "/api/v1/documents"

BROKEN = """
class Failing:
    name, version, sentence = "failing", "1", "Fails."
    def extract(self, extraction, data):
        raise ValueError("no luck today")

class Endless:
    name, version, sentence = "unwritable", "1", "Gives what JSON cannot hold."
    def extract(self, extraction, data):
        return {"set": {1}}
"""


def install(folder: Path, name: str, points: dict[str, str], module: str) -> None:
    """Lay a package out as an installer does."""
    (folder / f"{name}.py").write_text(module, "utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = ["[harvestman.extractors]", *(f"{key} = {value}" for key, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the documented plug-in and three that do not work."""
    blocks = dict(
        re.findall(r"^```(\w+)\n(.*?)^```", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    )
    folder = tmp_path_factory.mktemp("plugins")
    ((group, points),) = tomllib.loads(blocks["toml"])["project"]["entry-points"].items()
    assert group == "harvestman.extractors"
    install(folder, "harvestman_funding", points, blocks["python"])
    broken = {"failing": "broken:Failing", "unwritable": "broken:Endless", "absent": "nowhere:X"}
    install(folder, "broken", broken, BROKEN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        place = Commands(tmp_path_factory.mktemp("library"))
        with running_service(place, "--workers", "1", is_fresh=True) as service:
            yield service.address


def test_the_documented_extractor_answers_and_is_described(address: str) -> None:
    thanks = (
        "Acknowledgements",
        "We thank the cellars. This was paid by grant HV-2024/7 of Tarapuy.",
    )
    pdf = make_pdf(replace(PAPER, sections=(*PAPER.sections, thanks)))
    told = httpx.post(address + DOCUMENTS, content=pdf, timeout=60).json()
    funding = httpx.get(told["links"]["funding"]).json()
    assert funding["grants"] == ["HV-2024/7"]
    assert "<grants>" in httpx.get(told["links"]["funding"] + "?output=xml").text
    assert "<grants>" in httpx.get(f"{address}/{told['id']}/funding").text
    description = httpx.get(f"{address}/openapi.json").json()
    route = description["paths"]["/api/v1/documents/{document_id}/funding"]["get"]
    assert route["description"].startswith("The grants")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("failing", "ValueError: no luck today"),
        ("unwritable", "not JSON serializable"),
        ("absent", "ModuleNotFoundError"),
    ],
)
def test_an_extractor_that_does_not_work_costs_its_own_part(
    address: str, paper_pdf: bytes, name: str, reason: str
) -> None:
    told = httpx.post(address + DOCUMENTS, content=paper_pdf, timeout=60).json()
    assert told["status"] == "success"
    failed = httpx.get(told["links"][name])
    assert failed.status_code == 500
    assert reason in failed.json()["detail"]
    assert httpx.get(told["links"]["header"]).status_code == 200
