"""Which links a harvest follows."""

from __future__ import annotations

import pytest

from harvestman.crawl import ConferencePolicy, is_file, leads_of
from harvestman.engine import InlineGuard
from harvestman.model import HarvestRequest, Link, SystemClock


def links(*targets: str) -> list[Link]:
    return [Link(target, "x", position) for position, target in enumerate(targets)]


def followed(*targets: str, site: str = "conf.example") -> list[str]:
    request = HarvestRequest((f"http://{site}/",), 1, 10)
    policy = ConferencePolicy.of(request, guard=InlineGuard(), clock=SystemClock())
    return [lead.link.target for lead in leads_of(links(*targets), policy, site=site, depth=0)]


def test_only_pages_of_the_site_each_once_in_page_order() -> None:
    assert followed(
        "http://conf.example/b",
        "http://other.example/",
        "http://www.conf.example/a",
        "http://conf.example/b",
        "http://conf.example/paper.pdf",
    ) == ["http://conf.example/b", "http://www.conf.example/a"]


def test_another_port_is_another_site() -> None:
    assert not followed("http://conf.example:8080/")


@pytest.mark.parametrize("name", ["x.pdf", "X.PDF", "data.tar.gz", "style.css", "p.ps?version=2"])
def test_files_are_not_pages(name: str) -> None:
    assert is_file(f"http://conf.example/{name}")


@pytest.mark.parametrize(
    "name", ["", "papers", "index.html", "programme.php?id=3", "10.1145/3197026.3197069", "v1.2/"]
)
def test_pages_are_not_files(name: str) -> None:
    assert not is_file(f"http://conf.example/{name}")
