"""What a crawl loads: half of a short harvest is its start."""

import subprocess
import sys


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sorted(sys.modules))"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(asked.stdout.split())


def test_a_crawl_loads_nothing_that_reads_documents_or_pages() -> None:
    loaded = loaded_by("from harvestman.crawl import *")
    assert "harvestman.crawl.files" in loaded
    assert not {"harvestman.documents", "harvestman.holdings", "numpy"} & loaded
    assert "harvestman.pages.reading" not in loaded  # workers have it


def test_a_harvest_loads_neither_repositories_nor_the_classifier_nor_the_queue() -> None:
    loaded = loaded_by("from harvestman.crawl import ConferencePolicy, Session")
    assert "harvestman.crawl.session" in loaded
    others = ("harvestman.crawl.repositories", "harvestman.crawl.sites", "harvestman.engine.queue")
    assert not [name for name in loaded if name.startswith((*others, "harvestman.formats"))]


def test_the_command_loads_all_of_a_harvest_at_once_and_collects_garbage_afterwards() -> None:
    loaded = loaded_by(
        "import gc; from harvestman.cli.harvest import _load; _load(); assert gc.isenabled()"
    )
    assert {"harvestman.api.harvesting", "harvestman.crawl.session"} <= loaded
    assert "harvestman.pages.reading" not in loaded
