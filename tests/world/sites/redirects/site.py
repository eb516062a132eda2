"""Redirects of every kind. The chain counts down: /chain/3 leads to /chain/2, and /chain/0 is the page."""

from __future__ import annotations

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    match request.path.strip("/").split("/"):
        case ["chain", steps] if steps.isdecimal():
            left = int(steps)
            return to(f"/chain/{left - 1}") if left else to("/end.html")
        case ["loop", "a"]:
            return to("/loop/b")
        case ["loop", "b"]:
            return to("/loop/a")
        case ["silent"]:
            return Response(b"", 302)
    target = _targets(world).get(request.path)
    return None if target is None else to(target)


def to(target: str, *, status: int = 302) -> Response:
    """A redirect."""
    return Response(b"", status, headers=(("Location", target),))


def _targets(world: World) -> dict[str, str]:
    port = world.port
    return {
        "/self": "/self",
        "/elsewhere": world.url("robotsallow", "/open/notes.html"),
        "/private/metadata": "http://169.254.169.254/latest/meta-data/",
        "/private/loopback": f"http://127.0.0.1:{port}/",
        "/private/decimal": f"http://2130706433:{port}/",
        "/private/octal": f"http://0177.0.0.1:{port}/",
        "/private/mapped": f"http://[::ffff:127.0.0.1]:{port}/",
        "/private/zero": f"http://0.0.0.0:{port}/",
        "/private/home": "http://192.168.0.1/admin",
        "/scheme/file": "file:///etc/passwd",
        "/scheme/javascript": "javascript:alert(1)",
        "/nowhere": "",
        "/meta": "/meta.html",
    }
