"""Traps without bad will: each page is small and honest, and there is always one more."""

from __future__ import annotations

import hashlib

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    match request.path.strip("/").split("/"):
        case [""]:
            links = ["/calendar/2024/06", "/shop/catalogue", "/grow/", "/list?sort=title&page=1"]
            return _page("Four traps", links)
        case ["calendar", year, month] if year.isdecimal() and month.isdecimal():
            return _calendar(int(year), int(month))
        case ["shop", *_]:
            return _shop(request.target)
        case ["grow", *rest]:
            return _page(f"Chapter {len(rest)}", ["more/"])
        case ["list"]:
            return _list(request.query)
    return None


def _calendar(year: int, month: int) -> Response:
    before, after = divmod(year * 12 + month - 2, 12), divmod(year * 12 + month, 12)
    links = [f"/calendar/{y:04}/{m + 1:02}" for y, m in (before, after)]
    return _page(f"Events of {year:04}-{month:02}: none", links)


def _shop(target: str) -> Response:
    # A new id on every page, by what was asked, so that the same request always finds the same links.
    session = hashlib.sha256(target.encode()).hexdigest()[:32]
    names = ("catalogue", "proceedings", "basket")
    links = [f"/shop/{name};jsessionid={session}?PHPSESSID={session}" for name in names]
    return _page("The shop of proceedings", links)


def _list(query: dict[str, str]) -> Response:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    order = query.get("sort", "title")
    links = [f"/list?sort={name}&page={page}" for name in ("title", "year", "author", "mood")]
    return _page(f"Papers by {order}, page {page}", [*links, f"/list?sort={order}&page={page + 1}"])


def _page(title: str, links: list[str]) -> Response:
    items = "".join(
        f'<li><a href="{link.replace("&", "&amp;")}">{link.replace("&", "&amp;")}</a></li>\n'
        for link in links
    )
    text = f"<!DOCTYPE html>\n<title>{title}</title>\n<h1>{title}</h1>\n<ul>\n{items}</ul>\n"
    return Response(text.encode())
