"""`/sign-in`, `/sign-out`: a person shows a key once, and the browser is given a session in its place."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from harvestman.web.desk.rendering import Desk, local
from harvestman.web.front.errors import Busy

_TRIES_A_MINUTE = 60  # of one address; a sixth of them at once
_MAX_KEY = 200


def signing_in_router(desk: Desk) -> APIRouter:
    """Routes of signing in and out."""
    router = APIRouter(include_in_schema=False)
    service, visitors = desk.service, desk.visitors

    @router.get("/sign-in")
    async def ask(request: Request) -> Response:
        """The form that takes a key."""
        visitor = await visitors.anybody(request)
        where = local(request.query_params.get("next", "/"))
        return desk.page(request, visitor, "sign_in.html", where=where, problem="")

    @router.post("/sign-in")
    async def sign_in(request: Request) -> Response:
        """Begin a session, or show the form again; every wrong key is answered alike."""
        visitor = await visitors.anybody(request)
        form = await desk.form(request, visitor)
        where = local(form.get("next", ["/"])[0])
        host = request.client.host if request.client else ""
        try:
            service.rates.spend(f"sign-in {host}", per_minute=_TRIES_A_MINUTE)
        except Busy as busy:
            text = "Too many tries from your address: wait a minute and try again."
            return desk.page(
                request, visitor, "sign_in.html", status=429, headers=busy.headers, where=where, problem=text
            )  # fmt: skip
        text = form.get("key", [""])[0].strip()[:_MAX_KEY]
        key = await service.run(service.library.api_keys.find, text)
        if key is None or not key.allows("read"):
            problem = "This key is not known here, was revoked, or opens no pages."
            return desk.page(
                request, visitor, "sign_in.html", status=403, where=where, problem=problem
            )
        session = await service.run(service.library.sessions.begin, key.id)
        answer = desk.go(where)
        answer.set_cookie(
            visitors.cookie,
            session,
            httponly=True,
            samesite="lax",
            secure=visitors.is_secure,
        )
        return answer

    @router.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        """End the session."""
        visitor = await visitors.anybody(request)
        await desk.form(request, visitor)
        if text := request.cookies.get(visitors.cookie):
            await service.run(service.library.sessions.end, text)
            visitors.forget(text)
        answer = desk.go("/sign-in")
        answer.delete_cookie(visitors.cookie, secure=visitors.is_secure, httponly=True)
        return answer

    return router
