"""What a repository manager sees of candidates that are gone, and when there is nothing to undo."""

from __future__ import annotations

import pytest

from cli.door import Door
from harvestman.rooms import Rooms
from harvestman.settings import load_settings
from store.test_candidates import SITE, URL, found


def test_what_is_gone_is_listed_as_gone_and_an_empty_undo_is_told(door: Door) -> None:
    settings, _ = load_settings({})
    with Rooms(settings) as rooms:
        (one,) = rooms.library.candidates.keep(SITE, [found()])
        rooms.library.candidates.mark_gone([URL])
    assert "gone since 2" in door("gather", "list", "--all")
    assert "gone since 2" not in door("gather", "list", code=1)
    door("gather", "review", one.id, "--accept")
    assert "new" in door("gather", "review", one.id, "--undo")
    assert door.err == ""
    assert "new" in door("gather", "review", one.id, "--undo")
    assert f"Nothing is decided of {one.id}" in door.err


@pytest.mark.parametrize("form", ["csv", "dspace"])
def test_an_export_of_no_candidate_leaves_the_file_alone(door: Door, form: str) -> None:
    settings, _ = load_settings({})
    with Rooms(settings) as rooms:
        rooms.library.candidates.keep(SITE, [found()])
    kept = door.write("kept", "dear to me")
    words = ("gather", "export", "--state", "rejected", "--format", form, "-o")
    for place in (kept, str(door.folder / "none")):
        assert door(*words, place, code=1) == ""
        assert f"No candidate is rejected. {place} is left as it was." in door.err
        assert door.objects(*words, place, code=1) == [{"file": None, "candidates": 0}]
    assert (door.folder / "kept").read_text() == "dear to me"
    assert not (door.folder / "none").exists()
