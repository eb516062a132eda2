"""Candidates for deposit: kept with all that is said of them; what a reviewer says and decides survives every later run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    Candidate,
    CandidateState,
    Claim,
    Clock,
    Field,
    RejectReason,
    ReviewStep,
    UsageError,
    assemble_candidate,
    candidate_from_plain,
    candidate_to_plain,
)
from harvestman.store import changes
from harvestman.store.asking import ask
from harvestman.store.changes import Noting
from harvestman.store.claims import CANDIDATE, CLAIM, add_claims, claim_of, drop_claims
from harvestman.store.database import GATHERING, Database, batches
from harvestman.store.gather.review_steps import decide, steps_of, undo
from harvestman.store.gather.tables import candidate
from harvestman.store.ids import digest_key
from harvestman.text import unaccent

_OUTSIDE_VIEW = frozenset(
    ("id", "state", "decided_by", "decided", "reasons", "linked_from", "document", "gone")
)


@dataclass(frozen=True, slots=True)
class CandidateFound:
    """A document of a site, with what the readers say of it."""

    url: str
    document: str
    digest: str
    claims: tuple[Claim, ...]
    reasons: tuple[str, ...] = ()
    linked_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """Which candidates are meant. One meaning for lists, exports, letters and routes.

    Hidden ones (set aside with reasons, rejected, or gone from their site before anybody decided) are left out, unless all are
    asked for or a state is asked for in which they are hidden by a person's decision: `rejected`.
    """

    site: str = ""
    states: tuple[CandidateState, ...] = ()
    with_hidden: bool = False
    category: str = ""
    language: str = ""
    words: str = ""
    """Words of its title, authors or address, all of which must be there."""
    ids: frozenset[str] = frozenset()
    """Only these, hidden or not."""
    decided_by: str = ""
    """Only those whose last decision is this person's, rejected ones too."""

    def takes(self, one: Candidate) -> bool:
        """Whether a candidate is meant."""
        if self.ids and one.id not in self.ids:
            return False
        if self.decided_by and one.decided_by != self.decided_by:
            return False
        is_asked_for = one.state is CandidateState.REJECTED and (
            one.state in self.states or (bool(self.decided_by) and not self.states)
        )
        if one.is_hidden and not (self.with_hidden or self.ids or is_asked_for):
            return False
        if self.states and one.state not in self.states:
            return False
        asked = ((self.category, one.category), (self.language, one.language))
        if any(wanted and wanted != has for wanted, has in asked):
            return False
        return not self.words or self._has_words(one)

    def _has_words(self, one: Candidate) -> bool:
        text = unaccent(" ".join((one.title, one.url, *(a.name for a in one.authors), *one.emails)))
        return all(word in text for word in unaccent(self.words).split())


class Candidates:
    """The candidates of a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def keep(self, site: str, found: Sequence[CandidateFound]) -> list[Candidate]:
        """Keep candidates of a site with what is said of them now; what reviewers have said of them stays. All or nothing."""
        now = self._clock.now()
        noting = Noting(changes.CANDIDATE)
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            known = _rows(connection, [one.url for one in found])
            kept = [self._keep(connection, site, one, known.get(one.url), noting) for one in found]
            noting.write(connection, now=now)
        return kept

    def _keep(
        self, connection: Connection, site: str, found: CandidateFound, row: Any, noting: Noting
    ) -> Candidate:
        now = self._clock.now()
        said: list[Claim] = []
        if row is not None:
            said = [one for one in _claims(connection, row) if one.person]
        told = [*found.claims, *said]
        view = _view(assemble_candidate(told, url=found.url))
        values: dict[str, Any] = {
            "document": found.document,
            "digest": found.digest,
            "reasons": list(found.reasons),
            "linked_from": list(found.linked_from),
            "view": view,
            "gone": None,
        }
        if row is None:
            values |= {
                "public_id": self._new_id(),
                "url": found.url,
                "url_key": digest_key(found.url),
                "site": site,
                "site_key": digest_key(site),
                "state": str(CandidateState.NEW),
                "decided_by": "",
                "decided": None,
                "added": now,
            }
            number = connection.execute(
                sa.insert(candidate).values(values).returning(candidate.c.id)
            ).scalar_one()
            noting.new(str(values["public_id"]))
        else:
            number = row.id
            changed = [
                name
                for name, value in view.items()
                if value != row.view.get(name) and name != "url"
            ]
            changed += [
                name for name in ("digest", "reasons", "gone") if values[name] != getattr(row, name)
            ]
            connection.execute(sa.update(candidate).where(candidate.c.id == number).values(values))
            if changed:
                noting.changed(row.public_id, changed)
            drop_claims(connection, CANDIDATE, [number])
        add_claims(connection, CANDIDATE, {number: told})
        return _candidate_of(
            connection.execute(sa.select(candidate).where(candidate.c.id == number)).one()
        )

    def mark_gone(self, urls: Collection[str]) -> int:
        """Note that a site does not have these documents any more; how many were there before."""
        now = self._clock.now()
        noting = Noting(changes.CANDIDATE)
        count = 0
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            for row in _rows(connection, urls).values():
                if row.gone is None:
                    connection.execute(
                        sa.update(candidate).where(candidate.c.id == row.id).values(gone=now)
                    )
                    noting.changed(row.public_id, ["gone"])
                    count += 1
            noting.write(connection, now=now)
        return count

    def get(self, name: str) -> Candidate | None:
        """The candidate with this id or at this address, or whose id alone begins like this."""
        with self._database.read() as connection:
            row = _row(connection, name)
        return None if row is None else _candidate_of(row)

    def of_site(self, site: str) -> dict[str, str]:
        """The addresses of the candidates of a site that are not gone, each with the digest of its document."""
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(candidate.c.url, candidate.c.digest)
                .where(candidate.c.site_key == digest_key(site), candidate.c.gone.is_(None))
                .order_by(candidate.c.id)
            )
            return {row.url: row.digest for row in rows}

    def find(
        self, wanted: CandidateQuery | None = None, *, after: str = "", limit: int | None = None
    ) -> Iterator[Candidate]:
        """The candidates that are wanted, in the order in which they were found; those after one of them, if its id is given."""
        wanted = wanted or CandidateQuery()
        last, left = self._number(after), limit
        while left is None or left > 0:
            query = sa.select(candidate).where(candidate.c.id > last).order_by(candidate.c.id)
            if wanted.site:
                query = query.where(candidate.c.site_key == digest_key(wanted.site))
            if wanted.states:
                query = query.where(candidate.c.state.in_([str(one) for one in wanted.states]))
            with self._database.read() as connection:
                rows = connection.execute(query.limit(500)).all()
            if not rows:
                return
            for row in rows:
                last = row.id
                one = _candidate_of(row)
                if wanted.takes(one):
                    yield one
                    if left is not None:
                        left -= 1
                        if left == 0:
                            return

    def _number(self, name: str) -> int:
        """The place of a candidate in the order; UsageError for an id that is nobody's."""
        if not name:
            return 0
        with self._database.read() as connection:
            row = _row(connection, name)
        if row is None:
            raise UsageError(f"there is no candidate {name!r} to go on after")
        return int(row.id)

    def decide(
        self, name: str, state: CandidateState, *, by: str, reason: RejectReason | None = None
    ) -> Candidate | None:
        """Note what a person decided of a candidate; None when there is none. What is in that state already stays as it is.

        A `reason` is kept with a rejection alone.
        """
        why = str(reason) if reason and state is CandidateState.REJECTED else ""
        return self._decided(
            name,
            lambda connection, row, now: (
                decide(connection, row.id, state, by=by, now=now, reason=why)
                if row.state != str(state)
                else None
            ),
        )

    def undo(self, name: str, *, by: str) -> Candidate | None:
        """Take the last decision of a candidate back; None when there is no such candidate, or nothing was decided."""
        is_undone = False

        def take_back(connection: Connection, row: Any, now: datetime) -> None:
            nonlocal is_undone
            is_undone = undo(connection, row.id, by=by, now=now)

        found = self._decided(name, take_back)
        return found if is_undone else None

    def _decided(
        self, name: str, change: Callable[[Connection, Any, datetime], None]
    ) -> Candidate | None:
        now = self._clock.now()
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            row = _row(connection, name)
            if row is None:
                return None
            change(connection, row, now)
            after = _candidate_of(_row(connection, row.public_id))
            if row.state != str(after.state):
                noting = Noting(changes.CANDIDATE)
                noting.changed(row.public_id, ["state"])
                noting.write(connection, now=now)
            return after

    def steps(self, name: str) -> list[ReviewStep]:
        """What persons decided of a candidate, the oldest first."""
        with self._database.read() as connection:
            row = _row(connection, name)
            return [] if row is None else steps_of(connection, row.id)

    def claims(self, name: str) -> list[Claim]:
        """Everything that is said of a candidate."""
        with self._database.read() as connection:
            row = _row(connection, name)
            return [] if row is None else _claims(connection, row)

    def say(self, name: str, said: Claim) -> bool:
        """Keep what a person says of a candidate, in place of what the same person said of that field before; False when there is none."""
        return self._change(
            name,
            lambda claims: [
                *(c for c in claims if not (c.field is said.field and c.person == said.person)),
                said,
            ],
        )

    def take_back(self, name: str, field: Field, *, by: str | None = None) -> int | None:
        """Forget what persons, or one of them, said of a field: how many had; None when there is no such candidate."""
        gone: list[Claim] = []

        def without(claims: Iterable[Claim]) -> list[Claim]:
            kept: list[Claim] = []
            for one in claims:
                is_meant = one.field is field and one.person and by in (None, one.person)
                (gone if is_meant else kept).append(one)
            return kept

        return len(gone) if self._change(name, without) else None

    def _change(self, name: str, change: Callable[[Sequence[Claim]], Sequence[Claim]]) -> bool:
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            row = _row(connection, name)
            if row is None:
                return False
            told = change(_claims(connection, row))
            drop_claims(connection, CANDIDATE, [row.id])
            add_claims(connection, CANDIDATE, {row.id: told})
            view = _view(assemble_candidate(told, url=row.url))
            connection.execute(
                sa.update(candidate).where(candidate.c.id == row.id).values(view=view)
            )
            changed = [key for key, value in view.items() if value != row.view.get(key)]
            if changed:
                noting = Noting(changes.CANDIDATE)
                noting.changed(row.public_id, changed)
                noting.write(connection, now=self._clock.now())
        return True

    def counts(self) -> dict[str, int]:
        """How many candidates there are in each state, as lists show them: what was set aside with reasons is no new one."""
        has_reasons = sa.cast(candidate.c.reasons, sa.Text) != "[]"
        is_set_aside = (candidate.c.state == str(CandidateState.NEW)) & has_reasons
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(candidate.c.state, sa.func.count())
                .where(candidate.c.gone.is_(None), ~is_set_aside)
                .group_by(candidate.c.state)
            ).all()
        return {row[0]: row[1] for row in rows}


def _view(one: Candidate) -> dict[str, Any]:
    return {k: v for k, v in candidate_to_plain(one).items() if k not in _OUTSIDE_VIEW}


def _candidate_of(row: Any) -> Candidate:
    decided: datetime | None = row.decided
    return replace(
        candidate_from_plain(row.view),
        id=row.public_id,
        document=row.document,
        digest=row.digest,
        state=CandidateState(row.state),
        decided_by=row.decided_by,
        decided=decided,
        reasons=tuple(row.reasons),
        linked_from=tuple(row.linked_from),
        gone=row.gone,
    )


def _row(connection: Connection, name: str) -> Any:
    """The candidate with this id or address, or whose id alone begins like this."""
    by_url = candidate.c.url_key == digest_key(name)
    exact = connection.execute(
        sa.select(candidate).where(sa.or_(candidate.c.public_id == name, by_url))
    ).first()
    if exact is not None or not name.isascii() or not name.isalnum():
        return exact
    # "~" comes after every letter and digit of an id.
    begins = sa.and_(candidate.c.public_id >= name, candidate.c.public_id < name + "~")
    rows = connection.execute(sa.select(candidate).where(begins).limit(2)).all()
    if len(rows) > 1:
        raise UsageError(f"The id {name} is the beginning of several: type one letter more.")
    return rows[0] if rows else None


def _rows(connection: Connection, urls: Collection[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for batch in batches([digest_key(url) for url in urls]):
        for row in connection.execute(sa.select(candidate).where(candidate.c.url_key.in_(batch))):
            found[row.url] = row
    return found


def _claims(connection: Connection, row: Any) -> list[Claim]:
    rows = ask(
        connection,
        f"""
        SELECT {CLAIM} FROM claim WHERE about_id = {int(row.id)} AND about = '{CANDIDATE}' ORDER BY number
        """,  # noqa: S608 (a number and our own names)
    )
    return [claim_of(one, row.public_id) for one in rows]
