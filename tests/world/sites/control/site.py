"""Where other processes move the world's clock and read its log. Requests to this host are not logged.

GET /clock · POST /clock with `2024-06-03` or a full ISO time · GET /log (JSON lines; ?host=NAME) · POST /log/clear
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    match request.method, request.path:
        case "GET", "/":
            return _json({name: world.url(name) for name in world.sites})
        case "GET", "/clock":
            return _json({"now": world.clock.now().isoformat()})
        case "POST", "/clock":
            return _set_clock(request.body.decode("utf-8", "replace").strip(), world)
        case "GET", "/log":
            lines = [entry.to_json() + "\n" for entry in world.log(request.query.get("host", ""))]
            return Response("".join(lines).encode(), content_type="application/jsonl")
        case "POST", "/log/clear":
            world.clear_log()
            return Response(status=204, content_type="")
    return None


def _set_clock(text: str, world: World) -> Response:
    try:
        world.set_date(_moment(text))
    except ValueError:
        return Response(f"no date: {text!r}\n".encode(), 400, "text/plain")
    return _json({"now": world.clock.now().isoformat()})


def _moment(text: str) -> date | datetime:
    if len(text) <= len("2024-06-03"):
        return date.fromisoformat(text)
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _json(value: object) -> Response:
    return Response(json.dumps(value).encode() + b"\n", content_type="application/json")
