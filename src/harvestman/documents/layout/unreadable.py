"""Why a file gave no text. It is raised inside this room only; callers get its status in their result."""

from __future__ import annotations

from harvestman.model.status import Status


class Unreadable(Exception):
    """A file that could not be read, with the status that it ends in."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message

    def __reduce__(self) -> tuple[type[Unreadable], tuple[Status, str]]:
        """It crosses the wall between processes like any result."""
        return type(self), (self.status, self.message)
