"""From labelled tokens to the fields of a reference: the first stretch of each label, cleaned of marks around it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harvestman.documents.references.people import parse_names
from harvestman.documents.references.tokens import Token
from harvestman.model.documents import Reference
from harvestman.text.folding import squeeze

FIELD_OF = {
    "author": "authors", "title": "title", "container": "container", "publisher": "publisher", "place": "place",
    "date": "year", "volume": "volume", "issue": "issue", "pages": "pages", "doi": "doi", "url": "url",
}  # fmt: skip
"""The labels of the model that are fields of a reference."""

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_OUTER = " \t\n,;:.'\"“”„‟«»‹›*_`´‘’–—-=|/"
_DASH = re.compile(r"(?:(?<!\s)\s+)?([-–—‐‑−])+\s*")
_JOINED = re.compile(r"^(\d++)\s*+\((\d[^)]*+)\)$")
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+){0,4}/\S+")
_WHOLE = frozenset("title container publisher place author pages url doi".split())
_CLOSING = {"“": "”", "«": "»", '"': '"', "„": "“"}
_SHORTEST_QUOTE = 8  # characters; less is a quoted word inside a title
_HOLDER = re.compile(r"^[\s,.;:]*(?:(?:in|en|dans|em|в кн)\b[\s.:]*)?", re.IGNORECASE)
# "Kay, A. The ropes": the last sentence of an author part.
_AUTHOR_ENDED = re.compile(r"^(.*(?:\b[^\W\d_]|[^\W\d_]{3})\.)\s++([^\W\d_]{2}[^.]*+)$")
# "Ruiz Gil, | Ana. The ropes": the given name of the last author, taken for the beginning of the title.
_GIVEN_FIRST = re.compile(r"^([^\W\d_]{2,14})\.\s+(?=[^\W\d_])(.+)$", re.DOTALL)
_RESOLVER = ("https://doi.org/10.", "http://doi.org/10.", "doi.org/10.")
_OPEN_ENDS = "/-_.:=&?%~#"
_MARKS_BETWEEN = 2  # marks without a label inside one stretch


# "Rev. Mod. Phys.", "Proc. Natl. Acad. Sci. USA": nothing but shortened words, as lists without titles name journals.
_SHORTENED = re.compile(r"^(?:[^\W\d_]{1,9}\.\s*){2,6}(?:[A-Z]{1,4}\b\.?)?$")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Tokens of one label that stand together: from the first to before the last."""

    label: str
    first: int
    last: int


def stretches(tokens: Sequence[Token], labels: Sequence[str]) -> dict[str, list[Stretch]]:
    """The stretches of each label that is a field, those parted by a mark or two taken together."""
    found: dict[str, list[Stretch]] = {}
    at = 0
    while at < len(labels):
        end = at
        while end < len(labels) and labels[end] == labels[at]:
            end += 1
        label = labels[at]
        if label in FIELD_OF:
            known = found.setdefault(label, [])
            gap = range(known[-1].last, at) if known else range(0)
            if (
                known
                and label in _WHOLE
                and len(gap) <= _MARKS_BETWEEN
                and all(tokens[i].kind == "p" and labels[i] == "other" for i in gap)
            ):
                known[-1] = Stretch(label, known[-1].first, end)
            else:
                known.append(Stretch(label, at, end))
        at = end
    return found


def _letter_before(
    text: str, tokens: Sequence[Token], found: Mapping[str, Sequence[Stretch]]
) -> str:
    """The capital that is part of a page's number ("P05007", "L12"), though it is a token of its own."""
    if not found.get("pages"):
        return ""
    start = tokens[found["pages"][0].first].start
    before = text[max(0, start - 2) : start]
    is_glued = before[-1:].isupper() and text[start : start + 1].isdigit()
    return before[-1] if is_glued and not before[:-1].isalnum() else ""


def reference_of(
    raw: str, text: str, tokens: Sequence[Token], found: Mapping[str, Sequence[Stretch]]
) -> Reference:
    """The reference whose fields these stretches of the readable text are."""
    texts = {label: [_text(text, tokens, one) for one in many] for label, many in found.items()}
    first = {label: many[0] for label, many in texts.items()}
    volume, issue = _bare(first.get("volume", "")), _bare(first.get("issue", ""))
    if joined := _JOINED.match(volume):
        volume, issue = joined.group(1), issue or joined.group(2)
    doi, url = _links(texts, tokens)
    author, title = first.get("author", ""), first.get("title", "")
    title, behind = _quoted(text, tokens, found) or (title, "")
    if journal := _short_journal(text, tokens, found):
        title, behind = "", journal
    if (given := _GIVEN_FIRST.match(title)) and _is_after_comma(text, tokens, found):
        author, title = f"{author}, {given.group(1)}", given.group(2)
    title, container = _bare(title), _bare(first.get("container", "") or behind)
    if container and not title and not (volume or issue or first.get("pages")):
        title, container = container, ""  # a book that holds nothing is what is cited
    if not title and not container and (ended := _AUTHOR_ENDED.match(author)):
        author, title = ended.group(1), _bare(ended.group(2))  # every reference names something
    return Reference(
        raw=raw,
        authors=tuple(parse_names(author)),
        title=title,
        container=container,
        publisher=_bare(first.get("publisher", "")),
        place=_bare(first.get("place", ""), dots=True),
        year=_year(texts.get("date", ())),
        volume=volume,
        issue=issue,
        pages=_letter_before(text, tokens, found) + _DASH.sub(r"\1", _bare(first.get("pages", ""))),
        doi=doi,
        url=url,
    )


def _short_journal(
    text: str, tokens: Sequence[Token], found: Mapping[str, Sequence[Stretch]]
) -> str:
    """The shortened name of a journal right before its volume, where it was taken for a title: "Rev. Mod. Phys. 74"."""
    if not found.get("title") or not found.get("volume") or found.get("container"):
        return ""
    title, volume = found["title"][0], found["volume"][0]
    if not 0 <= volume.first - title.last <= _MARKS_BETWEEN:
        return ""
    name = squeeze(text[tokens[title.first].start : tokens[volume.first].start]).rstrip(", ")
    return _bare(name) if _SHORTENED.match(name) else ""


def _is_after_comma(
    text: str, tokens: Sequence[Token], found: Mapping[str, Sequence[Stretch]]
) -> bool:
    """Whether a comma alone stands between the author part and the title."""
    if not found.get("author"):
        return False
    between = text[tokens[found["author"][0].last - 1].end : tokens[found["title"][0].first].start]
    return between.strip() == ","


def _quoted(
    text: str, tokens: Sequence[Token], found: Mapping[str, Sequence[Stretch]]
) -> tuple[str, str] | None:
    """A title that was read beyond the quote that ends it: what is quoted, and what stands behind; else None."""
    if not found.get("title"):
        return None
    one = found["title"][0]
    start = tokens[one.first].start
    closing = _CLOSING.get(text[start - 1 : start])
    if not closing:
        return None
    rest = text[start : tokens[one.last - 1].end]
    end = rest.find(closing, _SHORTEST_QUOTE)
    ends = rest[end - 1] in ",.?!" or rest[end + 1 : end + 2] in (",", ".")
    if end < 0 or end > len(rest) - _SHORTEST_QUOTE or not ends:
        return None
    return squeeze(rest[:end]), _HOLDER.sub("", squeeze(rest[end + 1 :]))


def _text(raw: str, tokens: Sequence[Token], one: Stretch) -> str:
    """The text of a stretch as printed, with the bracket and the dot of an abbreviation that belong to it."""
    start, end = tokens[one.first].start, tokens[one.last - 1].end
    text = raw[start:end]
    for opening, closing in ("()", "[]"):
        if text.count(opening) > text.count(closing) and raw[end : end + 1] == closing:
            end += 1
    if (
        raw[end : end + 1] == "."
        and one.last
        and len(tokens[one.last - 1].text) == 1
        and raw[end - 1].isupper()
    ):
        end += 1
    return squeeze(raw[start:end])


def _bare(text: str, *, dots: bool = False) -> str:
    """The text without marks around it; `dots` keeps the dot of an abbreviated place ("М.")."""
    bare = text.strip(_OUTER)
    if bare and text.endswith(".") and bare[-1].isalpha() and (dots or bare[-2:-1] in ". "):
        bare += "."
    for opening, closing in ("()", "[]"):
        if bare.startswith(opening) and bare.endswith(closing) and bare.count(opening) == 1:
            bare = bare[1:-1].strip(_OUTER)
        if bare.count(opening) != bare.count(closing):
            bare = (
                bare.removeprefix(opening).removesuffix(closing)
                if bare.count(opening) + bare.count(closing) == 1
                else bare
            )
    return bare


def _year(dates: Sequence[str]) -> str:
    for date in dates:
        if match := _YEAR.search(date):
            return match.group()
    return ""


def _links(texts: Mapping[str, Sequence[str]], tokens: Sequence[Token]) -> tuple[str, str]:
    """The DOI and the link; blanks that a line break left inside them are taken out."""
    doi = ""
    for text in texts.get("doi", ()):
        solid = re.sub(r"\s+", "", text)
        if match := _DOI.search(solid):
            doi = match.group().strip(_OUTER)
            break
    url = ""
    for text in texts.get("url", ()):
        solid = _unbroken(text)
        if "." in solid:
            url = solid
            break
    links = [token.text for token in tokens if token.kind == "link"]
    if not url and not doi:
        url = next((link for link in links if "doi.org/10." not in link), "")
    if not doi:
        # A resolver's link is the DOI, whatever the list calls it.
        bare = [token.text for token in tokens if token.kind == "doi"]
        bare += [match.group() for link in links if (match := _DOI.search(link))]
        doi = bare[0] if bare else ""
    if doi and url.startswith(_RESOLVER):
        url = ""  # it says the DOI once more; the older dx.doi.org is what lists call a link
    return doi, url


def _unbroken(text: str) -> str:
    """A link whose line breaks left blanks behind its slashes and dots; what follows it is cut off."""
    text = text[max(0, text.find("http")) :]  # "Retrieved from" and the like
    link = ""
    for piece in text.split():
        if link and link[-1] not in _OPEN_ENDS and piece[0] not in _OPEN_ENDS and "." in link:
            break
        link += piece
    return link.strip(_OUTER.replace("/", ""))
