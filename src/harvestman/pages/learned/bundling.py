"""Labelled tokens in, papers out: each title given its authors, their affiliations, its file and its session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.abstracts import add_abstracts
from harvestman.pages.learned.alternation import put_right
from harvestman.pages.learned.below import add_people_below, add_people_between
from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.completing import completed, completed_by_lines
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.links import entry_anchors, entry_bounds, links_of
from harvestman.pages.learned.looks import BOLD, HEADING
from harvestman.pages.learned.owning import groups_of, is_chaired, owners_of
from harvestman.pages.learned.people import (
    attach,
    is_affiliation,
    is_person,
    people_in,
    people_in_text,
    votes_for_turned,
    without_misters,
)
from harvestman.pages.learned.printed import Printed
from harvestman.pages.learned.regions import Anchor, Regions
from harvestman.pages.learned.rows import continue_titles, join_paragraphs
from harvestman.pages.learned.spans import Span, spans_of, whole_links
from harvestman.pages.learned.subtitles import without_subtitles
from harvestman.pages.learned.titles import (
    MAX_TITLE,
    clean_title,
    is_other_talk,
    is_session,
    is_title,
)
from harvestman.pages.learned.token_features import Token
from harvestman.text import fold

_MAX_PLACE: Final = 300  # characters of a text that may be an affiliation
_MAX_TEXTS: Final = 12  # regions of an entry in which a DOI may stand that is no link
_FEW_ALIKE: Final = 4
_MOST_ALIKE: Final = 0.6
"""Entries of a page, and their share, that must print their names in one place."""


def bundle(
    page: Regions,
    sketches: Sequence[Sketch],
    labels: Sequence[str],
    runs: Sequence[tuple[list[Token], list[str]]],
    printed: Printed,
) -> list[Bundle]:
    """The papers of a page, by its labels and by its own columns and lines; what it calls talks among them, marked."""
    bundles, turned = _labelled(sketches, labels, runs)
    bundles = completed(bundles, printed.columns, sketches)
    for entries in printed.lines:
        bundles = completed_by_lines(bundles, entries, sketches)
    if not bundles:
        return []
    continue_titles(bundles, sketches)
    bundles = without_subtitles(join_paragraphs(bundles, sketches), sketches)
    _fill_in_people(bundles, sketches, turned=turned)
    add_people_below(bundles, sketches)
    add_people_between(bundles, sketches)
    without_misters([person for one in bundles for person in one.people])
    _add_links(page.anchors, bundles, sketches)
    _add_sessions(bundles, sketches, labels)
    return _once(bundles)


def _labelled(
    sketches: Sequence[Sketch],
    labels: Sequence[str],
    runs: Sequence[tuple[list[Token], list[str]]],
) -> tuple[list[Bundle], int]:
    """The papers that the labels tell, and how surely the page prints surnames first."""
    spans = [
        span
        for span in whole_links(spans_of(sketches, runs), sketches, labels)
        if (span.kind != "T" or is_title(span.text))
        and not (span.kind == "A" and _is_code(sketches[span.first].region.text))
    ]
    spans = _without_rooms(put_right(spans, sketches), sketches)
    titles = [place for place, span in enumerate(spans) if span.kind == "T"]
    if not titles:
        return [], 0
    groups = groups_of(spans, sketches)
    owners = owners_of(spans, groups, titles, sketches)
    bundles = []
    for place in titles:
        span = spans[place]
        is_talk = is_other_talk(span, sketches)
        one = Bundle(clean_title(span.text), span.first, first=span.first, is_talk=is_talk)
        bundles.append(one)
    by_title = dict(zip(titles, bundles, strict=True))
    sessions: set[int] = set()
    turned = votes_for_turned([_names_in(spans, group, sketches) for group in groups])
    for group, owner in zip(groups, owners, strict=True):
        if owner is None:
            continue
        one = by_title[owner]
        if is_chaired(spans[owner], spans[group[0]], spans[group[-1]], sketches):
            sessions.add(one.region)
        more = people_in([spans[place] for place in group], turned=turned)
        if one.people:
            known = {fold(person.name) for person in one.people}
            one.people += [person for person in more if fold(person.name) not in known]
        else:
            one.people += more
        one.first = min(one.first, spans[group[0]].first)
        if more and one.names_region < 0:
            one.names_region = spans[group[0]].first
    bundles = [one for one in bundles if one.region not in sessions]
    for one in bundles:
        attach(one.people)
        one.people = [person for person in one.people if is_person(person.name)]
    return bundles, turned


def _fill_in_people(bundles: Sequence[Bundle], sketches: Sequence[Sketch], *, turned: int) -> None:
    """Names that were overlooked, where all other entries of the page have theirs in the same place."""
    named = [one for one in bundles if one.people and one.names_region >= 0]
    if not named or len(named) == len(bundles):
        return
    places = Counter(
        [(one.names_region - one.region, sketches[one.names_region].region.path) for one in named]
    )
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


def _names_in(
    spans: Sequence[Span], group: Sequence[int], sketches: Sequence[Sketch]
) -> tuple[list[str], str]:
    """The names of a group, and the text that the first of them stand in."""
    names = [spans[place] for place in group if spans[place].kind == "A"]
    text = sketches[names[0].first].region.text[names[0].start :] if names else ""
    return [span.text for span in names], text


def _is_code(text: str) -> bool:
    """Whether a region is no more than a code with digits: "PoS(CENet2017)001"."""
    return " " not in text and "(" in text and any(sign.isdigit() for sign in text)


def _add_links(
    anchors: Sequence[Anchor], bundles: Sequence[Bundle], sketches: Sequence[Sketch]
) -> None:
    """What the links of each entry lead to, those around and beside its title, and its abstract."""
    order = sorted(bundles, key=lambda one: one.first)
    bounds = entry_bounds([(one.first, one.region) for one in order], sketches)
    for one, (start, end), beside in zip(
        order, bounds, entry_anchors(anchors, bounds), strict=True
    ):
        texts = [
            sketches[place].region.text for place in range(start, min(end, start + _MAX_TEXTS))
        ]
        one.links = links_of(sketches[one.region].region.anchor, beside, texts)
    add_abstracts(order, bounds, sketches)
    _add_links_elsewhere(bundles, sketches)


def _add_links_elsewhere(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> None:
    """A title that the page prints again as a link, in a list beside the programme, leads to the same paper."""
    keys = [fold(paper.title) for paper in bundles]
    shortest = min(map(len, keys), default=0)
    linked: dict[str, Anchor] = {}
    for one in sketches:
        region = one.region
        if region.anchor is None or len(region.text) > MAX_TITLE:
            continue
        if len(region.text) < shortest and region.text.isascii():
            continue  # most links, of menus: as long as it is, and no longer, if it is folded
        linked.setdefault(fold(region.text), region.anchor)
    for paper, key in zip(bundles, keys, strict=True):
        anchor = linked.get(key)
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
        if label == "O" and len(one.words) <= 25:
            region = one.region
            if region.flags & HEADING or (region.flags & BOLD and is_session(region.text)):
                session, session_region = region.text[:200], place


def _once(bundles: Sequence[Bundle]) -> list[Bundle]:
    """A paper that the page prints twice, once: the fuller entry; none whose title has neither letters nor digits."""
    found: dict[str, Bundle] = {}
    for one in bundles:
        key = fold(one.title)
        if not key:
            continue
        known = found.get(key)
        if known is None:
            found[key] = one
        elif not known.people or not one.people or _share_people(known, one):
            if len(one.people) > len(known.people):
                known.people = one.people
            known.links.complete(one.links)
            known.abstract = known.abstract or one.abstract
        else:
            found[f"{key}#{one.region}"] = one
    return list(found.values())


def _share_people(one: Bundle, other: Bundle) -> bool:
    return bool({fold(p.name) for p in one.people} & {fold(p.name) for p in other.people})
