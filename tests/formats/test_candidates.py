"""Candidates written out: CSV, BibTeX, Dublin Core, and archives that DSpace imports."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from harvestman.formats import write_candidates, write_saf
from harvestman.model import Candidate, CandidateAuthor, UsageError, candidate_from_plain

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


# The fields of config/registries/dublin-core-types.xml that DSpace has had since 1.8, as far as candidates use them.
REGISTERED = {
    ("title", "none"), ("contributor", "author"), ("subject", "none"), ("description", "abstract"), ("description", "statementofresponsibility"),
    ("date", "issued"), ("type", "none"), ("language", "iso"), ("identifier", "uri"),
}  # fmt: skip


def saf_terms(candidate: Candidate) -> list[tuple[str | None, ...]]:
    stream = io.BytesIO()
    write_saf(stream, [candidate], lambda _: ("a.pdf", b"%PDF-"))
    with zipfile.ZipFile(stream) as archive:
        root = ET.fromstring(archive.read("item_00001/dublin_core.xml"))
    names = ("element", "qualifier", "language")
    return [(*map(value.get, names), value.text) for value in root]


def test_an_archive_has_only_fields_that_every_dspace_knows() -> None:
    whole = replace(ONE, doi="10.1000/reeds", abstract="Of reeds.", date="12 de junio de 2018")
    terms = saf_terms(whole)
    assert {term[:2] for term in terms} == REGISTERED
    assert ("title", "none", "en", "Reeds & Herons") in terms
    assert ("description", "abstract", "en", "Of reeds.") in terms
    assert ("contributor", "author", None, "Helen Marsh") in terms
    assert ("date", "issued", None, "2018-06-12") in terms
    assert ("identifier", "uri", None, "https://doi.org/10.1000/reeds") in terms
    assert not [term for term in saf_terms(replace(ONE, date="n. d.")) if term[0] == "date"]


@pytest.mark.parametrize("wrong", ["", " ", "2", "https://repo.example/handle/1/2", "1/2\n3/4"])
def test_a_collection_that_dspace_cannot_find_is_refused(wrong: str) -> None:
    with pytest.raises(UsageError, match="handle"):
        write_saf(io.BytesIO(), [ONE], lambda _: ("a.pdf", b""), collections=[wrong])


def test_collections_are_handles_or_uuids_one_a_line() -> None:
    given = ["123456789/2", "20.500.12345/67", "4d9c5a3e-1f7b-4b6e-9f0a-0a1b2c3d4e5f"]
    stream = io.BytesIO()
    write_saf(stream, [ONE], lambda _: ("a.pdf", b""), collections=given)
    with zipfile.ZipFile(stream) as archive:
        assert archive.read("item_00001/collections").decode().splitlines() == given
