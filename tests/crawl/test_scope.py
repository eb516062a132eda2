"""Which links a harvest follows."""

from __future__ import annotations

import pytest

from harvestman.crawl import is_file, links_to_follow
from harvestman.model import Link


def links(*targets: str) -> list[Link]:
    return [Link(target, "x", position) for position, target in enumerate(targets)]


def test_only_pages_of_the_site_each_once_in_page_order() -> None:
    found = links_to_follow(
        links(
            "http://conf.example/b",
            "http://other.example/",
            "http://www.conf.example/a",
            "http://conf.example/b",
            "http://conf.example/paper.pdf",
        ),
        "conf.example",
    )
    assert [link.target for link in found] == ["http://conf.example/b", "http://www.conf.example/a"]


def test_another_port_is_another_site() -> None:
    assert not links_to_follow(links("http://conf.example:8080/"), "conf.example")


@pytest.mark.parametrize("name", ["x.pdf", "X.PDF", "data.tar.gz", "style.css", "p.ps?version=2"])
def test_files_are_not_pages(name: str) -> None:
    assert is_file(f"http://conf.example/{name}")


@pytest.mark.parametrize(
    "name", ["", "papers", "index.html", "programme.php?id=3", "10.1145/3197026.3197069", "v1.2/"]
)
def test_pages_are_not_files(name: str) -> None:
    assert not is_file(f"http://conf.example/{name}")
