"""schema.org, however it is written down: nodes of JSON-LD, microdata or RDFa in, papers out.

A node is a dictionary of JSON-LD's shape: `@type`, `@id` and properties, each one value or a list. Papers may stand
anywhere in it: in a list, in an issue's `hasPart`, in a `@graph`. What stands around a paper tells where it appeared.
Nothing is ever fetched, no `@context` is looked at, and every walk has a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from harvestman.model import Author, Field, Kind
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.values import kind_of, names_conference
from harvestman.text import find_arxiv, find_doi, find_issn, find_orcid, fold

Node = dict[str, Any]
WITHIN: Final = "@within"
"""Not schema.org's: the thing whose `hasPart` a node is, where nodes do not stand within one another."""
MAX_NODES: Final = 300_000
_MAX_CHAIN: Final = 5  # article, issue, volume, periodical, and one to spare
_MAX_VALUES: Final = 6_000

# Papers by their type alone.
_PAPERS: Final = frozenset(
    {"ScholarlyArticle", "MedicalScholarlyArticle", "Thesis", "ConferencePaper"}
)
# Papers when something scholarly is told of them: a DOI, or a periodical that they are part of.
_PERHAPS_PAPERS: Final = frozenset(
    {"Article", "TechArticle", "Report", "Chapter", "Book", "CreativeWork", "DigitalDocument"}
)
PAPER_TYPES: Final = _PAPERS | _PERHAPS_PAPERS
"""Nothing of another type is read as a paper."""
_PERIODICALS: Final = frozenset(
    {"Periodical", "PublicationIssue", "PublicationVolume", "Proceedings"}
)
# A site or a page is no venue.
_NO_VENUES: Final = frozenset(
    {
        "WebSite",
        "WebPage",
        "CollectionPage",
        "Collection",
        "DataCatalog",
        "BreadcrumbList",
        "ItemList",
        "ItemPage",
    }
)
# Works that stand under these are other people's: what the paper cites, who wrote it, where it appeared.
_NOT_WITHIN: Final = frozenset(
    "@context citation references isBasedOn isBasedOnUrl author creator contributor editor publisher isPartOf about "
    "mentions review comment breadcrumb potentialAction image logo relatedLink translationOfWork workTranslation "
    "exampleOfWork sponsor funder provider".split()
)
_PREFIX: Final = re.compile(r"^(?:https?://schema\.org/|schema:)")
_SESSION: Final = re.compile(
    r"\b(?:session|track|sesión|sección|секция|sitzung|sessão)\b", re.IGNORECASE
)


def papers_in(
    roots: Iterable[Any],
    *,
    locator: str,
    confidence: float,
    index: Mapping[str, Node] | None = None,
) -> Iterator[PaperFound]:
    """The papers among these nodes and everything within them, in their order."""
    graph = _Graph(index or {})
    for node, path, around in _walk(roots):
        if _is_paper(node, around, graph):
            yield _Paper(node, around, graph, f"{locator}{_written(path)}", confidence).read()


def index_of(roots: Iterable[Any]) -> dict[str, Node]:
    """The nodes that say something, by their `@id`."""
    index: dict[str, Node] = {}
    for node, _, _ in _walk(roots, within_all=True):
        name = node.get("@id")
        if isinstance(name, str) and len(node) > 1:
            index.setdefault(name, node)
    return index


_Path = tuple[Any, str] | None
"""The way to a node: the way to the node around it, and one step."""


def _walk(
    roots: Iterable[Any], *, within_all: bool = False
) -> Iterator[tuple[Node, _Path, tuple[Node, ...]]]:
    """Every node with the way to it and the nodes around it, outermost first."""
    stack: list[tuple[Any, _Path, tuple[Node, ...]]] = [(list(roots), None, ())]
    count = 0
    while stack and count < MAX_NODES:
        item, path, around = stack.pop()
        count += 1
        if isinstance(item, dict):
            yield item, path, around
            inner = (*around, item)[-_MAX_CHAIN:]
            members: list[tuple[str, Any]] = list(item.items())
            stack += [
                (value, (path, f".{key}"), inner)
                for key, value in members[::-1]
                if isinstance(value, (dict, list))
                and (within_all or _PREFIX.sub("", key) not in _NOT_WITHIN)
            ]
            backwards = item.get("@reverse")
            if (
                isinstance(backwards, dict) and "isPartOf" in backwards
            ):  # what says it is part of this
                stack.append((backwards["isPartOf"], (path, ".@reverse.isPartOf"), inner))
        elif isinstance(item, list):
            single = len(item) == 1
            things: list[tuple[int, Any]] = list(enumerate(item))
            stack += [
                (value, path if single else (path, f"[{place}]"), around)
                for place, value in things[::-1]
                if isinstance(value, (dict, list))
            ]


def _written(path: _Path) -> str:
    steps: list[str] = []
    while path is not None and len(steps) < 20:
        path, step = path
        steps.append(step[:40])
    return " $" + "".join(reversed(steps)) if steps else ""


def types_of(node: Node) -> set[str]:
    """The node's types without their vocabulary."""
    return {_PREFIX.sub("", kind) for kind in _list(node.get("@type")) if isinstance(kind, str)}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


class _Graph:
    """Looks up what a bare `{"@id": …}` refers to."""

    def __init__(self, index: Mapping[str, Node]) -> None:
        self._index = index

    def follow(self, item: Any) -> Any:
        if isinstance(item, dict) and len(item) <= 2 and isinstance(item.get("@id"), str):
            return self._index.get(item["@id"], item)
        return item

    def all(self, node: Node, *names: str) -> list[Any]:
        """All values of the first of these properties that has any; lists of lists are one list."""
        for name in names:
            raw = node.get(name)
            if raw is None and name not in node:
                raw = node.get(f"schema:{name}", node.get(f"http://schema.org/{name}"))
                if raw is None:
                    continue
            values: list[Any] = []
            for item in _list(raw)[:_MAX_VALUES]:
                if isinstance(item, dict) and isinstance(item.get("@list"), list):
                    values += item["@list"][:_MAX_VALUES]
                else:
                    values.append(item)
            values = [self.follow(value) for value in values if value not in (None, "")]
            if values:
                return values
        return []

    def text(self, node: Node, *names: str) -> str:
        """The first of these properties that has a text, as text."""
        for name in names:
            for value in self.all(node, name):
                if text := self.as_text(value):
                    return text
        return ""

    def as_text(self, value: Any, *, depth: int = 0) -> str:
        """A value as text: a node is called by its name."""
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, (str, int, float)):
            return str(value).strip()
        if isinstance(value, dict) and depth < 3:
            for name in (
                "@value",
                "name",
                "headline",
                "alternateName",
                "legalName",
                "value",
                "text",
            ):
                for inner in self.all(value, name)[:3]:
                    if text := self.as_text(inner, depth=depth + 1):
                        return text
        return ""

    def containers(self, node: Node, around: Sequence[Node]) -> list[Node]:
        """What the node is part of, nearest first: as it says itself, then as it stands."""
        chain: list[Node] = []
        frontier = self.all(node, "isPartOf", "publication")
        frontier += [
            n for n in self.around(node, around) if types_of(n) & (_PERIODICALS | {"Book"})
        ]
        while frontier and len(chain) < 2 * _MAX_CHAIN:
            part = frontier.pop(0)
            if isinstance(part, str):  # a name, or a reference to another node
                part = self._index.get(part) or {"name": part}
            if isinstance(part, dict) and not any(part is known for known in chain):
                chain.append(part)
                frontier += self.all(part, "isPartOf")
        return chain

    def around(self, node: Node, around: Sequence[Node]) -> list[Node]:
        """The nodes that the node stands in, nearest first."""
        nearest = list(reversed(around))
        wider = self.all(node, WITHIN)
        while wider and len(nearest) < 2 * _MAX_CHAIN:
            one = wider.pop(0)
            if isinstance(one, dict) and not any(one is known for known in nearest):
                nearest.append(one)
                wider += self.all(one, WITHIN)
        return nearest


def _is_paper(node: Node, around: Sequence[Node], graph: _Graph) -> bool:
    types = types_of(node)
    if types & _PAPERS:
        return True
    if not types & _PERHAPS_PAPERS:
        return False
    if any(find_doi(text) for text in _identifiers(node, graph)):
        return True
    if types & {"CreativeWork", "DigitalDocument", "Book"}:
        return False
    return any(
        types_of(part) & _PERIODICALS or find_issn(graph.text(part, "issn"))
        for part in graph.containers(node, around)
    )


def _identifiers(node: Node, graph: _Graph) -> Iterator[str]:
    for name in ("doi", "identifier", "sameAs", "@id", "url", "mainEntityOfPage"):
        for value in graph.all(node, name)[:20]:
            if isinstance(value, dict):
                yield graph.text(value, "value", "@value", "@id", "url")
            elif isinstance(value, str):
                yield value


class _Paper:
    """Takes down what one node tells of one paper."""

    def __init__(
        self, node: Node, around: Sequence[Node], graph: _Graph, locator: str, confidence: float
    ) -> None:
        self._node = node
        self._graph = graph
        self._parts = graph.containers(node, around)
        self._around = graph.around(node, around)
        self._notes = Notes(confidence=confidence)
        self._locator = locator

    def read(self) -> PaperFound:
        node, graph = self._node, self._graph
        files = [
            f
            for f in graph.all(node, "encoding", "associatedMedia", "distribution")
            if isinstance(f, dict)
        ]
        self._add(Field.TITLE, self._title() or next((graph.as_text(f) for f in files), ""))
        self._add(Field.AUTHORS, list(self._people(graph.all(node, "author", "creator"))))
        self._add(Field.DATE, graph.text(node, "datePublished", "dateIssued", "copyrightYear"))
        self._add(Field.DATE, graph.text(node, "dateCreated"), confidence=0.7)
        self._identify(files)
        self._place()
        self._add(Field.ABSTRACT, graph.text(node, "abstract"))
        self._add(Field.ABSTRACT, graph.text(node, "description"), confidence=0.7)
        self._add(
            Field.KEYWORDS,
            [t for v in graph.all(node, "keywords")[:200] if (t := graph.as_text(v))],
        )
        language = graph.all(node, "inLanguage")[:1]
        if language and isinstance(language[0], dict):
            self._add(
                Field.LANGUAGE, graph.text(language[0], "alternateName", "identifier", "name")
            )
        elif language:
            self._add(Field.LANGUAGE, str(language[0]))
        return self._notes.paper()

    def _add(
        self, field: Field, value: Any, *, quote: str = "", confidence: float | None = None
    ) -> None:
        self._notes.add(field, value, locator=self._locator, quote=quote, confidence=confidence)

    def _title(self) -> str:
        """The name or the headline; search engines ask for headlines of at most 110 characters, so some are cut."""
        name, headline = (
            self._graph.text(self._node, "name"),
            self._graph.text(self._node, "headline"),
        )
        if name and headline and fold(name).startswith(fold(headline.rstrip(".… "))):
            return name
        return headline or name

    def _people(self, values: Iterable[Any], depth: int = 0) -> Iterator[Author]:
        graph = self._graph
        for value in values:
            if isinstance(value, str):
                yield Author(value)
            elif isinstance(value, dict):
                name = graph.text(value, "name") or " ".join(
                    part
                    for part in (
                        graph.text(value, "givenName"),
                        graph.text(value, "additionalName"),
                        graph.text(value, "familyName"),
                    )
                    if part
                )
                if not name and depth < 3:  # a list of authors that is a node of its own
                    yield from self._people(graph.all(value, "author", "creator"), depth + 1)
                    continue
                places = graph.all(value, "affiliation", "worksFor", "memberOf")[:20]
                orcids = (find_orcid(text) for text in _identifiers(value, graph))
                yield Author(
                    name=name,
                    affiliations=tuple(text for place in places if (text := graph.as_text(place))),
                    emails=tuple(e for e in map(graph.as_text, graph.all(value, "email")[:3]) if e),
                    orcid=next((orcid for orcid in orcids if orcid), ""),
                    family=graph.text(value, "familyName"),
                )

    def _identify(self, files: Sequence[Node]) -> None:
        for text in _identifiers(self._node, self._graph):
            if doi := find_doi(text):
                self._add(Field.DOI, doi, quote=text)
            elif arxiv := find_arxiv(text):
                self._add(Field.ARXIV, arxiv, quote=text)
        for file in files:
            form = self._graph.text(file, "encodingFormat", "fileFormat").lower()
            address = self._graph.text(file, "contentUrl", "url", "@id")
            if "pdf" in form or address.lower().endswith(".pdf"):
                self._add(Field.PDF, address)
        main = next(iter(self._graph.all(self._node, "mainEntityOfPage")), "")
        main = self._graph.text(main, "@id", "url") if isinstance(main, dict) else str(main)
        addresses = [self._graph.text(self._node, name) for name in ("contentUrl", "url", "@id")]
        for address in (*addresses, main):
            if address.lower().endswith(".pdf"):
                self._add(Field.PDF, address)
            elif address and not address.startswith("_:") and "#" not in address:
                self._add(Field.URL, address)  # a name such as "#paper7" is no address of its own

    def _place(self) -> None:
        """Where the paper appeared: its venue, volume, issue, pages, publisher; and so what kind of paper it is."""
        node, graph = self._node, self._graph
        everywhere = [node, *self._parts]
        self._add(Field.VOLUME, self._first(everywhere, "volumeNumber"))
        self._add(Field.ISSUE, self._first(everywhere, "issueNumber"))
        self._add(Field.ISSN, self._first(everywhere, "issn"))
        self._add(Field.ISBN, self._first(everywhere, "isbn"))
        self._add(Field.PUBLISHER, self._first(everywhere, "publisher"))
        start, end = graph.text(node, "pageStart"), graph.text(node, "pageEnd")
        self._add(
            Field.PAGES, graph.text(node, "pagination") or (f"{start}-{end}" if end else start)
        )
        named = [
            part
            for part in self._parts
            if not types_of(part) & _NO_VENUES and graph.text(part, "name")
        ]
        named.sort(key=lambda part: "Periodical" not in types_of(part))
        venue = graph.text(named[0], "name") if named else ""
        self._add(Field.VENUE, venue)
        for part in self._around:
            if _SESSION.search(name := graph.text(part, "name")):
                self._add(Field.SESSION, name)
        self._kind(venue)

    def _kind(self, venue: str) -> None:
        graph, types = self._graph, types_of(self._node)
        for said in (
            graph.text(self._node, "additionalType"),
            graph.text(self._node, "genre"),
            *sorted(types),
        ):
            kind = (
                kind_of(said)
                if said not in ("ScholarlyArticle", "Article", "CreativeWork")
                else None
            )
            if kind not in (None, Kind.OTHER):
                self._add(Field.KIND, str(kind), quote=said)
        if names_conference(venue):
            self._add(Field.KIND, str(Kind.CONFERENCE_PAPER), quote=venue, confidence=0.8)
        elif any("Periodical" in types_of(part) for part in self._parts):
            self._add(Field.KIND, str(Kind.JOURNAL_ARTICLE), quote="Periodical", confidence=0.85)

    def _first(self, nodes: Iterable[Node], name: str) -> str:
        return next((text for node in nodes if (text := self._graph.text(node, name))), "")
