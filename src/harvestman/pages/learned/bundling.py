"""Labelled tokens in, papers out: titles put together, each given its authors, their affiliations, its file and its session.

Whether a page prints authors before or after their titles is decided once for the page; an entry of its own (a list item, a
table row, a line) overrules it.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.links import Links, entry_anchors, entry_bounds, is_label, links_of
from harvestman.pages.learned.people import (
    Person,
    attach,
    is_affiliation,
    is_person,
    people_in,
    people_in_text,
    votes_for_turned,
)
from harvestman.pages.learned.regions import BOLD, HEADING, Anchor, Regions
from harvestman.pages.learned.token_features import Token
from harvestman.pages.wording import pattern
from harvestman.text import fold

MAX_TITLE = 400
MIN_TITLE_LETTERS = 4
_MAX_PLACE = 300  # characters of a text that may be an affiliation
_MAX_TEXTS = 12  # regions of an entry in which a DOI may stand that is no link
_FEW_ALIKE, _MOST_ALIKE = (
    4,
    0.6,
)  # entries of a page, and their share, that must print their names in one place
_MAX_PARTS = 12  # regions into which a title's own link may be cut by italics
_MAX_GAP = 25  # characters between two parts of a title that a mark or a missed word has parted

_BEFORE_TITLE = re.compile(
    r"^\s*+(?:(?:[\[(]?\d{1,2}[:.h]\d\d\s*(?:[ap]\.?m\.?)?(?:\s*[-–—]\s*\d{1,2}[:.h]\d\d\s*(?:[ap]\.?m\.?)?)?[\])]?[:,.]?"
    r"|(?:(?:paper|talk|poster|demo|no\.?)\s*+)?(?:id\s*+)?[#(\[]?[A-Z]{0,3}-?\d{1,4}(?:[-.]\d{1,3})?[)\].:]+(?=\s|$)|[-–—•·*:,.;|]++)\s*+)+"
)
_AROUND = " \t,;:-–—|•·*/"
_OPEN, _CLOSE = "\"“„«‘'`”", "\"”“»’'´"
_REMARK = re.compile(
    r"(?:(?<!\s)\s+)?[\[(]\s*+(?:(?:full|short|long|regular|invited|research|position|demo|poster|industry|tool|vision|late|extended|work)\b[^()\[\]]{0,30}"
    r"|wip|pdf|ps|slides?|abstract|paper|presentation|\d+\s*(?:min|pages?)[^()\[\]]{0,10})\s*[\])]\s*$",
    re.IGNORECASE,
)
_OTHER_TALK = re.compile(
    r"(?:^|[\s(\[])(?:(?:industry |opening |closing |invited )?keynote(?: (?:talk|address|speech|speaker|lecture))?|"
    r"(?:discussion )?panel(?: discussion)?)\s*+(?:\d{1,2}\s*+)?(?:[\])]\s*+)?(?:[:|–—-]|by\b)",
    re.IGNORECASE,
)
_SESSION = re.compile(
    r"\b(?:session|track|sesi[oó]n|sess[aã]o|sitzung|papers?|posters?|demos?|секци)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Span:
    """A field as it was found: which regions and characters it covers."""

    kind: str
    first: int
    start: int
    last: int
    end: int
    text: str = ""
    marks: list[str] = field(default_factory=list)
    """Superscripts beside it."""


@dataclass(slots=True)
class Bundle:
    """A paper as this page prints it."""

    title: str
    region: int
    """Where its title begins."""
    people: list[Person] = field(default_factory=list)
    links: Links = field(default_factory=Links)
    session: str = ""
    session_region: int = -1
    """Which region the session's heading is."""
    first: int = 0
    """Where the entry begins."""
    names_region: int = -1
    """Where its first names stand."""


def spans_of(
    sketches: Sequence[Sketch], runs: Sequence[tuple[list[Token], list[str]]]
) -> list[Span]:
    """The fields in the order of the page."""
    spans: list[Span] = []
    for tokens, labels in runs:
        current: Span | None = None
        marks: list[str] = []
        fresh = True
        for token, label in zip(tokens, labels, strict=True):
            kind = label[-1]
            if kind == "O":
                if token.is_super:
                    if current is not None and current.kind == "A":
                        current.marks.append(token.word.lower)
                    else:
                        marks.append(token.word.lower)
                fresh = True
                continue
            starts = (
                current is None
                or kind != current.kind
                or (label[0] == "B" and not (kind == "T" and _goes_on(current, token, sketches)))
                or (kind == "F" and (fresh and (marks or token.region != current.last)))
                or (kind == "A" and _is_next_line(current, token, sketches))
                or (kind == "T" and fresh and _is_far(current, token, sketches))
            )
            if starts:
                current = Span(
                    kind, token.region, token.start, token.region, token.end, marks=marks
                )
                marks = []
                spans.append(current)
            elif current is not None:
                current.last, current.end = token.region, token.end
            fresh = False
    spans = _joined(spans)
    for span in spans:
        span.text = _text(span, sketches)
        if span.kind == "T":
            span.text += _missing_end(span.text, sketches[span.last].region.text[span.end :])
    return spans


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Two titles in one region with no name between are one: "Beyond Data Mining; Towards Idea Engineering"."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if (
            last is not None
            and span.kind == last.kind == "T"
            and span.first == last.last
            and span.start - last.end <= _MAX_GAP
        ):
            last.last, last.end = span.last, span.end
        else:
            joined.append(span)
    return joined


def _whole_links(
    spans: Sequence[Span], sketches: Sequence[Sketch], labels: Sequence[str]
) -> list[Span]:
    """Titles with all of the link or heading that they begin, whose words in italics were cut off as other regions."""
    kept: list[Span] = []
    reached = -1
    for span in spans:
        if span.kind in "TF" and span.first <= reached:
            continue
        if span.kind == "T":
            last = _end_of_link(span, sketches, labels)
            if last != span.last:
                span.last, span.end = last, len(sketches[last].region.text)
                span.text = _text(span, sketches)
                reached = last
        kept.append(span)
    return kept


def _end_of_link(span: Span, sketches: Sequence[Sketch], labels: Sequence[str]) -> int:
    """The last region of the link or heading that a title begins, unless there are names in it."""
    region = sketches[span.last].region
    if span.end < len(region.text.rstrip(" ,;:.-–—")):
        return span.last
    last = span.last
    while last + 1 < len(sketches) and last - span.last < _MAX_PARTS:
        other = sketches[last + 1].region
        is_one = other.line == region.line and (
            (other.anchor is region.anchor and region.anchor is not None)
            or (region.flags & HEADING and other.container == region.container)
        )
        if not is_one or labels[last + 1] in "ABFM":
            break
        last += 1
    return last


def _is_code(text: str) -> bool:
    """Whether a region is no more than a code with digits: "PoS(CENet2017)001"."""
    return " " not in text and any(map(str.isdigit, text)) and "(" in text


def _missing_end(text: str, rest: str) -> str:
    """The bracket, quotation or question mark that closes a title and was left behind it."""
    end = ""
    for character in rest[:3]:
        opening = {")": "(", "]": "[", "”": "“", "»": "«"}.get(character)
        if character in "?!" or (
            opening and (text + end).count(opening) > (text + end).count(character)
        ):
            end += character
        else:
            break
    return end


def _goes_on(span: Span, token: Token, sketches: Sequence[Sketch]) -> bool:
    """Whether a title that seems to begin goes on with the one before: the same region, nothing in between."""
    return span.last == token.region and token.start - span.end <= 1


def _is_next_line(span: Span, token: Token, sketches: Sequence[Sketch]) -> bool:
    return sketches[span.last].region.line != sketches[token.region].region.line


def _is_far(span: Span, token: Token, sketches: Sequence[Sketch]) -> bool:
    return token.region != span.last or token.start - span.end > 12


def _text(span: Span, sketches: Sequence[Sketch]) -> str:
    if span.first == span.last:
        return sketches[span.first].region.text[span.start : span.end]
    parts = [sketches[span.first].region.text[span.start :]]
    for place in range(span.first + 1, span.last + 1):
        region = sketches[place].region
        text = region.text[: span.end] if place == span.last else region.text
        parts.append(text if region.glued and not region.separator else " " + text)
    return "".join(parts)


def bundle(
    page: Regions,
    sketches: Sequence[Sketch],
    labels: Sequence[str],
    runs: Sequence[tuple[list[Token], list[str]]],
) -> list[Bundle]:
    """The papers of a page."""
    spans = [
        span
        for span in _whole_links(spans_of(sketches, runs), sketches, labels)
        if (span.kind != "T" or (_is_title(span.text) and not _is_other_talk(span, sketches)))
        and not (span.kind == "A" and _is_code(sketches[span.first].region.text))
    ]
    spans = _without_rooms(spans, sketches)
    titles = [place for place, span in enumerate(spans) if span.kind == "T"]
    if not titles:
        return []
    groups = _groups(spans, sketches)
    owners = _owners(spans, groups, titles, sketches)
    bundles = []
    for place in titles:
        span = spans[place]
        one = Bundle(clean_title(span.text), span.first, first=span.first)
        bundles.append(one)
    by_title = dict(zip(titles, bundles, strict=True))
    sessions: set[int] = set()
    turned = votes_for_turned([_names_in(spans, group, sketches) for group in groups])
    for group, owner in zip(groups, owners, strict=True):
        if owner is None:
            continue
        one = by_title[owner]
        if _is_chaired(spans[owner], spans[group[0]], spans[group[-1]], sketches):
            sessions.add(one.region)
        known = {fold(person.name) for person in one.people}
        more = people_in([spans[place] for place in group], turned=turned)
        one.people += [person for person in more if fold(person.name) not in known]
        one.first = min(one.first, spans[group[0]].first)
        if more and one.names_region < 0:
            one.names_region = spans[group[0]].first
    bundles = [one for one in bundles if one.region not in sessions]
    for one in bundles:
        attach(one.people)
        one.people = [person for person in one.people if is_person(person.name)]
    _fill_in_people(bundles, sketches, turned=turned)
    _add_links(page.anchors, bundles, sketches)
    _add_sessions(bundles, sketches, labels)
    return _once([one for one in bundles if fold(one.title)])


def _fill_in_people(bundles: Sequence[Bundle], sketches: Sequence[Sketch], *, turned: int) -> None:
    """Names that were overlooked, where all other entries of the page have theirs in the same place."""
    named = [one for one in bundles if one.people and one.names_region >= 0]
    places = Counter(
        (one.names_region - one.region, sketches[one.names_region].region.path) for one in named
    )
    if not places or len(named) == len(bundles):
        return
    (offset, path), times = places.most_common(1)[0]
    if offset == 0 or times < _FEW_ALIKE or times < _MOST_ALIKE * len(named):
        return
    taken = {place for one in bundles for place in (one.region, one.names_region)}
    for one in bundles:
        at = one.region + offset
        if one.people or not 0 <= at < len(sketches) or at in taken:
            continue
        region = sketches[at].region
        if region.path == path:
            one.people = people_in_text(region.text, turned=turned)
            one.first = min(one.first, at) if one.people else one.first


def _without_rooms(spans: Sequence[Span], sketches: Sequence[Sketch]) -> list[Span]:
    """Without what was taken for an affiliation in a text of its own that is a room or a time: "Blue Room, DPI"."""
    mixed = {place for span in spans if span.kind != "F" for place in (span.first, span.last)}
    return [
        span
        for span in spans
        if span.kind != "F"
        or span.first in mixed
        or is_affiliation(sketches[span.first].region.text[:_MAX_PLACE])
    ]


def _groups(spans: Sequence[Span], sketches: Sequence[Sketch]) -> list[list[int]]:
    """Names and affiliations that stand together: no title lies between them, and nothing else in other lines."""
    groups: list[list[int]] = []
    last: Span | None = None
    for place, span in enumerate(spans):
        if span.kind == "T":
            last = None
            continue
        if last is None or (span.first - last.last > 1 and _is_apart(last, span, sketches)):
            groups.append([])
        groups[-1].append(place)
        last = span
    return groups


def _names_in(
    spans: Sequence[Span], group: Sequence[int], sketches: Sequence[Sketch]
) -> tuple[list[str], str]:
    """The names of a group, and the text that the first of them stand in."""
    names = [spans[place] for place in group if spans[place].kind == "A"]
    text = sketches[names[0].first].region.text[names[0].start :] if names else ""
    return [span.text for span in names], text


def _is_apart(one: Span, two: Span, sketches: Sequence[Sketch]) -> bool:
    a, b = sketches[one.last].region, sketches[two.first].region
    return a.line != b.line and (not a.record or a.record != b.record)


def _owners(
    spans: Sequence[Span],
    groups: Sequence[list[int]],
    titles: Sequence[int],
    sketches: Sequence[Sketch],
) -> list[int | None]:
    """For each group of names the title it belongs to."""
    sides: list[tuple[int | None, int | None, int, int]] = []
    votes = 0
    for group in groups:
        at = bisect(titles, group[0])
        previous = titles[at - 1] if at else None
        following = titles[at] if at < len(titles) else None
        back = -1 if previous is None else _nearness(spans[previous], spans[group[0]], sketches)
        ahead = -1 if following is None else _nearness(spans[group[-1]], spans[following], sketches)
        sides.append((previous, following, back, ahead))
        votes += (back > ahead) - (ahead > back)
    owners: list[int | None] = []
    strengths: list[int] = []
    best: dict[int, int] = {}
    for previous, following, back, ahead in sides:
        usual, other = (
            ((previous, back), (following, ahead))
            if votes >= 0
            else ((following, ahead), (previous, back))
        )
        owner, near = usual
        if owner is None or (near <= 1 and other[1] >= 2) or (near == 2 and other[1] >= 4):
            owner, near = other
        if near < 0 or (near == 0 and len(titles) > 1):
            owner = None
        owners.append(owner)
        strengths.append(near)
        if owner is not None:
            best[owner] = max(best.get(owner, 0), near)
    # Names of a paper whose title was lost must not go to its neighbour.
    return [
        owner if owner is not None and (near >= 2 or best[owner] < 2) else None
        for owner, near in zip(owners, strengths, strict=True)
    ]


def _nearness(one: Span, two: Span, sketches: Sequence[Sketch]) -> int:
    """How closely two fields stand together: 4 in one region, 3 in one line, 2 in one entry, 1 nearby, 0 far."""
    a, b = sketches[one.last].region, sketches[two.first].region
    if one.last == two.first:
        return 4
    if a.line == b.line:
        return 3
    distance = two.first - one.last
    is_nested = one.kind == "T" and a.record == b.outer
    if a.record and distance < 6 and (a.record == b.record or is_nested):
        return 2
    if (
        a.container
        and a.container == b.container
        and distance < 3
        and "p" not in b.separator.split()
    ):
        return 2
    return 1 if distance < 6 else 0


def _is_title(text: str) -> bool:
    if is_label(text):
        return False
    return sum(map(str.isalpha, text[:100])) >= MIN_TITLE_LETTERS and len(text) <= 2 * MAX_TITLE


def _is_other_talk(span: Span, sketches: Sequence[Sketch]) -> bool:
    """Whether the line says of itself that it is a keynote or a panel."""
    line = sketches[span.first].region.line
    before = sketches[span.first].region.text[: span.start]
    place = span.first - 1
    while place >= 0 and sketches[place].region.line == line and len(before) < 200:
        before = f"{sketches[place].region.text} {before}"
        place -= 1
    return (
        _OTHER_TALK.search(before[-80:] + "|") is not None
        or _OTHER_TALK.match(span.text) is not None
    )


def _is_chaired(title: Span, first: Span, last: Span, sketches: Sequence[Sketch]) -> bool:
    """Whether the names behind a title are those of a session's chair: it is said in front of them or right behind."""
    if first.first < title.last:
        return False
    start = title.end if first.first == title.last else 0
    before = sketches[first.first].region.text[start : first.start]
    if not before.strip() and first.first - title.last > 1:
        before = sketches[first.first - 1].region.text
    behind = sketches[last.last].region.text[last.end :][:20]
    following = last.last + 1
    if not behind.strip() and following < len(sketches):
        region = sketches[following].region
        if region.record == sketches[last.last].region.record and len(region.text) < 20:
            behind = region.text
    said = pattern("entries", "chair", "organiser")
    return any(said.search(text) for text in (before[-40:], behind))


def clean_title(text: str) -> str:
    """A title without numbers, times, remarks and the quotation marks around it."""
    text = text.strip(_AROUND)
    shorter = _BEFORE_TITLE.sub("", text)
    if sum(map(str.isalpha, shorter)) >= MIN_TITLE_LETTERS:
        text = shorter
    for _ in range(3):
        text = _REMARK.sub("", text).strip(_AROUND)
    if text and text[0] in _OPEN:
        inner = text[1:].rstrip(".,")
        if inner and inner[-1] in _CLOSE:
            text = inner[:-1].strip(_AROUND)
        elif not any(mark in inner for mark in _CLOSE):
            text = inner
    elif text and text[-1] in '”»"' and not any(mark in text[:-1] for mark in '“«"'):
        text = text[:-1]
    return text[:MAX_TITLE].strip()


def _add_links(
    anchors: Sequence[Anchor], bundles: Sequence[Bundle], sketches: Sequence[Sketch]
) -> None:
    """What the links of each entry lead to: those around and beside its title."""
    order = sorted(bundles, key=lambda one: one.first)
    bounds = entry_bounds([(one.first, one.region) for one in order], sketches)
    for one, (start, end), beside in zip(
        order, bounds, entry_anchors(anchors, bounds), strict=True
    ):
        texts = [
            sketches[place].region.text for place in range(start, min(end, start + _MAX_TEXTS))
        ]
        one.links = links_of(sketches[one.region].region.anchor, beside, texts)
    _add_links_elsewhere(bundles, sketches)


def _add_links_elsewhere(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> None:
    """A title that the page prints again as a link, in a list beside the programme, leads to the same paper."""
    linked: dict[str, Anchor] = {}
    for one in sketches:
        anchor = one.region.anchor
        if anchor is not None and len(one.region.text) <= MAX_TITLE:
            linked.setdefault(fold(one.region.text), anchor)
    for paper in bundles:
        anchor = linked.get(fold(paper.title))
        if anchor is not None and anchor is not sketches[paper.region].region.anchor:
            paper.links.complete(links_of(anchor, ()))


def _add_sessions(
    bundles: Sequence[Bundle], sketches: Sequence[Sketch], labels: Sequence[str]
) -> None:
    """The last heading above each paper."""
    wanted = sorted(bundles, key=lambda one: one.region)
    session, session_region = "", -1
    position = 0
    for place, (one, label) in enumerate(zip(sketches, labels, strict=True)):
        while position < len(wanted) and wanted[position].region == place:
            wanted[position].session = session
            wanted[position].session_region = session_region
            position += 1
        if label == "O" and len(one.tokens) <= 25:
            region = one.region
            if region.flags & HEADING or (region.flags & BOLD and _SESSION.search(region.text)):
                session, session_region = region.text[:200], place


def _once(bundles: Sequence[Bundle]) -> list[Bundle]:
    """A paper that the page prints twice, once: the fuller entry."""
    found: dict[str, Bundle] = {}
    for one in bundles:
        key = fold(one.title)
        known = found.get(key)
        if known is None:
            found[key] = one
        elif not known.people or not one.people or _share_people(known, one):
            if len(one.people) > len(known.people):
                known.people = one.people
            known.links.complete(one.links)
        else:
            found[f"{key}#{one.region}"] = one
    return list(found.values())


def _share_people(one: Bundle, other: Bundle) -> bool:
    return bool({fold(p.name) for p in one.people} & {fold(p.name) for p in other.people})
