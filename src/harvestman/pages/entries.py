"""What readers of platforms share: finding the entries of a list in the tree, and taking their parts.

They run on any page that looks like their platform, so the work is bounded here: entries within entries are passed over,
and so no part of a hostile page is walked more than a few times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Field
from harvestman.pages.bracketing import parts_outside
from harvestman.pages.findings import NoPaper, Notes
from harvestman.pages.source import Source, text_of
from harvestman.pages.wording import pattern
from harvestman.text import squeeze

_MAX_FOUND: Final = 50_000
_MAX_NODES: Final = 5_000
_MAX_STEPS: Final = 12
_MAX_LINKS: Final = 100
_MAX_LABEL: Final = 3

# What platforms call the things of a programme that are no papers. "Invited paper" is one.
_NO_PAPER: Final = re.compile(
    r"\b(?:key-?\s?notes?|(?:invited|plenary) (?:talks?|speakers?|lectures?|address(?:es)?)|(?:coffee|tea|lunch) ?breaks?|breaks?|lunch|"
    r"dinner|banquet|reception|social(?: events?| program\w*)?|registration|(?:day )?opening|(?:day )?closing|welcome|award ceremony|"
    r"awards?|panels?|tutorials?|meetings?|business meeting|meals?|catering|excursion|q ?& ?a|networking|exhibit(?:ion|s)?|mentoring|"
    r"birds of a feather|bof|hackathon|master ?class(?:es)?|live q&a)\b",
    re.IGNORECASE,
)
_PAPERS: Final = re.compile(r"\b(?:papers?|posters?|contribut\w+)\b", re.IGNORECASE)
_FILE: Final = re.compile(r"\.(?:pdf|ps|ps\.gz|docx?)(?:[?#].*)?$|/pdf[/?]", re.IGNORECASE)
_OTHER_FILE: Final = re.compile(
    r"slides?|poster|present\w*|video|supp\w*|appendix|bib\w*|abstract", re.IGNORECASE
)
_LABEL: Final = re.compile(r"\bpdf\b|\bpaper\b|pre-?print|full text|download")
_AND: Final = re.compile(r"(?<!\s)\s+(?:and|&|und|et|y)\s+", re.IGNORECASE)
_COMMA: Final = re.compile(r"(?:(?<!\s)\s+)?[,;]\s*(?:(?:and|&)\s+)?")
_SUFFIX: Final = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?d|md)\.?", re.IGNORECASE)
_MARK: Final = re.compile(r"\(\s*([0-9a-z*†‡§¶](?:\s*,\s*[0-9a-z*†‡§¶])*|\d+(?:\s*,\s*\d+)*)\s*\)")
_PLACE_MARK: Final = re.compile(
    r"(?:^|[;,]\s*)\(?\b(\d{1,2}|[a-z*†‡§¶])\s*[):]\s*|\((\d{1,2})\)\s*"
)


def outermost(place: Source | LexborNode, selector: str) -> Iterator[LexborNode]:
    """The elements of a page or an element that a selector finds, in their order, without those within another of them."""
    within: set[int] = set()
    found = (place.tree if isinstance(place, Source) else place).css(selector)
    for node in found[:_MAX_FOUND]:
        if node.mem_id in within:
            continue
        within.update(inner.mem_id for inner in node.css(selector)[:_MAX_FOUND])
        yield node


def nearest(node: LexborNode, *tags: str) -> LexborNode | None:
    """The nearest element around a node, or itself, that has one of these tags."""
    here: LexborNode | None = node
    for _ in range(_MAX_STEPS):
        if here is None or here.tag in tags:
            return here
        here = here.parent
    return None


def siblings(node: LexborNode, *, limit: int = 50) -> Iterator[LexborNode]:
    """The elements that follow a node within the same element."""
    here = node.next
    while here is not None and limit:
        if here.tag != "-text":
            yield here
        here = here.next
        limit -= 1


def has_class(node: LexborNode, name: str) -> bool:
    """Whether an element has a class."""
    return name in (node.attributes.get("class") or "").split()


def text_at(node: LexborNode, selector: str) -> str:
    """The text of the first element within a node that a selector finds, or nothing."""
    found = node.css_first(selector)
    return text_of(found) if found is not None else ""


def text_without(node: LexborNode, selector: str) -> str:
    """The text of an element without what stands in those of its parts that a selector finds."""
    left_out = {
        inner.mem_id
        for part in node.css(selector)[:_MAX_LINKS]
        if part.mem_id != node.mem_id
        for inner in islice(part.traverse(include_text=True), _MAX_NODES)
    }
    parts = []
    for inner in islice(node.traverse(include_text=True), _MAX_NODES):
        if inner.mem_id not in left_out:
            parts.append(inner.text_content or "" if inner.tag == "-text" else _gap(inner))
    return squeeze("".join(parts))


def _gap(node: LexborNode) -> str:
    return " " if node.tag in ("br", "p", "div", "li", "td", "tr") else ""


def is_no_paper(label: str) -> bool:
    """Whether a platform's own label (a type, a track, a session) says that its things are no papers."""
    return _NO_PAPER.search(label) is not None and _PAPERS.search(label) is None


def refused(notes: Notes, *labels: str) -> NoPaper:
    """Something that is no paper by these labels; a talk where they call it one and it has a speaker."""
    title = notes.values.get(Field.TITLE)
    is_talk = Field.AUTHORS in notes.values and any(map(is_talk_label, labels))
    return NoPaper(
        str(title.value) if title is not None else "", notes.paper() if is_talk else None
    )


def is_talk_label(label: str) -> bool:
    """Whether a label or heading says that what it names is a keynote, an invited talk or a tutorial."""
    return pattern("entries", "talk", "lesson").search(label) is not None


def file_link(node: LexborNode) -> str:
    """The address of the paper's own file among the links of an entry, or nothing."""
    for link in node.css("a[href]")[:_MAX_LINKS]:
        href = link.attributes.get("href") or ""
        if _FILE.search(href):
            label = text_of(link, limit=200).split()
            if len(label) > _MAX_LABEL or not _OTHER_FILE.search(" ".join(label)):
                return href  # a long label is the title, which may speak of slides and posters
    return ""


def labelled_file(node: LexborNode, selector: str) -> str:
    """The address of the first link that a selector finds and that says it is the paper or its PDF."""
    for link in node.css(selector)[:_MAX_LINKS]:
        label = text_of(link, limit=60).lower()
        is_other = _OTHER_FILE.search(label.replace("pre-print", "").replace("preprint", ""))
        is_paper = _LABEL.search(label) or pattern("links", "paper").fullmatch(
            label.strip(" .:[]()")
        )
        if is_paper and not is_other:
            return link.attributes.get("href") or ""
    return ""


def names_in(text: str) -> list[str | Author]:
    """The single names of a list as platforms print it: "Ana Ruiz, Luis Pérez and Eva Gil"; with the brackets behind them, if there are."""
    text = squeeze(text).strip(" ,;.")
    names: list[str | Author] = []
    for part in parts_outside(_COMMA, text):
        if names and _SUFFIX.fullmatch(part):
            names[-1] = f"{names[-1]} {part}"
            continue
        names += [name.strip() for name in parts_outside(_AND, part) if name.strip()]
    return names


def marked_people(names: LexborNode, places: LexborNode | None) -> list[str | Author]:
    """People with the places that marks join to them: "Ana Ruiz¹, Eva Gil¹²" and "¹León; ²Sevilla", or (1) for the marks."""
    known = _places(_marked_text(places)) if places is not None else {}
    text = _MARK.sub(_hidden, _marked_text(names))
    between = r"\s*;\s*" if ";" in text else r"\s*,\s*|\s+(?:and|und)\s+"
    people: list[str | Author] = []
    for part in re.split(between, text):
        held = re.findall(r"[\ue000-\ue0ff]", part)
        name = squeeze(re.sub(r"[\ue000-\ue0ff]", " ", part))
        if not name:
            continue
        mine = [known[mark] for mark in map(_shown, held) if mark in known]
        people.append(Author(name, tuple(mine or ([known[""]] if "" in known else []))))
    return people


_FIRST_HIDDEN: Final = 0xE000
_SIGNS: Final = "abcdefghijklmnopqrstuvwxyz*†‡§¶"


def _hidden(match: re.Match[str]) -> str:
    """Marks as single private characters, so that the commas between them part no names."""
    codes = []
    for mark in map(str.strip, match.group(1).split(",")):
        code = int(mark) if mark.isdigit() else 150 + _SIGNS.find(mark)
        codes.append(chr(_FIRST_HIDDEN + min(code, 255)))
    return "".join(codes)


def _shown(mark: str) -> str:
    code = ord(mark) - _FIRST_HIDDEN
    return str(code) if code < 150 else _SIGNS[code - 150 : code - 149]


def _marked_text(node: LexborNode) -> str:
    """The text of an element with its superscripts in parentheses."""
    raised = {
        inner.mem_id
        for part in node.css("sup")[:_MAX_LINKS]
        for inner in islice(part.traverse(include_text=True), 20)
    }
    parts = []
    for inner in islice(node.traverse(include_text=True), _MAX_NODES):
        if inner.tag == "-text":
            text = inner.text_content or ""
            parts.append(f"({text.strip()})" if inner.mem_id in raised else text)
        else:
            parts.append(_gap(inner))
    return squeeze("".join(parts))[:20_000]


def _places(text: str) -> dict[str, str]:
    """The places by their marks; one without marks is everybody's."""
    found = list(_PLACE_MARK.finditer(text))
    if not found or text[: found[0].start()].strip():
        return {"": text.strip(" ;")} if text.strip(" ;") else {}
    ends: Sequence[int] = [*(match.start() for match in found[1:]), len(text)]
    return {
        match.group(1) or match.group(2): text[match.end() : end].strip(" ;,")
        for match, end in zip(found, ends, strict=True)
    }
