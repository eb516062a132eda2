"""What a crawl loads: half of a short harvest is its start."""

import subprocess
import sys


def test_a_crawl_loads_nothing_that_reads_documents_or_pages() -> None:
    code = "import sys, harvestman.crawl; print(*sorted(sys.modules))"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(asked.stdout.split())
    assert "harvestman.crawl.files" in loaded
    assert not {"harvestman.documents", "harvestman.holdings", "numpy"} & loaded
    assert "harvestman.pages.reading" not in loaded  # workers have it
