"""Documents written out: where other people's readers look, and never anything that they cannot parse."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from formats.document_sample import ARTICLE, BOOK, DOCUMENT, TALK
from harvestman.formats import (
    TeiManner,
    write_document,
    write_jats,
    write_tei,
    write_tei_citation,
    write_tei_header,
    write_tei_references,
)
from harvestman.formats.affiliations import organisation_parts
from harvestman.model import (
    Author,
    Extraction,
    Header,
    Reference,
    Section,
    Status,
    Translation,
    UsageError,
)

NS = {"t": "http://www.tei-c.org/ns/1.0"}
XML = "{http://www.w3.org/XML/1998/namespace}"
ANALYTIC = "//t:sourceDesc/t:biblStruct/t:analytic"


def parsed(text: str) -> Any:
    """Read by another library than the one that wrote it."""
    return etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False))


def texts(root: Any, path: str) -> list[str]:
    found = root.xpath(path, namespaces=NS)
    return [one if isinstance(one, str) else "".join(one.itertext()) for one in found]


def test_tei_has_the_header_where_groups_of_grobid_users_look() -> None:
    root = parsed(write_tei(DOCUMENT))
    title = "Cosechar páginas: 5 < 6 & más"
    assert texts(root, "//t:titleStmt/t:title[@level='a'][@type='main']") == [title]
    assert texts(root, f"{ANALYTIC}/t:title[@level='a']") == [title]
    assert texts(root, f"{ANALYTIC}/t:author/t:persName/t:forename[@type='first']") == ["Ana"]
    assert texts(root, f"{ANALYTIC}/t:author/t:persName/t:forename[@type='middle']") == ["María"]
    assert texts(root, f"{ANALYTIC}/t:author/t:persName/t:surname") == ["Ruiz Gómez"]
    assert texts(root, f"{ANALYTIC}/t:author/t:orgName") == ["Consorcio Araña"]
    assert texts(root, f"{ANALYTIC}/t:author[t:persName]/t:email") == ["ana@tarapuy.example"]
    assert texts(root, f"{ANALYTIC}/t:author/t:idno[@type='ORCID']") == ["0000-0002-1825-0097"]
    own = f"{ANALYTIC}/t:author[t:persName]/t:affiliation/t:orgName"
    assert texts(root, f"{own}[@type='department']") == ["Departamento de Redes"]
    assert texts(root, f"{own}[@type='institution']") == ["Universidad de Tarapuy"]
    nobodys = f"{ANALYTIC}/t:author[not(t:persName) and not(t:orgName)]"
    assert texts(root, f"{nobodys}/t:affiliation/t:orgName") == ["Museum of Threads"]
    assert texts(root, f"{nobodys}/t:email") == ["office@threads.example"]
    assert texts(root, "//t:sourceDesc/t:biblStruct/t:idno[@type='DOI']") == ["10.5555/cosecha.1"]
    assert texts(root, "//t:sourceDesc/t:biblStruct/t:idno[@type='arXiv']") == ["2406.00001"]
    assert texts(root, "//t:publicationStmt/t:date[@type='published']/@when") == ["2024-06-12"]
    assert texts(root, "//t:profileDesc/t:abstract/t:div/t:p") == ["Primero.", "Segundo renglón."]
    assert texts(root, "//t:profileDesc//t:keywords/t:term") == ["cosecha", "telarañas"]
    assert root.find("t:teiHeader", NS).get(f"{XML}lang") == "es"


def test_tei_has_sections_and_references() -> None:
    root = parsed(write_tei(DOCUMENT))
    assert texts(root, "//t:text/t:body/t:div/t:head") == ["Introducción", "Antecedentes"]
    assert texts(root, "//t:text/t:body/t:div/t:head/@n") == ["1", "2"]
    assert texts(root, "//t:text/t:body/t:div/t:p") == [
        "Antes del primer título.",
        "Un párrafo con dos líneas.",
        "Otro [31mpárrafo.",
        "Lo dicen Ruiz y Ershov (2019) [1-3]. Lo niega Doe [3][1].",
        "Nadie más.",
    ]
    citations = root.xpath(
        "//t:text/t:back/t:div[@type='references']/t:listBibl/t:biblStruct", namespaces=NS
    )
    assert [one.get(f"{XML}id") for one in citations] == ["b0", "b1", "b2", "b3"]
    raws = [one.findtext("t:note[@type='raw_reference']", namespaces=NS) for one in citations]
    assert raws == [one.raw for one in DOCUMENT.citations]
    article, book, talk, unread = citations
    assert texts(article, "t:analytic/t:title[@level='a']") == [ARTICLE.title]
    assert texts(article, "t:analytic/t:author/t:persName/t:surname") == ["Ruiz", "Ershov"]
    assert texts(article, "t:analytic/t:idno[@type='DOI']") == [ARTICLE.doi]
    assert texts(article, "t:monogr/t:title[@level='j']") == [ARTICLE.container]
    assert texts(article, "t:monogr/t:imprint/t:biblScope[@unit='volume']") == ["12"]
    assert texts(article, "t:monogr/t:imprint/t:biblScope[@unit='issue']") == ["3"]
    assert texts(article, "t:monogr/t:imprint/t:biblScope[@unit='page']/@from") == ["45"]
    assert texts(article, "t:monogr/t:imprint/t:biblScope[@unit='page']/@to") == ["67"]
    assert texts(article, "t:monogr/t:imprint/t:date/@when") == ["2019"]
    assert not book.findall("t:analytic", NS)
    assert texts(book, "t:monogr/t:title[@level='m']") == [BOOK.title]
    assert texts(book, "t:monogr/t:author/t:persName/t:surname") == ["Иванов"]
    assert texts(book, "t:monogr/t:imprint/t:publisher") == ["Наука"]
    assert texts(book, "t:monogr/t:imprint/t:pubPlace") == ["М."]
    assert texts(talk, "t:monogr/t:title[@level='m']") == [TALK.container]
    assert texts(talk, "t:monogr/t:imprint/t:date") == ["2001b"]
    assert texts(talk, "t:monogr/t:imprint/t:date/@when") == ["2001"]
    assert texts(talk, "t:analytic/t:ptr/@target") == [TALK.url]
    assert unread.find("t:monogr/t:imprint", NS) is not None


def test_parts_of_tei_can_be_had_alone() -> None:
    header = parsed(write_tei_header(DOCUMENT))
    assert texts(header, "//t:titleStmt/t:title")
    assert not texts(header, "//t:listBibl")
    references = parsed(write_tei_references(DOCUMENT.citations))
    assert len(references.findall(".//t:biblStruct", NS)) == 4
    assert not texts(references, "//t:titleStmt")
    citation = parsed(write_tei_citation(ARTICLE))
    assert citation.tag == "biblStruct"
    assert citation.get(f"{XML}id") is None
    assert citation.findtext("analytic/title") == ARTICLE.title


def test_jats_has_front_body_and_back() -> None:
    root = parsed(write_jats(DOCUMENT))
    meta = root.find("front/article-meta")
    assert root.get("article-type") == "research-article"
    assert root.get(f"{XML}lang") == "es"
    assert meta.findtext("article-id[@pub-id-type='doi']") == "10.5555/cosecha.1"
    assert meta.findtext("title-group/article-title") == "Cosechar páginas: 5 < 6 & más"
    author, consortium = meta.findall("contrib-group/contrib[@contrib-type='author']")
    assert author.findtext("name/surname") == "Ruiz Gómez"
    assert author.findtext("name/given-names") == "Ana María"
    assert author.findtext("email") == "ana@tarapuy.example"
    assert author.findtext("contrib-id").endswith("0000-0002-1825-0097")
    assert consortium.findtext("collab") == "Consorcio Araña"
    key = author.find("xref[@ref-type='aff']").get("rid")
    assert "Tarapuy" in meta.findtext(f"aff[@id='{key}']/institution")
    date = [meta.findtext(f"pub-date/{part}") for part in ("year", "month", "day")]
    assert date == ["2024", "06", "12"]
    assert [p.text for p in meta.findall("abstract/p")] == ["Primero.", "Segundo renglón."]
    assert [k.text for k in meta.findall("kwd-group/kwd")] == ["cosecha", "telarañas"]
    assert [s.findtext("title") for s in root.findall("body/sec")] == [
        None,
        "1 Introducción",
        "2 Antecedentes",
    ]
    references = root.findall("back/ref-list/ref")
    assert len({one.get("id") for one in references}) == 4
    article = references[0].find("citation-alternatives/element-citation")
    assert article.get("publication-type") == "journal"
    assert article.findtext("source") == ARTICLE.container
    assert [article.findtext(tag) for tag in ("fpage", "lpage", "year")] == ["45", "67", "2019"]
    talk = references[2].find("citation-alternatives/element-citation")
    assert talk.get("publication-type") == "confproc"
    assert references[3].findtext("citation-alternatives/mixed-citation") == "(see the web site)"


def in_order(element: Any, order: str) -> bool:
    """Whether an element's children are all named in the order, and stand in it."""
    places = [order.split().index(child.tag) for child in element]
    return places == sorted(places)


def test_jats_keeps_the_order_that_its_tag_set_asks_for() -> None:
    header = replace(
        DOCUMENT.header,
        venue="Journal of Small Animals",
        issn="1234-5679",
        isbn="9783161484100",
        pages="12-34",
        date="2021-05-03",
        translations=(Translation("es", "Cuentas", "Contamos.", ("patas",)),),
    )
    root = parsed(write_jats(replace(DOCUMENT, header=header)))
    assert in_order(root, "front body back")
    front = root.find("front")
    assert [child.tag for child in front] == ["journal-meta", "article-meta"]
    assert in_order(front.find("journal-meta"), "journal-id journal-title-group issn isbn")
    assert {"isbn", "fpage", "pub-date"} <= {child.tag for child in front.find("article-meta")}
    assert in_order(
        front.find("article-meta"),
        "article-id title-group contrib-group aff pub-date isbn fpage lpage abstract trans-abstract kwd-group",
    )
    assert in_order(front.find("article-meta/pub-date"), "day month year")


def test_jats_of_little_has_what_it_must() -> None:
    document = Extraction(Status.SUCCESS, header=Header(issn="1234-5679"))
    root = parsed(write_jats(document))
    assert root.findtext("front/journal-meta/issn") == "1234-5679"
    assert root.find("front/article-meta/title-group/article-title") is not None
    bare = parsed(write_jats(replace(document, header=Header())))
    assert [child.tag for child in bare.find("front")] == ["article-meta"]


def test_calls_lead_to_their_entries() -> None:
    root = parsed(write_tei(DOCUMENT))
    refs = root.xpath("//t:body//t:ref[@type='bibr']", namespaces=NS)
    assert [(ref.text, ref.get("target")) for ref in refs] == [
        ("Ruiz y Ershov (2019", "#b0"),
        ("1-3", "#b0"),
        ("3", "#b2"),
        ("1", "#b0"),
    ]
    in_sentences = parsed(write_tei(DOCUMENT, TeiManner(sentences=True)))
    assert texts(in_sentences, "//t:body/t:div[3]/t:p[1]/t:s") == [
        "Lo dicen Ruiz y Ershov (2019) [1-3].",
        "Lo niega Doe [3][1].",
    ]
    assert len(in_sentences.findall(".//t:ref", NS)) == 4
    jats = parsed(write_jats(DOCUMENT))
    assert [xref.get("rid") for xref in jats.findall("body//xref")] == [
        "ref1",
        "ref1 ref2 ref3",
        "ref3",
        "ref1",
    ]


def test_what_clients_of_grobid_look_for() -> None:
    manner = TeiManner(when=datetime(2026, 11, 17, 9, 30, tzinfo=UTC), md5="0A1B")
    root = parsed(write_tei(DOCUMENT, manner))
    assert texts(root, "//t:appInfo/t:application/@when") == ["2026-11-17T09:30+0000"]
    assert texts(root, "//t:sourceDesc//t:idno[@type='MD5']") == ["0A1B"]
    # scipdf_parser reads TEI as HTML, in which the namespace is an attribute.
    assert write_tei(DOCUMENT).count('<div xmlns="http://www.tei-c.org/ns/1.0">') == 4


def test_sections_and_sentences_stand_without_blanks_between_them() -> None:
    """Clients take a string between a section's elements for its heading, or for a sentence."""
    told = write_tei(DOCUMENT, TeiManner(sentences=True))
    for div in parsed(told).xpath("//t:body/t:div | //t:abstract/t:div", namespaces=NS):
        for element in (div, *div.findall("t:p", NS)):
            assert element.text is None
            assert all(child.tail is None for child in element)
    assert told.count("\n") > 50  # the rest stands in lines


def test_a_year_alone_is_the_date_of_publication() -> None:
    document = replace(DOCUMENT, header=replace(DOCUMENT.header, date="", year=2021))
    published = parsed(write_tei(document)).xpath(
        "//t:publicationStmt/t:date[@type='published']", namespaces=NS
    )
    assert [date.get("when") for date in published] == ["2021"]


def test_the_last_title_of_an_articles_level_is_its_own() -> None:
    other = Translation("es", "Cuentas de patas", "", ())
    document = replace(DOCUMENT, header=replace(DOCUMENT.header, translations=(other,)))
    titles = texts(parsed(write_tei(document)), f"{ANALYTIC}/t:title[@level='a']")
    assert titles == ["Cosechar páginas: 5 < 6 & más"]


def test_bibtex_has_the_document_or_its_references() -> None:
    (first,) = parse_string(write_document(DOCUMENT, "bibtex")).entries
    assert first["title"].startswith("Cosechar p")
    library = parse_string(write_document(DOCUMENT, "bibtex-references"))
    assert not library.failed_blocks
    article, book, talk, _ = library.entries
    assert article.entry_type == "article"
    assert article["journal"] == "J. Polite Web"
    assert article["pages"] == "45--67"
    assert book.entry_type == "book"
    assert book["publisher"] == "Наука"
    assert talk.entry_type == "inproceedings"


def test_a_body_without_sections_is_valid_for_grobids_schema() -> None:
    for told in (write_tei(replace(DOCUMENT, body=())), write_tei_references(DOCUMENT.citations)):
        (body,) = parsed(told).xpath("//t:body", namespaces=NS)
        assert [etree.QName(child).localname for child in body] == ["div"]


@pytest.mark.parametrize(
    ("reference", "children"),
    [
        (Reference("x"), ["imprint"]),
        (Reference("x", authors=("A. Ruiz",)), ["title", "author", "imprint"]),
        (
            Reference("x", title="A Site", authors=("A. Ruiz",), doi="10.1/2", url="http://a.org/"),
            ["title", "idno", "ptr", "author", "imprint"],
        ),
        (Reference("x", container="Nature", authors=("A. Ruiz",)), ["title", "author", "imprint"]),
    ],
)
def test_a_monograph_keeps_the_order_that_tei_asks_for(
    reference: Reference, children: list[str]
) -> None:
    root = parsed(write_tei_citation(reference))
    [monograph] = root.xpath("//*[local-name()='monogr']")
    assert [etree.QName(child).localname for child in monograph] == children
    assert [etree.QName(child).localname for child in monograph[-1]] == ["date"]


def test_an_address_of_tei_has_no_percent_sign_that_stands_for_nothing() -> None:
    root = parsed(write_tei_citation(Reference("x", url="http://a.org/hermi%tech%20x")))
    assert root.xpath("string(//*[local-name()='ptr']/@target)") == "http://a.org/hermi%25tech%20x"


def test_what_is_printed_in_a_second_language_is_kept_by_language() -> None:
    other = Translation("es", "Cuentas de patas", "Contamos patas.", ("patas",))
    document = replace(DOCUMENT, header=replace(DOCUMENT.header, translations=(other,)))
    tei = parsed(write_tei(document))
    assert texts(tei, f"{ANALYTIC}/t:title[@xml:lang='es']") == ["Cuentas de patas"]
    assert texts(tei, "//t:abstract[@xml:lang='es']/t:div/t:p") == ["Contamos patas."]
    assert texts(tei, "//t:keywords[@xml:lang='es']/t:term") == ["patas"]
    jats = parsed(write_jats(document))
    assert texts(jats, "//trans-title-group[@xml:lang='es']/trans-title") == ["Cuentas de patas"]
    assert texts(jats, "//trans-abstract[@xml:lang='es']/p") == ["Contamos patas."]
    assert texts(jats, "//kwd-group[@xml:lang='es']/kwd") == ["patas"]


def test_plain_text_is_the_text() -> None:
    assert write_document(DOCUMENT, "text") == "Cosechar páginas\n\nUn párrafo.\n"
    halved = replace(DOCUMENT, text="a\ud800b")
    assert write_document(halved, "text").encode() == b"a?b\n"
    assert write_document(replace(DOCUMENT, text=""), "text") == ""


def test_an_unknown_format_names_those_there_are() -> None:
    with pytest.raises(UsageError, match="tei"):
        write_document(DOCUMENT, "docbook")


@pytest.mark.parametrize("name", ["tei", "jats", "bibtex", "text"])
def test_a_document_with_nothing_in_it(name: str) -> None:
    text = write_document(Extraction(Status.NO_METADATA), name)
    if name in ("tei", "jats"):
        parsed(text)


@pytest.mark.parametrize(
    ("affiliation", "parts"),
    [
        (
            "University of California, Berkeley",
            [("institution", "University of California, Berkeley")],
        ),
        (
            "Faculty of Mathematics, St. Petersburg State University, Russia",
            [
                ("department", "Faculty of Mathematics"),
                ("institution", "St. Petersburg State University, Russia"),
            ],
        ),
        (
            "Кафедра системного программирования, СПбГУ",
            [("department", "Кафедра системного программирования, СПбГУ")],
        ),
        ("Google", [("institution", "Google")]),
        (
            "Speech Lab, Institut für Informatik",
            [("laboratory", "Speech Lab"), ("institution", "Institut für Informatik")],
        ),
        (" , ,", []),
    ],
)
def test_organisations_are_taken_apart(affiliation: str, parts: list[tuple[str, str]]) -> None:
    assert organisation_parts(affiliation) == parts


ANY = st.text(st.characters(exclude_categories=()), max_size=12)
REFERENCES = st.builds(
    Reference, raw=ANY, authors=st.tuples(ANY), title=ANY, container=ANY, pages=ANY, year=ANY, url=ANY, doi=ANY
)  # fmt: skip
DOCUMENTS = st.builds(
    Extraction,
    status=st.just(Status.SUCCESS),
    language=st.sampled_from(["", "en"]),
    header=st.builds(
        Header,
        title=ANY,
        authors=st.tuples(st.builds(Author, name=ANY, affiliations=st.tuples(ANY), emails=st.tuples(ANY))),
        affiliations=st.tuples(ANY),
        abstract=ANY,
        keywords=st.tuples(ANY),
        date=ANY,
    ),
    citations=st.tuples(REFERENCES, REFERENCES),
    body=st.tuples(st.builds(Section, heading=ANY, text=ANY)),
)  # fmt: skip


@given(DOCUMENTS)
def test_whatever_a_file_says_the_xml_can_be_parsed(document: Extraction) -> None:
    for text in (write_tei(document), write_jats(document)):
        root = parsed(text)
        keys = [one.get(f"{XML}id") or one.get("id") for one in root.iter()]
        told = [key for key in keys if key]
        assert len(told) == len(set(told))
