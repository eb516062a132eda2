"""The header of a document: the two models are run over its first pages, and each field is assembled from what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from harvestman.documents.header.abstracts import DATED, find_abstracts, find_keywords
from harvestman.documents.header.banners import find_banner
from harvestman.documents.header.cited import as_cited
from harvestman.documents.header.covers import header_again
from harvestman.documents.header.found import Found, HeaderFound
from harvestman.documents.header.front import Front, read_front
from harvestman.documents.header.linking import Mail, is_alike, link_mails, link_organisations
from harvestman.documents.header.more_people import (
    after_role,
    alike,
    anyone,
    with_capitals,
    with_labelled,
    with_leading,
    with_rest,
)
from harvestman.documents.header.organisations import (
    Organisation,
    find_organisations,
    named_anyway,
    with_missed,
    without_people,
)
from harvestman.documents.header.people import find_people
from harvestman.documents.header.persons import Person, without_marks
from harvestman.documents.header.stamps import (
    find_orcids,
    find_printed_arxiv,
    find_printed_date,
    find_printed_doi,
    find_printed_isbn,
    find_printed_issn,
)
from harvestman.documents.header.tagging import (
    LineSaid,
    TokenSaid,
    line_tagger,
    tag_lines,
    tag_tokens,
    token_tagger,
)
from harvestman.documents.header.title_edges import below_classification
from harvestman.documents.header.titles import TitleFound, find_title
from harvestman.documents.header.translations import by_language
from harvestman.documents.layout.lines import Layout
from harvestman.model.claims import Author
from harvestman.text import fold, parse_name, squeeze
from harvestman.text.emails import find_addresses, is_pattern, written_out
from harvestman.text.linear import LinearModel, shipped_linear
from harvestman.text.naming import is_only_name
from harvestman.text.tagging import Tagger

_QUOTE = 300
_LATE_LINES = 30
_NEAR_LINES = 12
_HEADER_LINES = 60
"""Of a grid of authors with their addresses."""
_TITLE_LINES, _SURE = 3, 0.7
_FULL_PAGE = 900
"""Letters; a cover has fewer."""


@dataclass(frozen=True, slots=True)
class TaggedFront:
    """The first pages of a document with what the models say of them, before any rule is applied."""

    layout: Layout
    front: Front
    lines: list[LineSaid]
    titles: LinearModel
    """Weighs groups of lines against each other."""
    tokens: list[TokenSaid]


def read_header(layout: Layout) -> HeaderFound:
    """What the first pages say about the document."""
    return assemble(tag_front(layout))


def tag_front(
    layout: Layout,
    *,
    lines: Tagger | None = None,
    titles: LinearModel | None = None,
    tokens: Tagger | None = None,
) -> TaggedFront:
    """What the models say of the first pages; other models than the shipped ones may be given."""
    front = read_front(layout)
    said = tag_lines(front, lines or line_tagger())
    return TaggedFront(
        layout,
        front,
        said,
        titles or shipped_linear(__package__ or "", "titles"),
        tag_tokens(front, said, tokens or token_tagger()),
    )


def assemble(tagged: TaggedFront) -> HeaderFound:
    """The header, from what the models say of lines, groups of lines and tokens."""
    layout, front, said, tokens = tagged.layout, tagged.front, tagged.lines, tagged.tokens
    if not front.lines:
        return HeaderFound()
    title = find_title(front, said, tagged.titles)
    page = front.lines[title.lines[0]].page if title else 0
    again = header_again(front, said, title.lines if title else ())
    rows = header_rows(front, said, title, tokens)
    rows += [
        replace(row, labels=[_no_name(label) for label in row.labels])
        for row in tokens
        if row.line in again and row not in rows
    ]
    people = _person_in_title(title, sure=True) or find_people(front, said, rows)
    if people and title and people[0].line not in title.lines:
        people = alike(front, said, _in_grid(front, said, title), people)
    near = _above_body(front, said, title)
    if not people or people[0].line not in (title.lines if title else ()):
        start = _own_start(front, said, title)
        around = [at for at in _around_title(front, title) if at >= start]
        people = with_leading(front, around, people)
        people = with_labelled(front, _on_title_page(front, title), people)
    people = people or after_role(front, near) or anyone(front, said, near)
    people = with_capitals(front, near, people)
    people = with_rest(front, people, title.lines if title else ())
    people = as_cited(front, title.text, people) if title else people
    people = people or _person_in_title(title, sure=False)
    organisations = with_missed(front, said, rows, find_organisations(front, rows))
    organisations = organisations or named_anyway(front, _above_body(front, said, title))
    organisations = without_people(front, organisations, people)
    banner = find_banner(front)
    told = by_language(front, said, title, find_abstracts(front, said), find_keywords(front, said))
    mails = find_mails(layout, front, said, page, people, again=again)
    return HeaderFound(
        title=Found(
            title.text,
            title.confidence,
            front.lines[title.lines[0]].line.page,
            _quote(front, title.lines),
        )
        if title
        else None,
        authors=_authors(front, people, organisations, mails),
        affiliations=_once(front, organisations),
        emails=tuple(
            Found(mail.value, 0.95 if mail.place >= 0 else 0.8, mail.page, mail.quote)
            for mail in mails
        ),
        abstract=told.abstract,
        keywords=told.keywords,
        date=find_printed_date(front, said),
        venue=banner.venue,
        pages=banner.pages,
        year=banner.year,
        doi=find_printed_doi(front),
        arxiv=find_printed_arxiv(front),
        orcids=tuple(found for _, found in find_orcids(front)),
        isbn=find_printed_isbn(front),
        issn=find_printed_issn(front),
        translations=told.translations,
    )


def _person_in_title(title: TitleFound | None, *, sure: bool) -> list[Person]:
    """Whose document it is, where the title is nothing but a name: a curriculum vitae."""
    if title is None or not is_only_name(title.text, sure=sure):
        return []
    return [Person(title.text, title.lines[0], 0, 0, (), 0.7)]


def header_rows(
    front: Front, said: Sequence[LineSaid], title: TitleFound | None, tokens: Sequence[TokenSaid]
) -> list[TokenSaid]:
    """The labelled lines that belong to the header: on the title's page, above the body or in the foot."""
    inside = set(title.lines) if title else set()
    page = front.lines[title.lines[0]].page if title else 0
    body = _body_start(front, said, title)
    start = _own_start(front, said, title)
    kept = [row for row in tokens if row.line not in inside and row.line >= start]
    here = [row for row in kept if front.lines[row.line].page == page]
    above = [row for row in here if row.line < body]
    below = [
        row
        for row in here
        if row.line >= body and said[row.line].label in "AFE" and _is_small(front, row.line)
    ]
    if any("B-N" in row.labels for row in above):
        below = [replace(row, labels=[_no_name(x) for x in row.labels]) for row in below]
    rows = above + below
    if not any("B-N" in row.labels for row in rows):
        rows += [
            row
            for row in kept
            if front.lines[row.line].page != page and said[row.line].label == "A"
        ]
    return rows


def _own_start(front: Front, said: Sequence[LineSaid], title: TitleFound | None) -> int:
    """Where the paper's own header begins: at the classification, if title and names stand below it and all in English above."""
    floor = below_classification(front)
    if title is None or title.lines[0] < floor:
        return 0
    places = range(floor, _body_start(front, said, title))
    found = (front.lines[at].names for at in places if at not in title.lines)
    return floor if any(names.known == names.pieces > 0 for names in found) else 0


def _body_start(front: Front, said: Sequence[LineSaid], title: TitleFound | None) -> int:
    """The first line behind the title that is no longer header; that of the next page at the latest."""
    page = front.lines[title.lines[0]].page if title else 0
    after = title.lines[-1] if title else 0
    return next(
        (
            at
            for at in range(after + 1, len(front.lines))
            if front.lines[at].page > page
            or (front.lines[at].page == page and _begins_body(front, said, at))
        ),
        len(front.lines),
    )


def _above_body(
    front: Front,
    said: Sequence[LineSaid],
    title: TitleFound | None,
    *,
    within: int = _NEAR_LINES,
) -> list[int]:
    """The lines around the title, without it, up to a body or a page full of text."""
    if title is None:
        return []
    page = front.lines[title.lines[0]].page
    last = min(_body_start(front, said, title), title.lines[-1] + within)
    return [
        at
        for at in range(_own_start(front, said, title), last)
        if front.lines[at].page == page and at not in title.lines and said[at].label in "OFAT"
    ]


def _in_grid(front: Front, said: Sequence[LineSaid], title: TitleFound | None) -> list[int]:
    """The lines around the title, and those further below it that have an organisation or address next below, as in a grid."""
    near = _above_body(front, said, title)
    far = _above_body(front, said, title, within=_HEADER_LINES)[len(near) :]
    return near + [at for at in far if any(one.label in "FE" for one in said[at + 1 : at + 5])]


def _around_title(front: Front, title: TitleFound | None) -> list[int]:
    """The lines above the title and some below it, up to a heading."""
    if title is None:
        return []
    page, last = front.lines[title.lines[0]].page, title.lines[-1]
    found = []
    for at, line in enumerate(front.lines[: last + 1 + _NEAR_LINES]):
        if line.page != page or at in title.lines:
            continue
        if at > last and (
            line.starts("abstract") or line.starts("heading") or _is_heading(front, at)
        ):
            break
        found.append(at)
    return found


def _is_heading(front: Front, at: int) -> bool:
    """Whether a line looks like a heading: bold, larger than the lines above and below, no names."""
    line = front.lines[at]
    beside = [front.lines[place] for place in (at - 1, at + 1) if place < len(front.lines)]
    return (
        line.line.bold
        and not line.names.named
        and all(line.line.size > 1.05 * other.line.size for other in beside)
    )


def _on_title_page(front: Front, title: TitleFound | None) -> list[int]:
    """The lines of the title's page, without it; where it is full of text, only those near the title."""
    page = front.lines[title.lines[0]].page if title else 0
    inside = title.lines if title else ()
    last = (inside[-1] if inside else 0) + _NEAR_LINES
    is_full = front.pages[page].letters > _FULL_PAGE
    return [
        at
        for at, line in enumerate(front.lines)
        if line.page == page and at not in inside and (at <= last or not is_full)
    ]


def _is_small(front: Front, at: int) -> bool:
    """Whether a line is set like a note: smaller than the body."""
    return not front.has_looks or front.lines[at].line.size < 0.96 * front.body_size


def _no_name(label: str) -> str:
    return "O" if label.endswith("-N") else label


def _begins_body(front: Front, said: Sequence[LineSaid], at: int) -> bool:
    line = front.lines[at]
    if _is_second_title(front, said, at):
        return False
    is_heading = len(line.words) <= 5 and (line.starts("heading") or line.starts("abstract"))
    return said[at].label in "SH" or (
        said[at].label == "O" and (is_heading or DATED.match(line.line.text) is not None)
    )


def _is_second_title(front: Front, said: Sequence[LineSaid], at: int) -> bool:
    """Whether a line that looks like an abstract's has no heading and is followed by authors: the title in another language."""
    if said[at].label != "S" or front.lines[at].starts("abstract") or said[at - 1].label == "H":
        return False
    behind = range(at + 1, min(at + 1 + _TITLE_LINES, len(said)))
    after = next((place for place in behind if said[place].label != "S"), None)
    return (
        after is not None
        and said[after].label == "A"
        and said[after].chances["A"] > _SURE
        and front.lines[after].page == front.lines[at].page
    )


def _quote(front: Front, lines: Sequence[int]) -> str:
    return " ".join(squeeze(front.lines[at].line.text) for at in lines)[:_QUOTE]


def find_mails(
    layout: Layout,
    front: Front,
    said: Sequence[LineSaid],
    page: int,
    people: Sequence[Person],
    *,
    again: Sequence[int] = (),
) -> list[Mail]:
    """The addresses of the first page and of the title's; journals print the authors' own at the very end."""
    places = [
        at
        for at, line in enumerate(front.lines)
        if line.page == 0 or at in again or (line.page == max(1, page) and said[at].label in "AFE")
    ]
    found = [
        Mail(
            one.value, front.lines[places[one.line]].line.page, places[one.line], one.quote[:_QUOTE]
        )
        for one in find_addresses([without_marks(front.lines[at].line) for at in places])
    ]
    if found or not people or len(layout.pages) < 2:
        return _of_patterns(found, people)
    last = layout.pages[-1]
    return [
        Mail(one.value, last.number, -1, one.quote[:_QUOTE])
        for one in find_addresses([line.text for line in last.lines[-_LATE_LINES:]])
        if any(is_alike(person.name, one.value) for person in people)
    ]


def _of_patterns(mails: Sequence[Mail], people: Sequence[Person]) -> list[Mail]:
    """With the people's own addresses instead of "firstname.lastname@uni.edu".

    One pattern is everybody's who has no address of his own; of several, each is one person's.
    """
    patterns = [mail for mail in mails if is_pattern(mail.value)]
    found = [mail for mail in mails if mail not in patterns]
    left = [one for one in people if not any(is_alike(one.name, mail.value) for mail in found)]
    pairs = (
        [(patterns[0], one) for one in left]
        if len(patterns) == 1
        else list(zip(patterns, left, strict=True))
        if len(patterns) == len(left)
        else []
    )
    for pattern, person in pairs:
        name = parse_name(person.name)
        value = written_out(pattern.value, name.given, name.family)
        if value:
            found.append(pattern._replace(value=value))
    return found


def _authors(
    front: Front,
    people: Sequence[Person],
    organisations: Sequence[Organisation],
    mails: Sequence[Mail],
) -> tuple[Found[Author], ...]:
    theirs = link_organisations(front, people, organisations)
    of_each = link_mails(front, people, mails)
    orcids = find_orcids(front)
    found = []
    for at, person in enumerate(people):
        line = front.lines[person.line]
        orcid = next((one.value for place, one in orcids if place == person.line), "")
        author = Author(
            name=person.name,
            affiliations=tuple(dict.fromkeys(one.name for one in theirs[at])),
            emails=tuple(of_each[at]),
            orcid=orcid if len(orcids) <= len(people) else "",
        )
        found.append(
            Found(
                author,
                round(person.confidence, 3),
                line.line.page,
                squeeze(line.line.text)[:_QUOTE],
            )
        )
    return tuple(found)


def _once(front: Front, organisations: Sequence[Organisation]) -> tuple[Found[str], ...]:
    found: dict[str, Found[str]] = {}
    for one in organisations:
        line = front.lines[one.line].line
        key = fold(one.name)
        if key not in found:
            found[key] = Found(
                one.name, round(one.confidence, 3), line.page, squeeze(line.text)[:_QUOTE]
            )
    return tuple(found.values())
