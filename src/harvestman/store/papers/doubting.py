"""What a page says of papers is not believed where it would make one what contradicts itself.

A page is one witness, however much it says, and some witnesses err or lie: one title with the DOIs of many papers, each title with
the next paper's DOI, one entry with all titles of an author. Such a page, or several together, must not make an author's papers
one. So before mentions join papers by their keys, what would come of it is looked at: a paper has at most two DOIs (in the
proceedings and in SIGPLAN Notices), two only under one title, few titles, in one language no two that have nothing in common, and is not put together from
more than a few papers at once. Where that does not hold, the arriving mentions are recognised only by an identifier together with the title, which nobody else's paper shares; if
even that contradicts, by nothing. What was held back waits for a person (`harvestman merges doubtful`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from itertools import combinations
from typing import TYPE_CHECKING

from harvestman.model import Field, Verdict
from harvestman.store.claims import MENTION
from harvestman.store.papers.decided import Decider
from harvestman.store.papers.decisions import add_decision, decisions_between, side_of
from harvestman.store.papers.grouping import Arriving, Group, components
from harvestman.store.statements import Statement
from harvestman.text import fold, is_preprint
from harvestman.text.language import read_language

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

MOST_JOINED = 3
"""So many papers of the library may turn out to be one by a single page."""
_MOST_PUBLISHED = 2
_MOST_PREPRINTS = 4  # arXiv, Zenodo's for the version and for all versions, a repository
_MOST_ARXIV = 2
_MOST_TITLES = 4  # that have little in common: its translations
_ALIKE = 60.0  # per cent; below it two titles have little in common
_MOST_TOLD = 20  # pairs for a person, of one page and one would-be paper

_SELECT_OF_PAPERS = Statement(
    """
    SELECT mention_key.mention_id, mention_key.key
    FROM mention JOIN mention_key ON mention_key.mention_id = mention.id
    WHERE mention.paper_id IN :rows
    """
)
_SELECT_OF_MENTIONS = Statement("SELECT mention_id, key FROM mention_key WHERE mention_id IN :rows")
_SELECT_THERE = Statement("SELECT id FROM paper WHERE id IN :rows ORDER BY id")


def _select_titles(rows: str) -> Statement:
    return Statement(
        f"""
        SELECT CAST(claim.value AS text)
        FROM mention JOIN claim ON claim.about = '{MENTION}' AND claim.about_id = mention.id
        WHERE {rows} IN :rows AND mention.id NOT IN :again AND claim.field = '{Field.TITLE}'
        """  # noqa: S608 (our own names)
    )


_SELECT_TITLES_OF_PAPERS = _select_titles("mention.paper_id")
_SELECT_TITLES_OF_MENTIONS = _select_titles("mention.id")


def believed(
    connection: AnyConnection, arriving: list[Arriving]
) -> tuple[list[Group], list[Sequence[Arriving | int]]]:
    """What the arriving mentions become, and which mentions and papers would have become one, had everything been believed.

    Keys that are not believed are taken from the mentions.
    """
    groups = components(connection, arriving)
    doubted: list[Sequence[Arriving | int]] = []
    for weaker in (_with_title, _none):
        bad = _contradicting(connection, groups)
        if not bad:
            break
        for group in bad:
            there = [one for one in group.mentions if not one.is_gone]
            for one in there:
                one.keys = weaker(one)
            # What was held back when the page was read before has been told.
            if any(one.row is None or one.old_keys - one.keys for one in there):
                doubted.append((*group.papers, *there))
        groups = components(connection, arriving)
    return groups, doubted


def note_doubts(
    connection: AnyConnection,
    doubted: Iterable[Sequence[Arriving | int]],
    *,
    source: str,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    """Let a person decide of what was held back; once for each pair of papers."""
    for would_be in doubted:
        rows = {one if isinstance(one, int) else one.paper or 0 for one in would_be}
        papers = [row.id for row in _SELECT_THERE.rows(connection, {"rows": rows})]
        for other in papers[1 : _MOST_TOLD + 1]:
            if decisions_between(connection, papers[0], other):
                continue
            add_decision(
                connection,
                new_id(),
                Verdict.DOUBTFUL,
                Decider.KEYS,
                one=side_of(connection, papers[0]),
                other=side_of(connection, other),
                now=now,
                reasons=[
                    f"{source} would make {len(papers)} papers one that contradict each other"
                ],
            )


def is_one_paper(keys: Iterable[str]) -> bool:
    """Whether all that is recognised by these keys can be one paper."""
    published: set[str] = set()
    preprints: set[str] = set()
    arxivs: set[str] = set()
    titles: set[str] = set()
    for key in keys:
        name, _, _ = key.rpartition("|")
        if name.startswith("doi:"):
            (preprints if is_preprint(name[4:]) else published).add(name)
        elif name.startswith("arxiv:"):
            arxivs.add(name)
        elif name.startswith("title:"):
            titles.add(name.partition("|")[0])  # front matter has its year behind the name
    if (
        len(published) > _MOST_PUBLISHED
        or len(preprints) > _MOST_PREPRINTS
        or len(arxivs) > _MOST_ARXIV
    ):
        return False
    if len(titles) <= 1:
        return True
    if len(published) > 1 or len(arxivs) > 1:
        shortest = min(titles, key=len)
        return all(title.startswith(shortest) for title in titles)  # with and without subtitle
    return len(titles) <= _MOST_TITLES or not _are_more_than(_MOST_TITLES, titles)


def _are_more_than(most: int, titles: Collection[str]) -> bool:
    """Whether there are more titles than this that have little in common."""
    unlike: list[str] = []
    for title in sorted(titles):
        if not any(_is_alike(title, other) for other in unlike):
            unlike.append(title)
            if len(unlike) > most:
                return True
    return False


def _contradicting(connection: AnyConnection, groups: Iterable[Group]) -> list[Group]:
    return [group for group in groups if not _is_sound(connection, group)]


def _is_sound(connection: AnyConnection, group: Group) -> bool:
    if len(group.papers) > MOST_JOINED:
        return False
    here = {key for one in group.mentions if not one.is_gone for key in one.keys}
    if not group.papers and not group.settled:
        return is_one_paper(here)
    if not here or (
        len(group.papers) <= 1 and all(one.keys <= one.old_keys for one in group.mentions)
    ):
        return True  # nothing that was not known
    if _is_in_doubt(connection, group.papers):
        return False
    there = _keys_of(connection, group)
    if is_one_paper(here | there):
        return not _are_unlike(here, there) or _is_translated(connection, group)
    # What a person or a comparison has made one may contradict itself; a page that speaks of it does no more harm.
    return len(group.papers) == 1 and not is_one_paper(there)


def _is_in_doubt(connection: AnyConnection, papers: Collection[int]) -> bool:
    """Whether two of these papers were held apart before, and no person has decided yet."""
    return any(
        row.verdict == str(Verdict.DOUBTFUL) and row.decider == str(Decider.KEYS)
        for one, other in combinations(sorted(papers), 2)
        for row in decisions_between(connection, one, other)
    )


def _are_unlike(here: Iterable[str], there: Iterable[str]) -> bool:
    """Whether no title of the one has anything in common with a title of the other."""
    ours, theirs = (
        {key.partition("|")[0] for key in keys if key.startswith("title:")}
        for keys in (here, there)
    )
    return (
        bool(ours and theirs)
        and ours.isdisjoint(theirs)
        and not any(_is_alike(one, other) for one in ours for other in theirs)
    )


def _is_alike(one: str, other: str) -> bool:
    if one.startswith(other) or other.startswith(one):
        return True
    from rapidfuzz import fuzz  # noqa: PLC0415 (8 ms, and most harvests meet no two such papers)

    return fuzz.ratio(one, other) >= _ALIKE


def _is_translated(connection: AnyConnection, group: Group) -> bool:
    """Whether the titles of what arrives are in another language than those that are known."""
    again = [one.row for one in group.mentions if one.row is not None]
    found: set[str] = set()
    for select, rows in (
        (_SELECT_TITLES_OF_PAPERS, group.whole),
        (_SELECT_TITLES_OF_MENTIONS, group.settled),
    ):
        if rows:
            titles = select.rows(connection, {"rows": rows, "again": again})
            found.update(str(json.loads(title)) for (title,) in titles)
    arriving = {title for one in group.mentions for title in _titles(one)}
    return {_language(title) for title in arriving}.isdisjoint(map(_language, found))


def _language(title: str) -> str:
    return read_language(title.lower())  # capitals are taken for names


def _keys_of(connection: AnyConnection, group: Group) -> set[str]:
    """The keys of what a group holds already, without those of mentions that are arriving again."""
    again = {one.row for one in group.mentions}
    found: set[str] = set()
    for select, rows in ((_SELECT_OF_PAPERS, group.whole), (_SELECT_OF_MENTIONS, group.settled)):
        if rows:
            keys = select.rows(connection, {"rows": rows})
            found.update(row.key for row in keys if row.mention_id not in again)
    return found


def _with_title(mention: Arriving) -> set[str]:
    """Those of a mention's keys that hold an identifier together with the beginning of its title."""
    starts = [fold(title) for title in _titles(mention)]
    return {
        key
        for key in mention.keys
        if key.startswith(("doi:", "arxiv:"))
        and any(start.startswith(key.rpartition("|")[2]) for start in starts)
    }


def _titles(mention: Arriving) -> list[str]:
    return [str(claim.value) for claim in mention.claims if claim.field is Field.TITLE]


def _none(_: Arriving) -> set[str]:
    return set()
