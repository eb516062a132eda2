"""Microdata and RDFa: the walkers agree with the libraries, and keep the order that those lose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from extruct.rdfa import RDFaExtractor
from extruct.w3cmicrodata import MicrodataExtractor

from harvestman.model import Author, Paper
from harvestman.pages import Source
from harvestman.pages.readers.microdata import items_in
from harvestman.pages.readers.rdfa import things_in

Papers = Callable[..., list[Paper]]

MICRODATA = """
<html><body>
<article itemscope itemtype="http://schema.org/ScholarlyArticle" itemref="more">
  <h1 itemprop="name">Eight <b>long</b> legs</h1>
  <p itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Zoë Adler</span>,
    <span itemprop="affiliation" itemscope itemtype="http://schema.org/Organization"><i itemprop="name">UCM</i></span></p>
  <p itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Anna Birke</span></p>
  <time itemprop="datePublished" datetime="2020-05-01">May</time>
  <meta itemprop="isbn" content="9783161484100">
  <a itemprop="url" href="/legs">link</a>
  <data itemprop="pageStart" value="7">seven</data>
</article>
<div id="more"><span itemprop="keywords">legs</span></div>
<div itemscope itemtype="http://schema.org/WebSite"><b itemprop="name">Site</b></div>
</body></html>
"""


def plain_item(item: dict[str, Any]) -> dict[str, Any]:
    """extruct's form of an item as ours."""
    plain: dict[str, Any] = {
        "@type": item["type"].split() if isinstance(item["type"], str) else item["type"]
    }
    for name, given in item.get("properties", {}).items():
        values = given if isinstance(given, list) else [given]
        plain[name] = [
            plain_item(v) if isinstance(v, dict) else " ".join(v.split()) for v in values
        ]
    return plain


def test_microdata_items_are_those_of_extruct(source: Callable[[str], Source]) -> None:
    page = source(MICRODATA)
    theirs = MicrodataExtractor().extract(MICRODATA, base_url=page.url)
    assert items_in(page) == [plain_item(item) for item in theirs]


def test_microdata_paper(papers: Papers) -> None:
    assert papers(MICRODATA) == [
        Paper(
            "Eight long legs",
            authors=(Author("Zoë Adler", ("UCM",)), Author("Anna Birke")),
            year=2020,
            date="2020-05-01",
            isbn="9783161484100",
            url="https://www.example.org/legs",
            pages="7",
            keywords=("legs",),
        )
    ]


def test_microdata_a_linked_title_is_meant_as_a_title(papers: Papers) -> None:
    page = '<div itemscope itemtype="https://schema.org/ScholarlyArticle"><a itemprop="name" href="/x">One leg</a></div>'
    assert [p.title for p in papers(page)] == ["One leg"]


RDFA = """
<html prefix="bibo: http://purl.org/ontology/bibo/ foaf: http://xmlns.com/foaf/0.1/"><head><title>x</title></head><body vocab="http://schema.org/">
<div typeof="ScholarlyArticle" resource="#one"><h2 property="name">One <em>leg</em></h2>
  <p property="author" typeof="Person"><span property="name">Zoë Adler</span></p>
  <p property="author" typeof="Person"><span property="name">Anna Birke</span></p>
  <meta property="datePublished" content="2020-05-01"><a property="url" href="/one">page</a>
  <span rel="bibo:authorList"><b property="foaf:name">Mika Citron</b></span>
</div>
<div about="#vol" typeof="PublicationVolume" rel="hasPart"><p about="#two" typeof="ScholarlyArticle"><i property="name">Two legs</i></p></div>
<div about="#x" rev="isPartOf" resource="#y"></div>
</body></html>
"""


def test_rdfa_statements_are_those_of_the_library(source: Callable[[str], Source]) -> None:
    page = source(RDFA)
    ours = {
        (
            _name(subject),
            name,
            _name(value["@id"]) if isinstance(value, dict) else _value(name, value),
        )
        for subject, thing in things_in(page).items()
        for name, values in thing.items()
        if name not in ("@id", "@within")
        for value in values
    }
    words = {
        "http://xmlns.com/foaf/0.1/name": "name",
        "http://purl.org/ontology/bibo/authorList": "author",
    }
    theirs = {
        (
            _name(thing["@id"]),
            words.get(name, name.removeprefix("http://schema.org/")),
            _value(name, value)
            if isinstance(value, str)
            else _name(value["@id"])
            if "@id" in value
            else _value(name, value["@value"]),
        )
        for thing in RDFaExtractor().extract(RDFA, base_url=page.url)
        for name, values in thing.items()
        if name != "@id" and "w3.org/ns/rdfa#" not in name
        for value in values
    }
    assert ours == theirs


def _name(name: str) -> str:
    return "_:" if name.startswith("_:") else name


def _value(name: str, value: str) -> str:
    del name
    return " ".join(value.split()).removeprefix("http://schema.org/")


def test_rdfa_keeps_the_order_of_authors(papers: Papers) -> None:
    one, two = papers(RDFA)
    assert [a.name for a in one.authors] == ["Zoë Adler", "Anna Birke", "Mika Citron"]
    assert (one.title, one.url, one.date) == (
        "One leg",
        "https://www.example.org/one",
        "2020-05-01",
    )
    assert two.title == "Two legs"


@pytest.mark.parametrize(
    "page",
    [
        # RDFa 1.0: the typed element names itself.
        '<li about="p.pdf" typeof="swrc:InProceedings"><a href="p.pdf" property="dc:title">One leg</a>'
        '<span rel="dc:creator"><a href="/ana" typeof="foaf:Person" property="foaf:name">Ana Ruiz</a></span></li>',
        # Old prefixes, declared as XML namespaces in any case.
        '<div xmlns:D="http://purl.org/dc/terms/" xmlns:b="http://purl.org/ontology/bibo/"><p about="p.pdf" typeof="b:AcademicArticle">'
        '<i property="d:title">One leg</i><i property="D:creator">Ana Ruiz</i></p></div>',
        # A plain link around the title does not become what the title is said of.
        '<li about="p.pdf" typeof="bibo:Article"><a href="other.html"><span property="dcterms:title">One leg</span></a>'
        '<span property="dcterms:creator">Ana Ruiz</span></li>',
    ],
)
def test_rdfa_as_people_write_it(page: str, papers: Papers) -> None:
    (paper,) = papers(page)
    assert (paper.title, paper.authors, paper.pdf) == (
        "One leg",
        (Author("Ana Ruiz"),),
        "https://www.example.org/dir/p.pdf",
    )


def test_open_graph_alone_is_no_paper(papers: Papers) -> None:
    assert (
        papers(
            '<html prefix="og: http://ogp.me/ns#"><meta property="og:title" content="T"><meta property="og:type" content="article">'
        )
        == []
    )
