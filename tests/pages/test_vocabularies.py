"""The readers one by one: what each vocabulary says, and what publishers make of it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from harvestman.model import Author, PageReading, Paper

Papers = Callable[..., list[Paper]]
Read = Callable[..., PageReading]


def metas(*pairs: tuple[str, str]) -> str:
    return "".join(f'<meta name="{name}" content="{content}">' for name, content in pairs)


def json_ld(*nodes: object) -> str:
    return "".join(
        f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes
    )


# Highwire


def test_highwire_a_new_title_starts_a_new_paper_and_what_stood_before_belongs_to_the_first(
    papers: Papers,
) -> None:
    page = metas(
        ("citation_journal_title", "J. of Legs"),
        ("citation_title", "One leg"),
        ("citation_author", "A Bee"),
        ("citation_title", "Two legs"),
        ("citation_author", "C Dee"),
    )
    assert [(p.title, p.venue, p.authors) for p in papers(page)] == [
        ("One leg", "J. of Legs", (Author("A Bee"),)),
        ("Two legs", "", (Author("C Dee"),)),
    ]


def test_highwire_papers_that_each_begin_with_their_journal(papers: Papers) -> None:
    page = metas(
        ("citation_journal_title", "First J."),
        ("citation_title", "One leg"),
        ("citation_journal_title", "Second J."),
        ("citation_title", "Two legs"),
    )
    assert [(p.title, p.venue) for p in papers(page)] == [
        ("One leg", "First J."),
        ("Two legs", "Second J."),
    ]


def test_highwire_nothing_but_titles_is_a_list(papers: Papers) -> None:
    page = metas(("citation_title", "One leg"), ("citation_title", "Two legs"))
    assert [p.title for p in papers(page)] == ["One leg", "Two legs"]


def test_highwire_any_case_property_instead_of_name_and_bepress(papers: Papers) -> None:
    page = '<meta NAME="Citation_Title" CONTENT="One leg"><meta property="citation_author" content="A Bee">'
    assert papers(page) == [Paper("One leg", authors=(Author("A Bee"),))]
    page = metas(("bepress_citation_title", "One leg"), ("bepress_citation_pdf_url", "/x.pdf"))
    assert papers(page) == [Paper("One leg", pdf="https://www.example.org/x.pdf")]


def test_highwire_without_a_title_is_no_paper(read: Read) -> None:
    assert read(metas(("citation_doi", "10.5555/x1"), ("citation_author", "A Bee"))).mentions == ()


def test_highwire_citation_references_are_not_papers_of_the_page(papers: Papers) -> None:
    page = metas(
        ("citation_title", "One leg"),
        ("citation_reference", "citation_title=Another; citation_author=X"),
    )
    assert [p.title for p in papers(page)] == ["One leg"]


@pytest.mark.parametrize(
    ("contents", "names"),
    [
        (["Ruiz, Ana; Pérez, Luis"], ["Ana Ruiz", "Luis Pérez"]),
        (["Ruiz, Ana", "Pérez, Luis"], ["Ana Ruiz", "Luis Pérez"]),
        (["Ana Ruiz, Luis Pérez, Eva Gil"], ["Ana Ruiz", "Luis Pérez", "Eva Gil"]),
        (["Ana Ruiz and Luis Pérez"], ["Ana Ruiz", "Luis Pérez"]),
        (["Ana Ruiz, Luis Pérez, and Eva Gil"], ["Ana Ruiz", "Luis Pérez", "Eva Gil"]),
        (["García Márquez, Gabriel José"], ["Gabriel José García Márquez"]),
        (["Иванов И.И.; Петров П.П."], ["Иванов И.И.", "Петров П.П."]),
        (["Ana Ruiz¹*", "Luis Pérez1,2"], ["Ana Ruiz", "Luis Pérez"]),
        (["Ana Ruiz", "null", "", "admin", "et al.", "a@b.org", "42"], ["Ana Ruiz"]),
        (["Ana Ruiz", "Ana Ruiz"], ["Ana Ruiz"]),
        (["Ana&nbsp;Ruiz &amp;amp; Co"], ["Ana Ruiz & Co"]),
    ],
)
def test_highwire_names(contents: list[str], names: list[str], papers: Papers) -> None:
    page = metas(("citation_title", "One leg"), *(("citation_author", c) for c in contents))
    assert [a.name for a in papers(page)[0].authors] == names


@pytest.mark.parametrize(
    ("tags", "date", "year"),
    [
        (
            [("citation_date", "2019/05/01"), ("citation_online_date", "2018/01/01")],
            "2019-05-01",
            2019,
        ),
        (
            [("citation_online_date", "2018/01/01"), ("citation_publication_date", "2019")],
            "2019",
            2019,
        ),
        ([("citation_year", "2019")], "2019", 2019),
        ([("citation_date", "12 июня 2019 г.")], "2019-06-12", 2019),
        ([("citation_date", "2999-01-01")], "", None),
        ([("citation_date", "1066")], "", None),
        ([("citation_date", "")], "", None),
    ],
)
def test_highwire_dates(
    tags: list[tuple[str, str]], date: str, year: int | None, papers: Papers
) -> None:
    paper = papers(metas(("citation_title", "One leg"), *tags))[0]
    assert (paper.date, paper.year) == (date, year)


# JSON-LD


@pytest.mark.parametrize(
    "text",
    [
        '<!-- {"@type":"ScholarlyArticle","name":"One leg"} -->',
        '//<![CDATA[\n{"@type":"ScholarlyArticle","name":"One leg"}\n//]]>',
        '/* a comment */ {"@type":"ScholarlyArticle", // another\n "name":"One leg",}',
        '[{"@type":"ScholarlyArticle","name":"One leg",},]',
        '{"@type":"ScholarlyArticle","name":"One\n leg"}',
        "{&quot;@type&quot;:&quot;ScholarlyArticle&quot;,&quot;name&quot;:&quot;One leg&quot;}",
        '{"@type":"WebSite"}{"@type":"ScholarlyArticle","name":"One leg"};',
        '\ufeff{"@type":["Thing","http://schema.org/ScholarlyArticle"],"schema:name":"One leg"}',
        '{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"ScholarlyArticle","name":"One leg"}}]}',
        '{"@type":"Periodical","@reverse":{"isPartOf":{"@type":"ScholarlyArticle","name":"One leg"}}}',
        '{"@type":"WebPage","mainEntity":{"@type":"Thesis","name":{"@value":"One leg","@language":"en"}}}',
        '{"@type":"ScholarlyArticle","name":"One leg // not a comment, /* nor this */"}',
    ],
)
def test_json_ld_is_repaired_and_found_wherever_it_stands(text: str, read: Read) -> None:
    reading = read(f'<script type="application/ld+json">{text}</script>')
    assert reading.problems == ()
    (mention,) = reading.mentions
    assert str(mention.claims[0].value).startswith("One leg")


def test_json_ld_beyond_repair_costs_a_line_and_not_the_other_scripts(read: Read) -> None:
    good = json_ld({"@type": "ScholarlyArticle", "name": "One leg"})
    reading = read('<script type="application/ld+json">{"a": oops</script>' + good)
    assert len(reading.mentions) == 1
    assert len(reading.problems) == 1
    assert reading.problems[0].startswith("json-ld: script 1 is no JSON")


def test_json_ld_articles_count_when_something_scholarly_is_told_of_them(papers: Papers) -> None:
    page = json_ld(
        {
            "@type": "Article",
            "name": "In a journal",
            "isPartOf": {"@type": "Periodical", "name": "J"},
        },
        {
            "@type": "Article",
            "name": "With a DOI",
            "identifier": {"@type": "PropertyValue", "propertyID": "doi", "value": "10.5555/d1"},
        },
        {"@type": "Article", "name": "In a blog", "isPartOf": {"@type": "Blog", "name": "B"}},
        {"@type": "NewsArticle", "name": "In the news", "sameAs": "https://doi.org/10.5555/d2"},
        {"@type": "Book", "name": "In a shop", "isbn": "9783161484100"},
        {"@type": "Book", "name": "At a publisher's", "sameAs": "https://doi.org/10.5555/d3"},
    )
    assert [p.title for p in papers(page)] == ["In a journal", "With a DOI", "At a publisher's"]


def test_json_ld_cited_works_are_not_papers_of_the_page(papers: Papers) -> None:
    node = {
        "@type": "ScholarlyArticle",
        "name": "One leg",
        "citation": [{"@type": "ScholarlyArticle", "name": "Cited"}],
        "isBasedOn": {"@type": "ScholarlyArticle", "name": "Based on"},
    }
    assert [p.title for p in papers(json_ld(node))] == ["One leg"]


@pytest.mark.parametrize(
    ("author", "people"),
    [
        ("Ana Ruiz", [Author("Ana Ruiz")]),
        (["Ana Ruiz", "Luis Pérez"], [Author("Ana Ruiz"), Author("Luis Pérez")]),
        ({"@list": [{"name": "Ana Ruiz"}]}, [Author("Ana Ruiz")]),
        ({"givenName": "Ana", "familyName": "Ruiz"}, [Author("Ana Ruiz")]),
        (
            {
                "name": "Ruiz, Ana",
                "affiliation": [{"name": "UCM"}, "CSIC"],
                "email": "mailto:a@b.es",
            },
            [Author("Ana Ruiz", ("UCM", "CSIC"), ("a@b.es",))],
        ),
        ({"@id": "#nobody"}, []),
        ([None, 7, {}, []], []),
    ],
)
def test_json_ld_authors(author: object, people: list[Author], papers: Papers) -> None:
    page = json_ld({"@type": "ScholarlyArticle", "name": "One leg", "author": author})
    assert list(papers(page)[0].authors) == people


def test_json_ld_references_that_go_in_circles(papers: Papers) -> None:
    page = json_ld(
        {
            "@graph": [
                {
                    "@type": "ScholarlyArticle",
                    "@id": "#a",
                    "name": "One leg",
                    "isPartOf": {"@id": "#i"},
                    "author": {"@id": "#a"},
                },
                {
                    "@type": "PublicationIssue",
                    "@id": "#i",
                    "issueNumber": 4,
                    "isPartOf": {"@id": "#v"},
                    "hasPart": {"@id": "#a"},
                },
                {
                    "@type": "PublicationVolume",
                    "@id": "#v",
                    "volumeNumber": 2,
                    "isPartOf": {"@id": "#i"},
                },
            ]
        }
    )
    (paper,) = papers(page)
    assert (paper.title, paper.volume, paper.issue) == ("One leg", "2", "4")


def test_json_ld_takes_the_uncut_of_name_and_headline(papers: Papers) -> None:
    node = {
        "@type": "ScholarlyArticle",
        "headline": "A very long title that was…",
        "name": "A very long title that was cut",
    }
    assert papers(json_ld(node))[0].title == "A very long title that was cut"


# Dublin Core and PRISM


@pytest.mark.parametrize(
    "sign",
    [
        ("DC.identifier", "doi:10.5555/dc1"),
        ("DC.type", "info:eu-repo/semantics/article"),
        ("DC.Source.ISSN", "2049-3630"),
        ("DCTERMS.bibliographicCitation", "J. of Legs 4 (2), 3-9"),
        ("DC.type", "Статья"),
        ("citation_title", "One leg"),
    ],
)
def test_dublin_core_is_a_paper_when_there_is_a_sign_of_one(
    sign: tuple[str, str], papers: Papers
) -> None:
    plain = metas(("DC.title", "One leg"), ("DC.creator", "Bee, A."), ("DC.date", "2001-02-03"))
    assert papers(plain) == []
    (paper,) = papers(plain + metas(sign))
    assert (paper.title, paper.authors, paper.year) == ("One leg", (Author("A. Bee"),), 2001)


def test_prism_completes_the_only_paper_and_is_none_alone(papers: Papers) -> None:
    prism = metas(
        ("prism.volume", "7"),
        ("prism.number", "2"),
        ("prism.startingPage", "1"),
        ("prism.endingPage", "5"),
    )
    assert papers(prism) == []
    (paper,) = papers(metas(("citation_title", "One leg")) + prism)
    assert (paper.volume, paper.issue, paper.pages) == ("7", "2", "1-5")


# Signposting


def test_signposting_completes_the_only_paper_from_headers_and_page(papers: Papers) -> None:
    header = (
        '<https://doi.org/10.5555/S1>; rel="cite-as", <files/1.pdf> ; rel="item" ; type="application/pdf",'
        ' <files/1.zip>; rel="item"; type="application/zip"',
        '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
    )
    page = metas(("citation_title", "One leg"), ("citation_author", "A Bee"))
    assert papers(page, links_header=header) == [
        Paper(
            "One leg",
            authors=(Author("A Bee", orcid="0000-0002-1825-0097"),),
            doi="10.5555/s1",
            pdf="https://www.example.org/dir/files/1.pdf",
        )
    ]
    assert papers("<p>nothing", links_header=header) == []
    linked = page + '<link rel="cite-as" href="https://doi.org/10.5555/s2">'
    assert papers(linked)[0].doi == "10.5555/s2"


def test_signposting_says_nothing_of_a_page_with_several_papers(papers: Papers) -> None:
    page = metas(("citation_title", "One leg"), ("citation_title", "Two legs"))
    found = papers(page, links_header=('<https://doi.org/10.5555/s1>; rel="cite-as"',))
    assert [p.doi for p in found] == ["", ""]


def test_signposting_orcids_of_other_number_than_the_authors_are_left_alone(papers: Papers) -> None:
    page = metas(
        ("citation_title", "One leg"), ("citation_author", "A Bee"), ("citation_author", "C Dee")
    )
    header = ('<https://orcid.org/0000-0002-1825-0097>; rel="author"',)
    assert papers(page, links_header=header)[0].authors == (Author("A Bee"), Author("C Dee"))


def test_contributors_are_the_authors_where_there_are_no_creators(papers: Papers) -> None:
    page = metas(
        ("dc.title", "One leg"),
        ("dc.identifier", "doi:10.5555/12"),
        ("dc.contributor", "Ana Ruiz"),
        ("dc.contributor", "Bo Li"),
    )
    (paper,) = papers(page)
    assert [author.name for author in paper.authors] == ["Ana Ruiz", "Bo Li"]


def test_a_reference_is_no_venue(papers: Papers) -> None:
    page = metas(
        ("DC.title", "One leg"),
        ("DC.creator", "Ruiz, Ana"),
        ("DC.identifier", "doi:10.5555/12"),
        ("DCTERMS.isPartOf", "urn:ISSN:2049-3630"),
    )
    (paper,) = papers(page)
    assert (paper.venue, paper.issn) == ("", "2049-3630")


@pytest.mark.parametrize(
    "kind",
    ["Text.Article", "info:eu-repo/semantics/article", "Artículo", "Статья", "Artigo", "Artikel"],
)
def test_an_article_is_scholarly_in_any_language(papers: Papers, kind: str) -> None:
    (paper,) = papers(metas(("DC.title", "One leg"), ("DC.creator", "Ana Ruiz"), ("DC.type", kind)))
    assert paper.kind == "journal-article"


def test_a_papers_own_page_has_no_other_papers(papers: Papers) -> None:
    related = '{"@context":"https://schema.org","@type":"ScholarlyArticle","name":"A related work","sameAs":"https://doi.org/10.5555/9"}'
    page = (
        metas(("citation_title", "One leg"), ("citation_author", "Ana Ruiz"))
        + f'<h1>One leg</h1><script type="application/ld+json">{related}</script>'
        + "<ol><li><p>Faculty of Forestry, University of Toronto, Canada</p><p>Ana Ruiz, Bo Li</p></li></ol>"
    )
    assert [paper.title for paper in papers(page)] == ["One leg"]
