"""Long lists in pages: some items, and the cursor that asks for the next ones.

A cursor is opaque to clients. Where a list has a lasting order it names the last item; elsewhere it is a place in the list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Query, Request, Response

from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.front.errors import Refused

MOST = 200
"""Items of one page at most."""

PLAIN = r"^[^\x00-\x1f\x7f]*$"
"""Text that every database takes and no person misses a sign in."""

Limit = Annotated[int, Query(ge=1, le=MOST, description="Items of a page.")]
Cursor = Annotated[
    str,
    Query(
        max_length=300,
        pattern=PLAIN,
        description="The `cursor` of the page before; left out, the first.",
    ),
]


def place_of(cursor: str) -> int:
    """The position in a list that a cursor stands for; 0 without one."""
    if not cursor:
        return 0
    if not re.fullmatch(r"[0-9]{1,9}", cursor):
        raise bad_cursor()
    return int(cursor)


def bad_cursor() -> Refused:
    """The refusal of a cursor that we did not make."""
    return Refused(400, "This is no cursor: take the one that the page before gives.")


def cut(items: Sequence[Any], limit: int, place: int) -> tuple[Sequence[Any], str]:
    """One page and the cursor of the next ("" for none), given one item more than a page holds."""
    return (items[:limit], str(place + limit)) if len(items) > limit else (items, "")


def page_answer(request: Request, items: Sequence[Any], cursor: str) -> Response:
    """One page as JSON; the next one is also named in a Link header."""
    plain = {
        "items": list(items),
        "cursor": cursor or None,
        "links": {"next": next_url(request, cursor)},
    }
    return with_link(request, with_etag(request, written(plain, "json", root="page")), cursor)


def next_url(request: Request, cursor: str) -> str | None:
    """The address of the page after this one."""
    return str(request.url.include_query_params(cursor=cursor)) if cursor else None


def with_link(request: Request, answer: Response, cursor: str) -> Response:
    """The answer with a Link header that names the next page."""
    following = next_url(request, cursor)
    if following:
        answer.headers["Link"] = f'<{following}>; rel="next"'
    return answer
