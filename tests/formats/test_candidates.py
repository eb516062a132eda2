"""Candidates written out: CSV, BibTeX, Dublin Core, and archives that DSpace imports."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from xml.etree import ElementTree as ET

from harvestman.formats import write_candidates, write_saf
from harvestman.model import Candidate, CandidateAuthor, candidate_from_plain

ONE = Candidate(
    "http://uni.example/a%20b.pdf",
    "Reeds & Herons",
    (CandidateAuthor("Helen Marsh", "marsh@uni.example", ("University of Saltreach",)), CandidateAuthor("Peter Quill")),
    ("University of Saltreach",),
    ("marsh@uni.example",),
    "en",
    "thesis",
    keywords=("reeds",),
    date="2019-05-01",
    id="abc",
)  # fmt: skip


def test_csv_has_a_line_each_and_no_formula() -> None:
    risky = Candidate("http://uni.example/b.pdf", "=HYPERLINK(1)")
    rows = list(csv.DictReader(io.StringIO("".join(write_candidates([ONE, risky], "csv")))))
    assert rows[0]["authors"] == "Helen Marsh; Peter Quill"
    assert rows[0]["emails"] == "marsh@uni.example"
    assert rows[1]["title"] == "'=HYPERLINK(1)"


def test_json_lines_are_candidates_again() -> None:
    (line,) = write_candidates([ONE], "jsonl")
    assert candidate_from_plain(json.loads(line)) == ONE


def test_bibtex_knows_a_thesis() -> None:
    text = "".join(write_candidates([ONE], "bibtex"))
    assert text.startswith("@thesis{")
    assert "Marsh, Helen and Quill, Peter" in text


def test_dublin_core_is_valid_xml_with_a_record_each() -> None:
    root = ET.fromstring("".join(write_candidates([ONE, ONE], "dublin-core")))
    assert len(root) == 2
    creators = root[0].findall("{http://purl.org/dc/elements/1.1/}creator")
    assert [one.text for one in creators] == ["Helen Marsh", "Peter Quill"]


def test_an_archive_for_dspace_has_metadata_contents_and_the_file() -> None:
    stream = io.BytesIO()
    assert write_saf(stream, [ONE], lambda _: ("../a b.pdf", b"%PDF-"), collections=["1/2"]) == 1
    with zipfile.ZipFile(stream) as archive:
        assert sorted(archive.namelist()) == [f"item_00001/{name}" for name in ("a_b.pdf", "collections", "contents", "dublin_core.xml")]  # fmt: skip
        assert archive.read("item_00001/contents") == b"a_b.pdf\tbundle:ORIGINAL\n"
        assert archive.read("item_00001/a_b.pdf") == b"%PDF-"
        assert archive.read("item_00001/collections") == b"1/2\n"
        root = ET.fromstring(archive.read("item_00001/dublin_core.xml"))
    values = {(v.get("element"), v.get("qualifier")): v.text for v in root}
    assert values[("title", "none")] == "Reeds & Herons"
    assert values[("type", "none")] == "thesis"
    again = io.BytesIO()
    write_saf(again, [ONE], lambda _: ("../a b.pdf", b"%PDF-"), collections=["1/2"])
    assert again.getvalue() == stream.getvalue()
