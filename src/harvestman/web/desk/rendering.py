"""Makes pages: one Jinja environment a language, everything escaped, and the headers and cookies that every page has.

A change answers 303 and leaves a line for the next page, "done" with a form that undoes it. The line travels in a cookie of a minute that
only we can have written.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from string import punctuation
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from babel.dates import format_date
from babel.numbers import format_decimal
from fastapi import Request, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined

from harvestman.web.desk.assets import address_of
from harvestman.web.desk.catalogues import LANGUAGES, Words
from harvestman.web.desk.undoing import Undo, Undoings
from harvestman.web.desk.visitors import LANGUAGE_COOKIE, Visitor, Visitors
from harvestman.web.front.errors import Refused, TooLarge
from harvestman.web.service import Service

TEMPLATES = Path(__file__).parent / "templates"
TOKEN = "token"  # noqa: S105 - the name of a field
_DONE_COOKIE = "hm_done"
_DONE_S = 60
_MAX_FORM = 1_000_000
_MAX_FIELDS = 5_000
_YEAR_S = 31_536_000
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Controls but tabs and line ends, and what turns the direction of writing for more than a letter (UAX 9, 2.1 to 2.3).
_UNSTEADY = dict.fromkeys(
    (*range(9), 11, 12, *range(14, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)  # fmt: skip
PAGE_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY,
    # Forms of a page without a referrer come with `Origin: null`, which is no one's.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Vary": "Accept-Language, Cookie, Accept",
}
"""What is said of every page."""


class Desk:
    """What all pages work with: the service, who visits, and the templates."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.visitors = Visitors(service)
        self.undoings = Undoings(service.clock)
        self._environments = {language: _environment(language) for language in LANGUAGES}

    def page(
        self,
        request: Request,
        visitor: Visitor,
        template: str,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        **values: Any,
    ) -> Response:
        """A page."""
        is_part = request.headers.get("hx-request") == "true"
        done = None if is_part else _read_done(request, visitor)
        text = (
            self._environments[visitor.language]
            .get_template(template)
            .render(
                visitor=visitor,
                token=visitor.token,
                done=done,
                path=request.url.path,
                here=_here(request),
                languages=_language_links(request),
                base=str(request.base_url).rstrip("/"),
                **values,
            )
        )
        answer = Response(text, status, media_type="text/html; charset=utf-8")
        answer.headers.update(PAGE_HEADERS)
        answer.headers["Content-Language"] = visitor.language
        answer.headers.update(headers or {})
        if done:
            answer.delete_cookie(_DONE_COOKIE)
        self._give_cookies(request, visitor, answer)
        return answer

    async def form(self, request: Request, visitor: Visitor) -> dict[str, list[str]]:
        """The fields of a form, all values of each; Refused when its token is not this browser's."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_FORM:
                raise TooLarge(_MAX_FORM)
        try:
            pairs = parse_qsl(
                body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MAX_FIELDS
            )
        except ValueError:
            raise Refused(400, "The form has too many fields.") from None
        fields: dict[str, list[str]] = {}
        for name, value in pairs:
            fields.setdefault(name, []).append(value)
        require_token(visitor, fields.get(TOKEN, [""])[0])
        return fields

    def done(
        self,
        visitor: Visitor,
        where: str,
        text: str,
        undo: Undo | None = None,
        **values: str | int,
    ) -> Response:
        """The answer to a change: go there (303), and be told that it is done, with a form that undoes it.

        `text` is English, as the catalogues have it, with `values` for its places.
        """
        plain = {"text": text, "values": values}
        if undo:
            plain |= {"action": undo.action, "fields": dict(undo.fields)}
        packed = base64.urlsafe_b64encode(json.dumps(plain).encode()).decode()
        answer = self.go(where)
        answer.set_cookie(
            _DONE_COOKIE,
            f"{packed}.{visitor.sign(packed)}",
            max_age=_DONE_S,
            httponly=True,
            samesite="lax",
            secure=self.visitors.is_secure,
        )
        return answer

    @staticmethod
    def go(where: str) -> Response:
        """Go to another page of ours."""
        # A header holds no letters beyond Latin, and `next` may be any text.
        return Response(
            status_code=303, headers={"Location": quote(local(where), safe=punctuation)}
        )

    def _give_cookies(self, request: Request, visitor: Visitor, answer: Response) -> None:
        if visitor.is_new:
            answer.set_cookie(
                self.visitors.plain_cookie,
                visitor.secret,
                httponly=True,
                samesite="lax",
                secure=self.visitors.is_secure,
            )
        if request.query_params.get("lang") == visitor.language:
            answer.set_cookie(
                LANGUAGE_COOKIE, visitor.language, max_age=_YEAR_S, httponly=True, samesite="lax"
            )


def require_token(visitor: Visitor, token: str) -> None:
    """Refused when a form does not carry the token of this browser."""
    if not hmac.compare_digest(token.encode(errors="replace"), visitor.token.encode()):
        raise Refused(
            403,
            "This form was not made for your browser, or it is from before you signed in.",
            status="wrong-token",
            remedy="Go back, reload the page and send the form again.",
        )


def local(where: str) -> str:
    """An address of ours; `/` in place of anything that leads elsewhere."""
    is_ours = where.startswith("/") and not where.startswith(("//", "/\\")) and where.isprintable()
    return where if is_ours else "/"


def with_query(path: str, values: Mapping[str, Any]) -> str:
    """An address with those of the values that say something."""
    told = [(name, str(value)) for name, value in values.items() if value not in ("", None)]
    return f"{path}?{urlencode(told)}" if told else path


class _Unsaid(Undefined):
    """A key that a dictionary does not have is empty; a name that no page was given is a fault of ours."""

    def __new__(cls, *args: Any, **more: Any) -> Undefined:  # type: ignore[misc]
        """Strict for names, lenient for keys."""
        is_key = isinstance(more.get("obj"), Mapping)
        return object.__new__(cls) if is_key else StrictUndefined(*args, **more)


def _steady(value: Any) -> Any:
    """A value without characters that would turn the direction of the text around it, or that no one sees."""
    is_text = isinstance(value, str) and not hasattr(value, "__html__")
    return value.translate(_UNSTEADY) if is_text else value


def _environment(language: str) -> Environment:
    words = Words(language)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        finalize=_steady,
        undefined=_Unsaid,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.globals |= {
        "words": words,
        "language": language,
        "asset": address_of,
        "with_query": with_query,
    }
    environment.filters |= {
        "day": lambda moment: _day(moment, words),
        "moment": lambda moment: f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "",
        "number": lambda number: format_decimal(number, locale=words.locale),
        "said": words.gettext,
        "segment": lambda text: quote(str(text), safe=""),
        # What has no name yet is called by its address.
        "name": lambda text: text.partition("://")[2].rstrip("/") or text,
        "host": lambda url: str(url).partition("://")[2].partition("/")[0] or str(url),
    }
    return environment


def _day(moment: date | datetime | str | None, words: Words) -> str:
    if not moment:
        return ""
    if isinstance(moment, str):
        moment = date.fromisoformat(moment[:10])
    return format_date(moment, "d MMM yyyy", locale=words.locale)


def _here(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def _language_links(request: Request) -> list[tuple[str, str, str]]:
    """Each language with its name and the address of this page in it."""
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    path = request.url.path
    return [
        (code, name, f"{path}?{urlencode([*kept, ('lang', code)])}")
        for code, name in LANGUAGES.items()
    ]


def _read_done(request: Request, visitor: Visitor) -> dict[str, Any] | None:
    packed, _, sign = request.cookies.get(_DONE_COOKIE, "").partition(".")
    if not packed or sign != visitor.sign(packed):
        return None
    plain: dict[str, Any] = json.loads(base64.urlsafe_b64decode(packed))
    return plain
