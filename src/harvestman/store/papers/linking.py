"""Which mentions are one paper: those that share a key, directly or through others.

Papers are the connected components of all mentions over their keys, whatever the order in which mentions arrive. A mention
that shares keys with several papers makes them one, and the younger papers' ids lead to the oldest from then on. A page
that is read again and still states papers replaces all it said before: a mention that it no longer makes is gone, and a
paper that has lost a mention or a key is taken apart and put together anew. A page that states no paper any more takes
nothing back: sites are emptied when they end, and their papers are still papers. Nor does one that was rewritten and now
states none of them but several others: that is the list of another year.

Keys that would make one what contradicts itself are not believed (`doubting.py`). Beside the keys there are decisions about pairs of papers (`decisions.py`), which join mentions without a common key or keep
mentions with one apart. A paper that is parted again gets back the id that it had.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import Field, LinkedMention
from harvestman.store.changes import PAPER, Noting
from harvestman.store.claims import MENTION, add_claims, drop_claims
from harvestman.store.ids import digest_key, short_key
from harvestman.store.papers.assembled import add_papers, assemble_papers
from harvestman.store.papers.corrections import corrected_papers, follow
from harvestman.store.papers.decisions import (
    Bond,
    key_merges_of,
    rename_mention,
)
from harvestman.store.papers.doubting import believed, note_doubts
from harvestman.store.papers.grouping import Arriving, Group, components
from harvestman.store.papers.locking import lock_pages
from harvestman.store.papers.merging import become_part, remove_papers
from harvestman.store.sites import host_named
from harvestman.store.statements import Statement, new_rows
from harvestman.text import words

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection
    from harvestman.store.database import Database

_SEVERAL = 2  # a single paper that becomes another was corrected

_SELECT_MENTIONS = Statement(
    "SELECT id, identity, paper_id FROM mention WHERE identity IN :identities"
)
_SELECT_HEARD = Statement("SELECT DISTINCT source_key FROM mention WHERE source_key IN :pages")
_SELECT_KEYS = Statement("SELECT mention_id, key FROM mention_key WHERE mention_id IN :rows")
_SELECT_LAST = Statement(
    """
    SELECT mention.id, mention.identity, mention.subject, mention.paper_id, mention_key.key
    FROM mention LEFT JOIN mention_key ON mention_key.mention_id = mention.id
    WHERE mention.source_key = :page
      AND mention.kept = (SELECT max(kept) FROM mention WHERE source_key = :page)
    """
)
_SELECT_SPOKEN_OF = Statement(
    "SELECT paper_id FROM mention WHERE paper_id IN :papers AND id NOT IN :rows AND said_of IS NULL"
)
_SELECT_TITLE = Statement("SELECT title FROM paper WHERE id = :paper")
_INSERT_MENTION = Statement.insert(
    "mention",
    *("id", "paper_id", "identity", "source", "source_key", "subject", "kept", "site", "reader"),
)
_INSERT_KEY = Statement.insert("mention_key", "key", "mention_id")
_UPDATE_MENTION = Statement(
    "UPDATE mention SET paper_id = :paper_id, kept = :kept, reader = :reader WHERE id = :row"
)
_MOVE_MENTIONS = Statement("UPDATE mention SET paper_id = :paper_id WHERE id IN :rows")
_MOVE_KEYS = Statement(
    """
    UPDATE paper_key SET paper_id = :paper_id
    WHERE key IN (SELECT key FROM mention_key WHERE mention_id IN :rows)
    """
)
_DELETE_MENTIONS = Statement("DELETE FROM mention WHERE id IN :rows")
_DELETE_KEYS = Statement("DELETE FROM mention_key WHERE mention_id IN :rows")
# A key that nobody has any more recognises nothing.
_DELETE_LOST = Statement(
    """
    DELETE FROM paper_key
    WHERE key IN :keys AND NOT EXISTS (SELECT 1 FROM mention_key WHERE mention_key.key = paper_key.key)
    """
)
_UPSERT_KEYS = Statement.insert(
    "paper_key",
    "key",
    "paper_id",
    then="ON CONFLICT (key) DO UPDATE SET paper_id = excluded.paper_id",
)
_DELETE_MERGE = Statement("DELETE FROM paper_merge WHERE old_id = :old")
_LEAD_BACK = Statement("UPDATE paper_merge SET paper_id = :paper WHERE old_id IN :ids")


@dataclass(frozen=True, slots=True)
class PapersSaid:
    """What one page or file says of papers."""

    source: str
    mentions: Sequence[LinkedMention]
    is_rewritten: bool = False
    """Whether the page is not the same as before."""
    is_withdrawn: bool = False
    """Whether it says nothing any more: a file that was removed."""


def keep_mentions(
    database: Database,
    connection: AnyConnection,
    said: Iterable[PapersSaid],
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    """Keep what pages say of papers, in the caller's transaction; bring the papers up to date.

    All that one transaction has to keep is given at once: what it touches is locked before anything is changed.
    """
    given = [(one, _by_subject(one.source, one.mentions)) for one in said]
    pages = [(one, arriving) for one, arriving in given if arriving or one.is_withdrawn]
    if not pages:
        return
    every = [mention for _, arriving in pages for mention in arriving]
    sources = [one.source for one, _ in pages]
    lock_pages(database, connection, sources, every)
    heard = _heard_before(connection, sources)
    for one, arriving in pages:
        is_first = one.source not in heard
        _keep_page(connection, one, arriving, is_first=is_first, now=now, new_id=new_id)
        heard.add(one.source)


def _keep_page(
    connection: AnyConnection,
    said: PapersSaid,
    arriving: list[Arriving],
    *,
    is_first: bool,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    source = said.source
    before: list[Arriving] = []
    if not is_first:
        _recognise(connection, arriving)
        before = _made_before(connection, source)
    if not (said.is_rewritten and _is_another_list(arriving, before)):
        made = {m.identity for m in arriving}
        gone = [m for m in before if m.identity not in made]
        arriving += _not_put_right(connection, gone, arriving) if gone else []
    if corrected := _corrected(arriving):
        rename_mention(connection, corrected[0].identity, corrected[1].identity)
    changed: list[int] = []
    empty: list[int] = []
    owners: dict[str, int] = {}
    noting = Noting(PAPER)
    groups, doubted = believed(connection, arriving)
    _add_unknown(connection, groups, noting, now=now, new_id=new_id)
    for group in groups:
        if group.is_empty:
            empty += group.papers
            continue
        if group.is_unknown:  # and added just now
            owners |= dict.fromkeys(group.keys, group.mentions[0].paper or 0)
            continue
        is_new = not group.papers
        paper = _settle(connection, group, noting, source=source, now=now, new_id=new_id)
        owners |= dict.fromkeys(group.keys, paper)
        # Else its paper was assembled from all its claims just now; mentions that were here before may have an event.
        if group.settled or group.bonds or not is_new or any(m.row for m in group.mentions):
            changed.append(paper)
    _write_mentions(connection, arriving, source=source, now=now)
    _own_keys(connection, owners)
    successor = corrected[1].paper if corrected else None
    if remove_papers(connection, empty, successor, noting, source=source, now=now):
        changed.append(successor or 0)
    assemble_papers(connection, set(changed), noting, now=now)
    noting.write(connection, now=now)
    note_doubts(connection, doubted, source=source, now=now, new_id=new_id)


def relink(
    connection: AnyConnection,
    papers: Collection[int],
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    """Put papers together anew after a decision about them, in the caller's transaction, which holds the lock."""
    changed: list[int] = []
    owners: dict[str, int] = {}
    noting = Noting(PAPER)
    for group in components(connection, [], anew=papers):
        paper = _settle(connection, group, noting, source="", now=now, new_id=new_id)
        owners |= dict.fromkeys(group.keys, paper)
        changed.append(paper)
    _own_keys(connection, owners)
    assemble_papers(connection, changed, noting, now=now)
    noting.write(connection, now=now)


def _by_subject(source: str, mentions: Iterable[LinkedMention]) -> list[Arriving]:
    """One mention for each subject of the page; what several say of one subject is joined."""
    found: dict[str, Arriving] = {}
    for linked in mentions:
        if not linked.mention.claims:
            continue
        subject = linked.mention.subject
        identity = digest_key(source, subject)
        mention = found.setdefault(identity, Arriving(identity, subject, [], set()))
        mention.claims.extend(linked.mention.claims)
        mention.keys.update(map(short_key, linked.keys))
    return list(found.values())


def _heard_before(connection: AnyConnection, sources: Collection[str]) -> set[str]:
    """Those of the pages of which the library has mentions; a mention is its page's, so all that others make are new."""
    keys = {digest_key(source): source for source in sources}
    rows = _SELECT_HEARD.rows(connection, {"pages": list(keys)})
    return {keys[row.source_key] for row in rows}


def _recognise(connection: AnyConnection, arriving: list[Arriving]) -> None:
    """Note which mentions the library already has, and which keys they had."""
    by_identity = {m.identity: m for m in arriving}
    by_row: dict[int, Arriving] = {}
    for row in _SELECT_MENTIONS.rows(connection, {"identities": list(by_identity)}):
        known = by_row[row.id] = by_identity[row.identity]
        known.row, known.paper = row.id, row.paper_id
    if by_row:
        for owner, old_key in _SELECT_KEYS.rows(connection, {"rows": list(by_row)}):
            by_row[owner].old_keys.add(old_key)


def _made_before(connection: AnyConnection, source: str) -> list[Arriving]:
    """The mentions that the page made when it was last read; what it said still earlier has been left to it."""
    found: dict[int, Arriving] = {}
    for row in _SELECT_LAST.rows(connection, {"page": digest_key(source)}):
        one = found.setdefault(
            row.id,
            Arriving(row.identity, row.subject, [], set(), row.id, row.paper_id, is_gone=True),
        )
        one.old_keys.update({row.key} - {None})
    return list(found.values())


def _is_another_list(arriving: Sequence[Arriving], before: Sequence[Arriving]) -> bool:
    """Whether a page states several papers as it did before, and none of them is the same."""
    if min(len(arriving), len(before)) < _SEVERAL:
        return False
    same = {m.identity for m in arriving} & {m.identity for m in before}
    keys = {key for m in arriving for key in m.keys} & {key for m in before for key in m.old_keys}
    return not same and not keys


def _corrected(arriving: list[Arriving]) -> tuple[Arriving, Arriving] | None:
    """What a page corrected: it has one mention less and one more, so the one takes the place of the other."""
    new = [m for m in arriving if not m.old_keys and not m.is_gone]
    gone = [m for m in arriving if m.is_gone]
    return (gone[0], new[0]) if len(new) == 1 == len(gone) else None


def _not_put_right(
    connection: AnyConnection, gone: list[Arriving], arriving: list[Arriving]
) -> list[Arriving]:
    """Those of the mentions that a page makes no longer which are gone; where a person has put the paper right, the last one stays.

    Unless one new mention takes its place: then the person's word goes on with that.
    """
    put_right = corrected_papers(connection, {m.paper for m in gone if m.paper is not None})
    if not put_right:
        return gone
    pair = _corrected([*arriving, *gone])
    if pair and (len(arriving) == 1 or _reads_alike(connection, *pair)):
        return gone
    which = {"papers": put_right, "rows": [m.row for m in gone]}
    spoken_of = {row.paper_id for row in _SELECT_SPOKEN_OF.rows(connection, which)}
    return [m for m in gone if m.paper not in put_right - spoken_of]


def _reads_alike(connection: AnyConnection, gone: Arriving, new: Arriving) -> bool:
    """Whether the title that takes the place of another has half of its words in common with it."""
    was = _SELECT_TITLE.value(connection, {"paper": gone.paper})
    titles = [str(claim.value) for claim in new.claims if claim.field is Field.TITLE]
    one, other = set(words(was or "")), set(words(" ".join(titles[:1])))
    return 2 * len(one & other) >= max(len(one | other), 1)


def _add_unknown(
    connection: AnyConnection,
    groups: Iterable[Group],
    noting: Noting,
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    """Add the papers of which the library knew nothing, all at once: nearly all that a page brings."""
    unknown = [group for group in groups if group.is_unknown]
    claimed = [(new_id(), group.claims) for group in unknown]
    rows = add_papers(connection, claimed, noting, now=now) if claimed else ()
    for group, paper in zip(unknown, rows, strict=True):
        for m in group.mentions:
            m.paper = paper


def _settle(
    connection: AnyConnection,
    group: Group,
    noting: Noting,
    *,
    source: str,
    now: datetime,
    new_id: Callable[[], str],
) -> int:
    """Give a group its paper: the oldest it has, one that it was before, or a new one. Others become part of it."""
    if group.papers:
        paper, *younger_ones = sorted(group.papers)
        if younger_ones:
            bridges = {key for m in group.mentions for key in m.keys}
            become_part(
                connection,
                younger_ones,
                paper,
                bridges,
                noting,
                source=source,
                now=now,
                new_id=new_id,
            )
    else:
        former = _former_paper(connection, group.bonds) or _parted_by_keys(connection, group)
        name = former.other_id if former else new_id()
        (paper,) = add_papers(connection, [(name, group.claims)], noting, now=now)
        if former:
            _lead_back(connection, former, paper)
    for m in group.mentions:
        m.paper = paper
    if group.settled:
        _move(connection, group.settled, paper)
    return paper


def _former_paper(connection: AnyConnection, bonds: Iterable[Bond]) -> Bond | None:
    """The last decision by which a group became part of another paper, when its id still leads there."""
    for bond in sorted(bonds, key=lambda bond: -bond.row):
        if _DELETE_MERGE.change(connection, {"old": bond.other_id}):
            return bond
    return None


def _parted_by_keys(connection: AnyConnection, group: Group) -> Bond | None:
    """The merge by a key that no longer holds, when the group was the paper that had become part of the other."""
    known = [m.identity for m in group.mentions if m.row is not None]
    if not known and not group.settled:
        return None
    former = _former_paper(connection, key_merges_of(connection, known, group.settled))
    if former:
        group.bonds.append(former)
    return former


def _lead_back(connection: AnyConnection, bond: Bond, paper: int) -> None:
    """Let the ids that led to a paper before it was merged lead to it again, and what persons said of them go with them."""
    if bond.led_to_other:
        _LEAD_BACK.change(connection, {"ids": bond.led_to_other, "paper": paper})
    follow(connection, [bond.other_id, *bond.led_to_other], paper)


def _move(connection: AnyConnection, mentions: list[int], paper: int) -> None:
    """Give mentions, and the keys they have, to a paper."""
    values = {"rows": mentions, "paper_id": paper}
    _MOVE_MENTIONS.change(connection, values)
    _MOVE_KEYS.change(connection, values)


def _own_keys(connection: AnyConnection, owners: Mapping[str, int]) -> None:
    """Note which paper each key recognises."""
    if owners:
        _UPSERT_KEYS.change_all(
            connection, [{"key": k, "paper_id": paper} for k, paper in sorted(owners.items())]
        )


def _write_mentions(
    connection: AnyConnection, every: list[Arriving], *, source: str, now: datetime
) -> None:
    """Write the mentions, their keys and claims in place of what they were; those that are gone are deleted."""
    gone = [m for m in every if m.is_gone]
    arriving = [m for m in every if not m.is_gone]
    known = [m for m in arriving if m.row is not None]
    old = [m.row for m in (*gone, *known) if m.row is not None]
    drop_claims(connection, MENTION, old)
    if old:
        _DELETE_KEYS.change(connection, {"rows": old})
        _DELETE_MENTIONS.change(connection, {"rows": [m.row for m in gone]})
        _UPDATE_MENTION.change_all(
            connection,
            [{"row": m.row, "paper_id": m.paper, "kept": now, "reader": m.reader} for m in known],
        )
    site = host_named(source)
    of_page = {"source": source, "source_key": digest_key(source), "kept": now, "site": site}
    new = [m for m in arriving if m.row is None]
    for m, row in zip(new, new_rows(connection, "mention", len(new)), strict=True):
        m.row = row
    _INSERT_MENTION.change_all(
        connection,
        [
            of_page
            | {
                "id": m.row,
                "paper_id": m.paper,
                "identity": m.identity,
                "subject": m.subject,
                "reader": m.reader,
            }
            for m in new
        ],
    )
    keys = [{"key": k, "mention_id": m.row} for m in arriving for k in sorted(m.keys)]
    if keys:
        _INSERT_KEY.change_all(connection, keys)
        _own_keys(connection, {k: m.paper for m in arriving for k in m.keys if m.paper})
    add_claims(connection, MENTION, {m.row: m.claims for m in arriving if m.row is not None})
    if lost := {k for m in (*known, *gone) for k in m.old_keys - m.keys}:
        _DELETE_LOST.change(connection, {"keys": sorted(lost)})
