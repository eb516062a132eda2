"""A paper for programs that read pages: Highwire's `citation_*` tags, schema.org as JSON-LD, COinS, and typed links (Signposting).

Names are written "Family, Given", as Zotero wants them; a name that cannot be taken apart stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

from harvestman.formats.people import person
from harvestman.model import Author, Kind, Paper, Plain

_PAGES = re.compile(r"\s*([\w.]{1,12})(?:\s*[-–—]+\s*([\w.]{1,12}))?\s*")
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_NO_BREAK = "\N{NO-BREAK SPACE}"
_IN_JOURNALS = str(Kind.JOURNAL_ARTICLE)
ENDINGS = {
    "bib": ("bibtex", "application/x-bibtex"),
    "ris": ("ris", "application/x-research-info-systems"),
    "csl": ("csl-json", "application/vnd.citationstyles.csl+json"),
    "json": ("", "application/json"),
}
"""What a paper's address may end in: the format, and its media type."""


def citation_tags(paper: Paper, *, address: str) -> Iterator[tuple[str, str]]:
    """The names and contents of a page's `citation_*` tags."""
    yield "citation_title", paper.title
    for author in paper.authors:
        name = turned_name(author)
        yield "citation_author", name if len(paper.authors) > 1 else _kept_whole(name)
        for place in author.affiliations:
            yield "citation_author_institution", place
        if orcid := _ORCID.search(author.orcid):
            yield "citation_author_orcid", f"https://orcid.org/{orcid[0]}"
    first, last = page_range(paper)
    is_article = paper.kind == _IN_JOURNALS
    told = {
        "citation_publication_date": (paper.date or str(paper.year or "")).replace("-", "/"),
        "citation_journal_title" if is_article else "citation_conference_title": paper.venue,
        "citation_volume": paper.volume,
        "citation_issue": paper.issue,
        "citation_firstpage": first,
        "citation_lastpage": last,
        "citation_doi": paper.doi,
        "citation_arxiv_id": paper.arxiv,
        "citation_isbn": paper.isbn,
        "citation_issn": paper.issn,
        "citation_publisher": paper.publisher,
        "citation_language": paper.language,
        "citation_keywords": "; ".join(paper.keywords),
        "citation_pdf_url": paper.pdf,
        "citation_abstract_html_url": address,
    }
    yield from ((name, value) for name, value in told.items() if value)


def schema_org(paper: Paper, *, address: str) -> Plain:
    """The paper as schema.org has it, for JSON-LD."""
    plain: Plain = {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "@id": address,
        "url": address,
        "name": paper.title,
        "headline": paper.title[:110],
        "author": [_person(author) for author in paper.authors],
        "datePublished": paper.date or (str(paper.year) if paper.year else ""),
        "abstract": paper.abstract,
        "keywords": list(paper.keywords),
        "inLanguage": paper.language,
        "pagination": paper.pages,
        "sameAs": [f"https://doi.org/{paper.doi}"] if paper.doi else [],
        "isPartOf": {"@type": "PublicationVolume", "name": paper.venue} if paper.venue else {},
        "publisher": (
            {"@type": "Organization", "name": paper.publisher} if paper.publisher else {}
        ),
        "encoding": _encoding(paper),
    }
    return {name: value for name, value in plain.items() if value}


def coins(paper: Paper) -> str:
    """The paper as a COinS title (an OpenURL in a query string)."""
    first, last = page_range(paper)
    is_article = paper.kind == _IN_JOURNALS
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        # Only a "book" can be a paper of a conference to Zotero; of what is in a "journal" it makes an article, whatever the genre.
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{'journal' if is_article else 'book'}"),
        ("rft.genre", "article" if is_article else "proceeding"),
        ("rft.atitle", paper.title),
        ("rft.jtitle" if is_article else "rft.btitle", paper.venue),
        ("rft.date", paper.date or str(paper.year or "")),
        ("rft.volume", paper.volume),
        ("rft.issue", paper.issue),
        ("rft.spage", first),
        ("rft.epage", last),
        ("rft_id", f"info:doi/{paper.doi}" if paper.doi else ""),
        *(("rft.au", turned_name(author)) for author in paper.authors),
    ]
    return urlencode([(name, value) for name, value in pairs if value])


def typed_links(paper: Paper, *, address: str) -> list[tuple[str, str, str]]:
    """The links of a paper's page by FAIR Signposting: target, relation, media type."""
    links = [
        ("https://schema.org/ScholarlyArticle", "type", ""),
        ("https://schema.org/AboutPage", "type", ""),
    ]
    cite_as = f"https://doi.org/{paper.doi}" if paper.doi else address
    links.append((cite_as, "cite-as", ""))
    links += [
        (f"https://orcid.org/{orcid[0]}", "author", "")
        for author in paper.authors
        if (orcid := _ORCID.search(author.orcid))
    ]
    if paper.pdf:
        links.append((paper.pdf, "item", "application/pdf"))
    links += [(f"{address}.{ending}", "describedby", kind) for ending, (_, kind) in ENDINGS.items()]
    links.append((f"{address}.linkset", "linkset", "application/linkset+json"))
    return links


def link_header(links: list[tuple[str, str, str]]) -> str:
    """Typed links as the value of a Link header; an address that could break out of it is left out."""
    told = []
    for target, relation, kind in links:
        if target.isascii() and not re.search(r'[\s<>"]', target):
            told.append(f'<{target}>; rel="{relation}"' + (f'; type="{kind}"' if kind else ""))
    return ", ".join(told)


def linkset(links: list[tuple[str, str, str]], *, address: str) -> Plain:
    """Typed links as a linkset (RFC 9264)."""
    context: Plain = {"anchor": address}
    for target, relation, kind in links:
        if relation != "linkset":
            entry = {"href": target} | ({"type": kind} if kind else {})
            context.setdefault(relation, []).append(entry)
    return {"linkset": [context]}


def turned_name(author: Author) -> str:
    """A name with its family name first."""
    name = person(author.name, author.family)
    if name is None or not name.given:
        return author.name
    return ", ".join(filter(None, (name.family, name.given, name.suffix)))


def _kept_whole(name: str) -> str:
    """The name of a lone author so that Zotero reads it as one.

    It takes "Gómez Ruiz, Ana María", alone and with two words on each side of the comma, for two people. Words of the family name with
    blanks that do not break are one word to it at that point, and it writes a plain blank later.
    """
    family, comma, rest = name.partition(", ")
    return f"{family.replace(' ', _NO_BREAK)}{comma}{rest}" if " " in rest else name


def page_range(paper: Paper) -> tuple[str, str]:
    """The first and the last page."""
    match = _PAGES.fullmatch(paper.pages[:60])
    return (match[1], match[2] or match[1]) if match else ("", "")


def _person(author: Author) -> Plain:
    plain: Plain = {"@type": "Person", "name": author.name}
    if author.affiliations:
        plain["affiliation"] = [
            {"@type": "Organization", "name": one} for one in author.affiliations
        ]
    if orcid := _ORCID.search(author.orcid):
        plain["@id"] = f"https://orcid.org/{orcid[0]}"
    return plain


def _encoding(paper: Paper) -> Plain:
    if not paper.pdf:
        return {}
    return {"@type": "MediaObject", "contentUrl": paper.pdf, "encodingFormat": "application/pdf"}
