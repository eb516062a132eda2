"""The official client of GROBID, unchanged, against a server process: documents, folders, lists of citations, its own converters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from grobid_client.grobid_client import GrobidClient
from lxml import etree

from commands import Commands
from servers.service import running_service

NS = {"t": "http://www.tei-c.org/ns/1.0"}
CITATIONS = (
    "A. Ershov and B. Quill. Counting what moves. Journal of Small Animals, 12(3):45-67, 2019.",
    "D. Inkpen. Lamps for cellars. In Proceedings of the 3rd Workshop on Lamps, pages 7-9, 2011.",
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GrobidClient]:
    commands = Commands(tmp_path_factory.mktemp("library"))
    with running_service(commands, "--workers", "1") as server:
        yield GrobidClient(grobid_server=server.address, sleep_time=1, timeout=60)


@pytest.fixture
def papers(tmp_path: Path, paper_pdf: bytes) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "legs.pdf").write_bytes(paper_pdf)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4\n%%EOF")
    return folder


def test_it_finds_the_server(client: GrobidClient) -> None:
    assert client.ping() == (True, 200)


@pytest.mark.parametrize(
    ("service", "path", "expected"),
    [
        ("processFulltextDocument", ".//t:body/t:div/t:head", "Introduction"),
        ("processHeaderDocument", ".//t:analytic/t:title", "Leg Counts of Harvestmen"),
        ("processReferences", ".//t:listBibl/t:biblStruct//t:title", "Counting what moves"),
    ],
)
def test_a_folder_of_papers(
    client: GrobidClient, papers: Path, tmp_path: Path, service: str, path: str, expected: str
) -> None:
    out = tmp_path / "out"
    client.process(
        service,
        str(papers),
        output=str(out),
        n=2,
        generate_ids=True,
        consolidate_header=True,
        consolidate_citations=True,
        include_raw_citations=True,
        include_raw_affiliations=True,
        tei_coordinates=True,
        segment_sentences=True,
    )
    root = etree.fromstring((out / "legs.grobid.tei.xml").read_bytes())
    assert expected in root.find(path, NS).text
    # What cannot be read is noted as the client notes GROBID's own refusals.
    assert "BAD_INPUT_DATA" in (out / "broken_500.txt").read_text()


def test_a_list_of_citations(client: GrobidClient, tmp_path: Path) -> None:
    given = tmp_path / "in"
    given.mkdir()
    (given / "list.txt").write_text("\n".join(CITATIONS), "utf-8")
    client.process(
        "processCitationList",
        str(given),
        output=str(tmp_path / "out"),
        include_raw_citations=True,
    )
    root = etree.fromstring((tmp_path / "out" / "list.grobid.tei.xml").read_bytes())
    found = root.findall(".//t:listBibl/t:biblStruct", NS)
    notes = [one.findtext("t:note[@type='raw_reference']", namespaces=NS) for one in found]
    assert notes == list(CITATIONS)
    assert found[1].findtext("t:analytic/t:title", namespaces=NS) == "Lamps for cellars"


def test_documents_in_memory_and_some_of_their_pages(
    client: GrobidClient, paper_pdf: bytes
) -> None:
    results = client.process_documents("processHeaderDocument", [paper_pdf] * 3, n=3)
    assert [status for _, status, _ in results] == [200] * 3
    options = (False, False, False, False, False, False, False)
    _, status, text = client.process_pdf(
        "processFulltextDocument", paper_pdf, *options, start=99, end=100
    )
    assert (status, text) == (204, "")


def test_its_own_converters_read_our_tei(
    client: GrobidClient, papers: Path, tmp_path: Path
) -> None:
    (papers / "broken.pdf").unlink()
    out = tmp_path / "out"
    client.process(
        "processFulltextDocument",
        str(papers),
        output=str(out),
        json_output=True,
        markdown_output=True,
    )
    told = json.loads(next(out.glob("*.json")).read_text())
    assert told["biblio"]["title"] == "Leg Counts of Harvestmen in University Cellars"
    assert told["biblio"]["authors"] == ["Ana Ruiz", "Rustam Galimov"]
    assert told["biblio"]["abstract"][0]["text"].startswith("We counted the legs")
    assert any(part["head_section"] == "Method" for part in told["body_text"])
    assert told["references"][0]["title"] == "Counting what moves"
    assert told["references"][0]["page_start"] == "45"
    assert "# Leg Counts of Harvestmen" in next(out.glob("*.md")).read_text()
