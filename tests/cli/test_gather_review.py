"""What a repository manager sees of candidates that are gone, and when there is nothing to undo."""

from __future__ import annotations

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
