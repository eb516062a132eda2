"""What a repository manager sees of candidates, by which words they are meant, and when there is nothing to write or undo."""

from __future__ import annotations

from collections import Counter

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


def test_a_candidate_is_meant_by_the_beginning_of_its_id(door: Door) -> None:
    settings, _ = load_settings({})
    with Rooms(settings) as rooms:
        (one,) = rooms.library.candidates.keep(SITE, [found()])
        others = [found(url=f"{URL}?{number}") for number in range(40)]
        rooms.library.candidates.keep(
            SITE, others
        )  # more than there are letters for an id to begin with
        several = next(
            first
            for first, number in Counter(c.id[0] for c in rooms.library.candidates.find()).items()
            if number > 1
        )
    assert "Reeds" in door("gather", "show", one.id[:12])
    assert "accepted" in door("gather", "review", one.id[:12], "--accept")
    door("gather", "show", several, code=2)
    assert f"The id {several} is the beginning of several" in door.err
    door("gather", "show", "%", code=1)


@pytest.mark.parametrize("columns", ["40", "60", "80", "200"])
def test_no_terminal_is_too_narrow_for_an_id(
    door: Door, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    settings, _ = load_settings({})
    with Rooms(settings) as rooms:
        (one,) = rooms.library.candidates.keep(SITE, [found("On Reeds, Sedges and Other Plants")])
    monkeypatch.setattr("harvestman.cli.printing.is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", columns)
    told = door("gather", "list")
    assert one.id in told.split()
    assert "Reeds," in told
