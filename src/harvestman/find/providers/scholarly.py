"""Bibliographic services, which also know files: OpenAlex, Crossref, Semantic Scholar, Unpaywall, CORE, arXiv, dblp.

They are asked by title and authors (or DOI), answer only questions about papers, and name a paper's file where they know one. Formats:
https://developers.openalex.org/api-reference (authentication, errors), https://api.crossref.org/swagger-ui,
https://api.semanticscholar.org/api-docs/graph, https://unpaywall.org/products/api, https://api.core.ac.uk/docs/v3,
https://info.arxiv.org/help/api/user-manual.html, https://dblp.org/faq/13501473.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from harvestman.find.providers.base import (
    ApiClient,
    Hit,
    NotSetUp,
    ProviderFault,
    ProviderSettings,
    Query,
    list_in,
    text_in,
)
from harvestman.find.providers.xml_answers import parse_xml, text_of_element
from harvestman.model import Status
from harvestman.text import find_doi

_ATOM = "{http://www.w3.org/2005/Atom}"
_WORD = re.compile(r"\w+")
_UNKNOWN = 404
_HOMONYM = re.compile(r" \d{4}$")  # dblp numbers people of the same name


def _hits(
    files: Sequence[str],
    pages: Sequence[str],
    title: str,
    authors: Sequence[str],
    year: Any,
    doi: str,
) -> Iterator[Hit]:
    """A work's files, then its pages, each address once."""
    seen: set[str] = set()
    number = year if isinstance(year, int) else None
    for kind, urls in (("pdf", files), ("html", pages)):
        for url in urls:
            if url and url not in seen:
                seen.add(url)
                yield Hit(url, title, "", kind, tuple(authors), number, doi)


def _plain(text: str) -> str:
    """Words only: signs are operators in some query languages."""
    return " ".join(_WORD.findall(text))


async def _known(
    client: ApiClient,
    url: str,
    parameters: Mapping[str, object] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
) -> Any:
    """What a service says of one work; None when it does not know the work, which is an answer too."""
    try:
        return await client.json(url, parameters, headers=headers)
    except ProviderFault as fault:
        if fault.http_status == _UNKNOWN:
            return None
        raise


class OpenAlex:
    """OpenAlex works, with the open copies that it knows."""

    name = "openalex"

    def __init__(self, settings: ProviderSettings) -> None:
        self._base = settings.bases.get(self.name, "https://api.openalex.org")
        self._key = settings.keys.get(self.name, "")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The work with the DOI, which costs nothing of a key's allowance, or works whose title has the words."""
        if query.doi:
            url = f"{self._base}/works/doi:{quote(query.doi, safe='/')}"
            works = [await _known(client, url, {"api_key": self._key})]
        elif query.title:
            wanted = f"title.search:{_plain(query.title)}"
            asked = {"filter": wanted, "per_page": 5, "api_key": self._key}
            works = list_in(await client.json(f"{self._base}/works", asked), "results")
        else:
            return []
        found: list[Hit] = []
        for work in works:
            if not isinstance(work, dict):
                continue
            places = list_in(work, "locations")
            files = [text_in(place, "pdf_url") for place in places]
            files.insert(0, text_in(work, "best_oa_location", "pdf_url"))
            pages = [text_in(place, "landing_page_url") for place in places]
            names = [text_in(one, "author", "display_name") for one in list_in(work, "authorships")]
            doi = find_doi(text_in(work, "doi")) or ""
            title = text_in(work, "display_name")
            found += _hits(files, pages, title, names, work.get("publication_year"), doi)
        return found


class Crossref:
    """Crossref works, with the links that publishers deposit."""

    name = "crossref"

    def __init__(self, settings: ProviderSettings) -> None:
        self._base = settings.bases.get(self.name, "https://api.crossref.org")
        self._mail = settings.contact if "@" in settings.contact else ""

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """Works that fit title and authors, or the work with the DOI."""
        if query.doi:
            url = f"{self._base}/works/{quote(query.doi, safe='')}"
            answer = await _known(client, url, {"mailto": self._mail})
            works = [answer.get("message")] if isinstance(answer, dict) else []
        elif query.title:
            asked = {"query.bibliographic": query.words, "rows": 5, "mailto": self._mail}
            answer = await client.json(f"{self._base}/works", asked)
            works = list_in(answer, "message", "items")
        else:
            return []
        found: list[Hit] = []
        for work in works:
            links = list_in(work, "link")
            files = [
                text_in(one, "URL")
                for one in links
                if text_in(one, "content-type") in ("application/pdf", "unspecified")
            ]
            names = [
                f"{text_in(one, 'given')} {text_in(one, 'family')}".strip()
                for one in list_in(work, "author")
            ]
            dates = list_in(work, "issued", "date-parts")
            year = dates[0][0] if dates and isinstance(dates[0], list) and dates[0] else None
            title = next((one for one in list_in(work, "title") if isinstance(one, str)), "")
            doi = find_doi(text_in(work, "DOI")) or ""
            found += _hits(files, [text_in(work, "URL")], title, names, year, doi)
        return found


class SemanticScholar:
    """Semantic Scholar's graph, with the open files that it knows."""

    name = "semantic-scholar"

    def __init__(self, settings: ProviderSettings) -> None:
        self._base = settings.bases.get(self.name, "https://api.semanticscholar.org")
        self._key = settings.keys.get(self.name, "")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The paper with the DOI, or papers that fit the title."""
        fields = "title,year,authors,externalIds,openAccessPdf"
        headers = {"x-api-key": self._key} if self._key else {}
        url = f"{self._base}/graph/v1/paper"
        if query.doi:
            work = f"{url}/DOI:{quote(query.doi, safe='/')}"
            papers = [await _known(client, work, {"fields": fields}, headers=headers)]
        elif query.title:
            asked = {"query": _plain(query.title), "limit": 5, "fields": fields}
            answer = await client.json(f"{url}/search", asked, headers=headers, pause_s=1.0)
            papers = list_in(answer, "data")
        else:
            return []
        found: list[Hit] = []
        for one in papers:
            if not isinstance(one, dict):
                continue
            names = [text_in(author, "name") for author in list_in(one, "authors")]
            doi = find_doi(text_in(one, "externalIds", "DOI")) or ""
            files = [text_in(one, "openAccessPdf", "url")]
            found += _hits(files, [], text_in(one, "title"), names, one.get("year"), doi)
        return found


class Unpaywall:
    """Unpaywall: the open copies of a work, by its DOI."""

    name = "unpaywall"

    def __init__(self, settings: ProviderSettings) -> None:
        if "@" not in settings.contact:
            raise NotSetUp("it asks for a mail address: set contact to one")
        self._mail = settings.contact
        self._base = settings.bases.get(self.name, "https://api.unpaywall.org")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The copies of the work with the DOI; none without one."""
        if not query.doi:
            return []
        url = f"{self._base}/v2/{quote(query.doi, safe='/')}"
        answer = await _known(client, url, {"email": self._mail})
        places = list_in(answer, "oa_locations")
        files = [text_in(place, "url_for_pdf") for place in places]
        pages = [text_in(place, "url_for_landing_page") for place in places]
        names = [
            f"{text_in(one, 'given')} {text_in(one, 'family')}".strip()
            or text_in(one, "raw_author_name")
            for one in list_in(answer, "z_authors")
        ]
        year = answer.get("year") if isinstance(answer, dict) else None
        return list(_hits(files, pages, text_in(answer, "title"), names, year, query.doi))


class Core:
    """CORE: papers of repositories, with their files."""

    name = "core"

    def __init__(self, settings: ProviderSettings) -> None:
        self._key = settings.keys.get(self.name, "")
        if not self._key:
            raise NotSetUp("it has no key: add core=KEY to provider_keys")
        self._base = settings.bases.get(self.name, "https://api.core.ac.uk")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The work with the DOI, or works whose title has the words. Without the slash at its end the address only redirects."""
        if not query.title and not query.doi:
            return []
        wanted = f'doi:"{query.doi}"' if query.doi else f'title:"{_plain(query.title)}"'
        asked = {"q": wanted, "limit": 5}
        headers = {"Authorization": f"Bearer {self._key}"}
        answer = await client.json(f"{self._base}/v3/search/works/", asked, headers=headers)
        found: list[Hit] = []
        for one in list_in(answer, "results"):
            names = [text_in(author, "name") for author in list_in(one, "authors")]
            pages = [url for url in list_in(one, "sourceFulltextUrls") if isinstance(url, str)]
            files = [text_in(one, "downloadUrl")]
            doi, year = find_doi(text_in(one, "doi")) or "", one.get("yearPublished")
            found += _hits(files, pages, text_in(one, "title"), names, year, doi)
        return found


class Arxiv:
    """arXiv's search, as an Atom feed."""

    name = "arxiv"

    def __init__(self, settings: ProviderSettings) -> None:
        self._base = settings.bases.get(self.name, "https://export.arxiv.org")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """Preprints whose title has the words."""
        if not query.title:
            return []
        asked = {"search_query": f'ti:"{_plain(query.title)}"', "max_results": 5}
        headers = {"Accept": "application/atom+xml"}
        url = f"{self._base}/api/query"
        root = parse_xml(await client.bytes(url, asked, headers=headers, pause_s=3.0))
        found: list[Hit] = []
        for one in root.iter(f"{_ATOM}entry"):
            if "/api/errors" in text_of_element(one.find(f"{_ATOM}id")):
                said = text_of_element(one.find(f"{_ATOM}summary"))
                raise ProviderFault(Status.BAD_RESPONSE, f"the service says: {said[:200]}")
            links = [link for link in one.iter(f"{_ATOM}link") if link.get("href")]
            files = [link.get("href", "") for link in links if link.get("title") == "pdf"]
            pages = [link.get("href", "") for link in links if link.get("rel") == "alternate"]
            names = [text_of_element(name) for name in one.iter(f"{_ATOM}name")]
            year = text_of_element(one.find(f"{_ATOM}published"))[:4]
            title = text_of_element(one.find(f"{_ATOM}title"))
            found += _hits(files, pages, title, names, int(year) if year.isdigit() else None, "")
        return found


class Dblp:
    """dblp's search for publications, with the links to their electronic editions."""

    name = "dblp"

    def __init__(self, settings: ProviderSettings) -> None:
        self._base = settings.bases.get(self.name, "https://dblp.org")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """Publications whose title has the words."""
        if not query.title:
            return []
        asked = {"q": _plain(query.title), "format": "json", "h": 5}
        answer = await client.json(f"{self._base}/search/publ/api", asked, pause_s=1.0)
        found: list[Hit] = []
        for one in list_in(answer, "result", "hits", "hit"):
            info = one.get("info") if isinstance(one, dict) else None
            named = info.get("authors", {}).get("author", []) if isinstance(info, dict) else []
            named = named if isinstance(named, list) else [named]
            names = [_HOMONYM.sub("", text_in(author, "text")) for author in named]
            editions = info.get("ee", []) if isinstance(info, dict) else []
            editions = [editions] if isinstance(editions, str) else editions
            files = [
                url for url in editions if isinstance(url, str) and url.lower().endswith(".pdf")
            ]
            pages = [url for url in editions if isinstance(url, str)]
            year, doi = text_in(info, "year"), find_doi(text_in(info, "doi")) or ""
            title = text_in(info, "title").rstrip(".")
            found += _hits(files, pages, title, names, int(year) if year.isdigit() else None, doi)
        return found
