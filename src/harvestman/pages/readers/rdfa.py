"""RDFa 1.1: `typeof`, `property`, `rel`, with the vocabularies that publishers use (schema.org, BIBO, Dublin Core, FOAF,
SWRC); CEUR-WS prints its volumes so.

Walked here, because a set of triples, which RDFa libraries give back, has lost the order of a paper's authors, and because
building it takes 1.2 s for a volume of 1,000 papers. What is told of a thing is kept in the order of the page.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from selectolax.lexbor import LexborNode

from harvestman.model import Authority
from harvestman.pages.findings import PaperFound
from harvestman.pages.schema_org import PAPER_TYPES, WITHIN, papers_in
from harvestman.pages.source import Source, text_of

MAX_DEPTH: Final = 256
MAX_STATEMENTS: Final = 100_000
_SCHEMA: Final = ("http://schema.org/", "https://schema.org/")
# What these point to is wanted as an address, not as a thing of which more may be told.
_ADDRESSES: Final = frozenset(
    {"url", "sameAs", "contentUrl", "mainEntityOfPage", "identifier", "doi", "email"}
)
# A linked title is meant as the title, though the standard would take the address.
_WORDS: Final = frozenset({"name", "headline", "givenName", "familyName"})
_SPEAKING: Final = frozenset({"property", "rel", "rev", "typeof", "about", "resource"})
_TELLING: Final = ", ".join(f"html [{name}]" for name in sorted((*_SPEAKING, "vocab", "prefix")))
_XMLNS: Final = re.compile("[xX][mM][lL][nN][sS]:")
_PREFIX: Final = re.compile(r"(?<![\w.-])([\w.-]++):\s+(\S+)")

_LAST_PART: Final = re.compile(r"[:/#]")
_OTHER_THINGS: Final = ("foaf:", "sioc:", "skos:")  # a page, a post, a term

Thing = dict[str, Any]


class RdfaReader:
    """Reads RDFa."""

    name = "rdfa"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether the page shows typed things; a page with Open Graph tags only does not."""
        return source.shows("typeof=") and source.shows("property=")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The papers among the things that the page tells of."""
        if not _types_papers(source):
            return
        things = things_in(source)
        yield from papers_in(things.values(), locator="[typeof]", confidence=0.9, index=things)


def _types_papers(source: Source) -> bool:
    """Whether the page types anything by a name that a paper's type may have: a quick look, since whole systems type every page."""
    names = {
        _LAST_PART.split(word)[-1]
        for node in source.tree.css("[typeof]")[:MAX_STATEMENTS]
        for word in (node.attributes.get("typeof") or "").split()[:20]
        if not word.lower().startswith(_OTHER_THINGS)
    }
    return not names.isdisjoint(_paper_names())


@cache
def _paper_names() -> frozenset[str]:
    """The last parts of all types that mean a paper, ours and those of other vocabularies."""
    others = (iri for iri, ours in _tables()["types"].items() if ours in PAPER_TYPES)
    return PAPER_TYPES | {_LAST_PART.split(iri)[-1] for iri in others}


class _Context:
    """What an element hands down to those within it (RDFa Core 1.1, section 7.2)."""

    def __init__(
        self,
        subject: str,
        object_: str,
        hanging: tuple[tuple[str, bool], ...],
        vocabulary: str,
        prefixes: tuple[tuple[str, str], ...],
    ) -> None:
        self.subject = subject
        self.object = object_
        self.hanging = hanging
        """Relations that wait for their other end; True for those that point backwards (`rev`)."""
        self.vocabulary = vocabulary
        self.prefixes = prefixes


def things_in(source: Source) -> dict[str, Thing]:
    """What the page tells of, by name, in schema.org's words and in the order of the page."""
    things = _Things()
    root = source.tree.root
    if root is None:
        return {}
    around = {root.mem_id: (_Context(source.base, source.base, (), "", ()), -1)}
    for node in (root, *source.tree.css(_telling(source, root))):
        if things.count >= MAX_STATEMENTS:
            break
        if node.mem_id == root.mem_id:
            context, depth = around[node.mem_id]
        elif node.mem_id in around:
            continue  # found by two of its attributes
        else:
            context, depth = _handed_down(node, around)
        if depth < MAX_DEPTH:
            around[node.mem_id] = (_element(node, context, things, source), depth + 1)
    return things.by_name


def _telling(source: Source, root: LexborNode) -> str:
    """Selects the elements below the root that say or declare something: a fifth of all. Prefixes may be declared by attributes of any name."""
    declared = sum(name.startswith("xmlns:") for name in root.attributes)
    anywhere = "html *"
    return anywhere if len(_XMLNS.findall(source.html)) > declared else _TELLING


def _handed_down(node: LexborNode, around: dict[int, tuple[_Context, int]]) -> tuple[_Context, int]:
    """What the elements around a node hand down to it, and how deep the next of them is; kept for those between, or each would be climbed again."""
    between: list[int] = []
    parent = node.parent
    while parent is not None and parent.mem_id not in around:
        between.append(parent.mem_id)
        parent = parent.parent
    assert parent is not None  # the root is among them
    context, depth = around[parent.mem_id]
    for mem_id in reversed(between):
        depth += 1
        around[mem_id] = (context, depth)
    return context, depth


class _Things:
    """The statements, gathered by the thing that they are about."""

    def __init__(self) -> None:
        self.by_name: dict[str, Thing] = {}
        self.count = 0
        self._anonymous = 0

    def new(self) -> str:
        self._anonymous += 1
        return f"_:{self._anonymous}"

    def say(self, subject: str, property_: str, value: Any) -> None:
        self.count += 1
        thing = self.by_name.setdefault(subject, {"@id": subject})
        thing.setdefault(property_, []).append(value)

    def relate(self, subject: str, property_: str, target: str) -> None:
        if property_ in _ADDRESSES:
            self.say(subject, property_, target)
            return
        self.say(subject, property_, {"@id": target})
        if property_ == "hasPart":
            self.say(target, WITHIN, {"@id": subject})


class _Roles:
    """Which things an element speaks of."""

    def __init__(self, subject: str, typed: str | None, target: str | None) -> None:
        self.subject = subject
        self.typed = typed
        """The thing that `typeof` is said of."""
        self.target = target
        """The other end of the element's relations."""


def _element(node: LexborNode, context: _Context, things: _Things, source: Source) -> _Context:
    """Take down what one element says, and what holds for the elements within it."""
    given = node.attributes
    if not given:
        return context
    context = _declare(given, context)
    if _SPEAKING.isdisjoint(given):
        return context  # a plain link would become the subject by the standard; people do not mean that
    properties = _terms(given.get("property"), context)
    rels = [(name, False) for name in _terms(given.get("rel"), context)]
    rels += [(name, True) for name in _terms(given.get("rev"), context)]
    if not (properties or rels or given.keys() & {"typeof", "about", "resource"}):
        return context
    resource = _resource(given, source)
    # <a typeof="foaf:Person" property="foaf:name"> is RDFa 1.0 and names the person; 1.1 would make the person the name.
    names_itself = "typeof" in given and all(name in _WORDS for name in properties)
    roles = _roles(
        given,
        context,
        resource=resource,
        things=things,
        source=source,
        has=(bool(rels), bool(properties)),
        names_itself=names_itself,
    )
    if roles.typed:
        for kind in _types(given.get("typeof"), context):
            things.say(roles.typed, "@type", kind)
    hanging: tuple[tuple[str, bool], ...] = ()
    target = roles.target
    if rels and target:
        _relate(things, roles.subject, target, rels)
    elif rels:
        target, hanging = things.new(), tuple(rels)
    for name in properties:
        is_text = names_itself or (node.tag == "a" and name in _WORDS)
        _say(things, roles, name, node, resource=None if rels else resource, is_text=is_text)
    _relate(things, context.subject, roles.subject, context.hanging)
    return _Context(
        roles.subject, target or roles.subject, hanging, context.vocabulary, context.prefixes
    )


def _roles(
    given: dict[str, str | None],
    context: _Context,
    *,
    resource: str | None,
    things: _Things,
    source: Source,
    has: tuple[bool, bool],
    names_itself: bool,
) -> _Roles:
    """Steps 5 and 6 of the standard's sequence (RDFa Core 1.1, section 7.5)."""
    has_rels, has_properties = has
    about = _named(given["about"], source) if "about" in given else None
    is_typed = "typeof" in given
    if has_rels:
        target = resource or (things.new() if is_typed and about is None else None)
        return _Roles(about or context.object, (about or target) if is_typed else None, target)
    if has_properties and "content" not in given and not names_itself:
        thing = (about or resource or things.new()) if is_typed else None
        return _Roles(about or context.object, thing, thing)
    subject = about or resource or (things.new() if is_typed else context.object)
    return _Roles(subject, subject if is_typed else None, None)


def _relate(things: _Things, subject: str, target: str, rels: Iterable[tuple[str, bool]]) -> None:
    for name, backwards in rels:
        if backwards:
            things.relate(target, name, subject)
        else:
            things.relate(subject, name, target)


def _say(
    things: _Things,
    roles: _Roles,
    name: str,
    node: LexborNode,
    *,
    resource: str | None,
    is_text: bool,
) -> None:
    """One property: its value is given, or a thing, or the element's text."""
    given = node.attributes
    value = given.get("content") or given.get("datetime")
    if value is None and not is_text and roles.typed and "about" not in given:
        things.relate(roles.subject, name, roles.typed)
    elif value is None and not is_text and resource:
        things.relate(roles.subject, name, resource)
    else:
        things.say(roles.subject, name, text_of(node) if value is None else value)


def _declare(given: dict[str, str | None], context: _Context) -> _Context:
    """The vocabulary and prefixes that an element declares for itself and all within it."""
    declared = [(k[6:].lower(), v) for k, v in given.items() if k.startswith("xmlns:") and v]
    if prefix := given.get("prefix"):
        declared += [(k.lower(), v) for k, v in _PREFIX.findall(prefix[:5_000])]
    if not declared and "vocab" not in given:
        return context
    return _Context(
        context.subject,
        context.object,
        context.hanging,
        (given["vocab"] or "") if "vocab" in given else context.vocabulary,
        (*declared[:50], *context.prefixes)[:200] if declared else context.prefixes,
    )


def _resource(given: dict[str, str | None], source: Source) -> str | None:
    for name in ("resource", "href", "src"):
        if name in given:
            return _named(given[name], source)
    return None


def _named(text: str | None, source: Source) -> str:
    """The name of a thing: an address with its fragment, because a page names its papers so."""
    text = (text or "").strip(" []")
    if text.startswith("_:"):
        return text
    address, mark, fragment = text.partition("#")
    whole = source.resolve(address) if address else source.base
    return f"{whole or address}{mark}{fragment}"


def _terms(text: str | None, context: _Context) -> list[str]:
    """The properties that are meant, in schema.org's words; unknown ones are left out."""
    terms = []
    for word in (text or "").split()[:20]:
        iri = _expand(word, context)
        if iri.startswith(_SCHEMA):
            terms.append(iri.rpartition("/")[2])
        elif known := _tables()["properties"].get(iri):
            terms.append(known)
    return terms


def _types(text: str | None, context: _Context) -> list[str]:
    """The types that are meant, in schema.org's words."""
    types = []
    for word in (text or "").split()[:20]:
        iri = _expand(word, context)
        if iri.startswith(_SCHEMA):
            types.append(iri.rpartition("/")[2])
        elif known := _tables()["types"].get(iri):
            types.append(known)
    return types


def _expand(word: str, context: _Context) -> str:
    prefix, colon, name = word.partition(":")
    if not colon:
        return context.vocabulary + word if context.vocabulary else ""
    if name.startswith("//"):
        return word
    prefix = prefix.lower()
    for declared, iri in context.prefixes:
        if declared == prefix:
            return iri + name
    return _tables()["prefixes"].get(prefix, "") + name


@cache
def _tables() -> dict[str, dict[str, str]]:
    raw = tomllib.loads(files("harvestman.pages").joinpath("data/rdfa.toml").read_text("utf-8"))
    return {
        "prefixes": raw["prefixes"],
        **{
            part: {
                base + name: ours
                for base, names in raw[part].items()
                for name, ours in names.items()
            }
            for part in ("properties", "types")
        },
    }
