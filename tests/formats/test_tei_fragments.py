"""Single strings as TEI, and the switches of whole documents: as GROBID's users ask for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from formats.document_sample import ARTICLE, DOCUMENT
from harvestman.formats import (
    TeiManner,
    write_tei,
    write_tei_affiliations,
    write_tei_citation,
    write_tei_date,
    write_tei_header,
    write_tei_names,
)
from harvestman.formats.affiliations import Address, affiliation_parts
from harvestman.model import Section

NS = {"t": "http://www.tei-c.org/ns/1.0"}
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def elements(text: str) -> list[Any]:
    root = etree.fromstring(f"<all>{text}</all>".encode())
    return list(root)


def test_a_date() -> None:
    (date,) = elements(write_tei_date("16 <September> 2001", "2001-09-16"))
    assert (date.tag, date.get("when"), date.text) == ("date", "2001-09-16", "16 <September> 2001")


def test_names_are_persons_one_after_the_other() -> None:
    first, second, whole = elements(write_tei_names(["Ana María Ruiz", "Gil, J.", "CERN"]))
    assert [part.text for part in first] == ["Ana", "María", "Ruiz"]
    assert [part.get("type") for part in first] == ["first", "middle", None]
    assert second.find("t:surname", NS).text == "Gil"
    assert etree.QName(whole).localname == "orgName"


def test_affiliations_have_organisations_and_an_address() -> None:
    text = "Department of Webs, University of Oxford, Parks Road, Oxford OX1 3QD, UK"
    (found,) = elements(write_tei_affiliations([text]))
    assert [(one.get("type"), one.text) for one in found.findall("orgName")] == [
        ("department", "Department of Webs"),
        ("institution", "University of Oxford"),
    ]
    address = found.find("address")
    assert [(one.tag, one.text) for one in address] == [
        ("addrLine", "Parks Road"),
        ("postCode", "OX1 3QD"),
        ("settlement", "Oxford"),
        ("country", "UK"),
    ]
    assert address.find("country").get("key") == "GB"
    assert found.find("note") is None
    (raw,) = elements(write_tei_affiliations([text], raw=True))
    assert raw.find("note[@type='raw_affiliation']").text == text


@pytest.mark.parametrize(
    ("affiliation", "address"),
    [
        (
            "Stanford University, California, USA",
            Address(region="California", country="USA", country_code="US"),
        ),
        (
            "MIT CSAIL, Cambridge, MA 02139, USA",
            Address((), "02139", "Cambridge", "MA", "USA", "US"),
        ),
        ("MIT, Cambridge MA", Address(settlement="Cambridge", region="MA")),
        (
            "СПбГУ, Санкт-Петербург, Россия",
            Address(settlement="Санкт-Петербург", country="Россия", country_code="RU"),
        ),
        (
            "Universidad de Chile, Santiago, Chile",
            Address(settlement="Santiago", country="Chile", country_code="CL"),
        ),
        ("Orange", Address()),
        ("", Address()),
    ],
)
def test_addresses(affiliation: str, address: Address) -> None:
    assert affiliation_parts(affiliation).address == address


def test_printed_strings_can_be_left_out() -> None:
    bare = TeiManner(raw_citations=False, raw_affiliations=False)
    assert "raw_" in write_tei(DOCUMENT)
    assert "raw_" not in write_tei(DOCUMENT, bare)
    assert "raw_" not in write_tei_header(DOCUMENT, bare)
    assert "raw_" not in write_tei_citation(ARTICLE, bare)


def test_paragraphs_can_be_cut_into_sentences_with_ids() -> None:
    document = replace(DOCUMENT, body=(Section("1 On", "One. Two.\n\nThree."),))
    root = etree.fromstring(write_tei(document, TeiManner(sentences=True, ids=True)).encode())
    body = root.find(".//t:body", NS)
    assert [s.text for s in body.findall(".//t:p/t:s", NS)] == ["One.", "Two.", "Three."]
    assert [len(p) for p in body.findall(".//t:p", NS)] == [2, 1]
    ids = [one.get(XML_ID) for one in root.iter() if one.get(XML_ID)]
    assert len(ids) == len(set(ids))
    assert all(one.get(XML_ID) for one in body.iter("{*}p", "{*}s", "{*}head"))


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_whatever_is_said_can_be_parsed(text: str) -> None:
    elements(write_tei_names([text]))
    elements(write_tei_affiliations([text], raw=True))
    elements(write_tei_date(text, ""))
