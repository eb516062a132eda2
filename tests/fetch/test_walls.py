from __future__ import annotations

import pytest

from harvestman.fetch.transport import Headers
from harvestman.fetch.walls import wall_name

PAGES = {
    "Cloudflare": b"<html><head><title>Just a moment...</title><script>window._cf_chl_opt={cvId:'3'}</script>",
    "Anubis": b"""<title>Making sure you&#39;re not a bot!</title><link href="/.within.website/x/cmd/anubis/a.css">""",
    "Sucuri": b"<script>var sucuri_cloudproxy_js='',S='';</script>",
    "Imperva": b'<iframe src="/_Incapsula_Resource?x">Request unsuccessful. Incapsula incident ID: 1</iframe>',
}


def test_a_silent_challenge_is_recognised_and_not_shown_to_a_browser() -> None:
    page = (
        b'<html>\n<head><META NAME="robots" CONTENT="noindex,nofollow">'
        b'<script src="/_Incapsula_Resource?SWJIYLWA=50"></script><body></body></html>'
    )
    assert wall_name(Headers(), page) == "Imperva"


@pytest.mark.parametrize("name", PAGES)
def test_challenge_pages_are_recognised(name: str) -> None:
    assert wall_name(Headers(), PAGES[name]) == name


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("CF-Mitigated", "challenge", "Cloudflare"),
        ("x-amzn-waf-action", "captcha", "AWS WAF"),
        ("X-Vercel-Mitigated", "challenge", "Vercel"),
    ],
)
def test_a_header_is_enough(field: str, value: str, name: str) -> None:
    assert wall_name(Headers.of([(field, value)]), b"") == name


@pytest.mark.parametrize(
    "page",
    [
        b"<title>Just a moment... please wait for papers</title>",
        b"<script>window.__CF$cv$params={r:'8'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>",
        b"<title>Anubis, the Egyptian god: making sure you're not a bot in antiquity</title>",
        b"<title>CAPTCHA recognition with deep networks</title><p>We study reCAPTCHA and hCaptcha.",
        b'<head><title>Papers</title></head><p>A</p><script src="/_Incapsula_Resource?x"></script>',
        b"<p>Request rejected by the committee",
        b"",
    ],
)
def test_pages_that_only_speak_of_walls_are_pages(page: bytes) -> None:
    assert wall_name(Headers(), page) == ""
