"""How the client is to behave: plain values with safe defaults, filled in by the settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Everything about fetching that an operator may choose."""

    contact: str = ""
    """Who to write to about our requests: a URL or mail address, sent in the user agent."""
    delay_s: float = 1.0
    """Between two requests to one host; a longer Crawl-delay of its robots.txt wins."""
    concurrency: int = 8
    """Requests under way in all."""
    per_host: int = 1
    """Requests under way to one host."""
    timeout_s: float = 60.0
    """For one whole answer, from the first packet to the last byte."""
    connect_timeout_s: float = 10.0
    """For finding the address, connecting and the TLS handshake."""
    idle_timeout_s: float = 20.0
    """Without a byte from the server."""
    max_page_bytes: int = 10_000_000
    """After unpacking; as many bytes may come over the wire."""
    max_redirects: int = 10
    max_crawl_delay_s: float = 120.0
    """A host whose robots.txt asks for a longer pause between two requests is not visited."""
    allow_private: bool = False
    """Whether addresses that are not public may be dialled: loopback, your own network."""
    robots: bool = True
    """Whether robots.txt is asked for and obeyed; off only for sites of your own."""
