"""Taking a person's "different" back: what was in doubt before is in doubt again, and keys join the two if they share one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import Verdict
from harvestman.store.asking import moment_told
from harvestman.store.papers.decided import Decider
from harvestman.store.papers.decisions import lapse
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

_SELECT_SAID = Statement(
    "SELECT verdict, decider, made, one, other, lapsed FROM merge_decision WHERE id = :row"
)
_DOUBT_AGAIN = Statement(
    f"""
    UPDATE merge_decision SET lapsed = NULL
    WHERE verdict = '{Verdict.DOUBTFUL}' AND lapsed = :made AND one IN :both AND other IN :both
    """  # noqa: S608 (our own name)
)


def take_back_refusal(connection: Connection, row: int, *, now: datetime) -> bool:
    """End a person's "different" that still counts; False when it is none. The papers have to be linked anew after it."""
    said = _SELECT_SAID.first(connection, {"row": row})
    is_refusal = said.verdict == str(Verdict.DIFFERENT) and said.decider == str(Decider.PERSON)
    if not is_refusal or said.lapsed is not None:
        return False
    lapse(connection, [row], now=now)
    both = [said.one, said.other]
    _DOUBT_AGAIN.change(connection, {"made": moment_told(said.made), "both": both})
    return True
