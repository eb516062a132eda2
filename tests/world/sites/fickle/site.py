"""Validators that lie. The papers stay the same; what a client is told about change does not."""

from __future__ import annotations

from itertools import count

from world import Request, Response, World
from world.wire import http_date

_visits = count(1)
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<title>On the constancy of counters</title>
<meta name="citation_title" content="On the Constancy of Counters">
<meta name="citation_author" content="Vandermolen, Isolde">
<meta name="citation_publication_date" content="2023">
</head>
<body><h1>On the Constancy of Counters</h1><p>Isolde Vandermolen</p><!-- {visit} --></body>
</html>
"""


def answer(request: Request, world: World) -> Response | None:
    visit, founded = next(_visits), world.clock.now().replace(day=1, hour=0)
    same, other = _PAGE.format(visit="").encode(), _PAGE.format(visit=f"visit {visit}").encode()
    pages = {
        "/etag": Response(same, headers=(("ETag", f'"{visit}"'),)),
        "/body": Response(other, headers=(("ETag", f'"{visit}"'), ("Cache-Control", "no-cache"))),
        "/none": Response(same),
        "/weak": Response(other, headers=(("ETag", 'W/"papers-1"'),)),
        "/date": Response(same, headers=(("Last-Modified", http_date(founded)),)),
    }
    links = "".join(f'<li><a href="{path}">{path}</a></li>' for path in pages)
    pages["/"] = Response(f"<!DOCTYPE html><title>Fickle</title><ul>{links}</ul>\n".encode())
    return pages.get(request.path)
