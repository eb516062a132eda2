"""PostScript by way of Ghostscript, which makes a PDF of it. It is a program that may loop for ever: it runs without access to
files, with limits on pages, time and output."""

from __future__ import annotations

from harvestman.documents.files.programs import (
    ProgramFailed,
    ProgramLimits,
    is_installed,
    run_program,
)
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status


def pdf_of_postscript(data: bytes, *, limits: ReadingLimits) -> bytes:
    """The same pages as PDF."""
    if not is_installed("gs"):
        raise Unreadable(Status.UNKNOWN_FORMAT, "needs Ghostscript, which is not installed")
    command = [
        "gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dNOCACHE", "-sDEVICE=pdfwrite",
        f"-dLastPage={limits.pages}", "-sOutputFile=out.pdf", "in.ps",
    ]  # fmt: skip
    allowed = ProgramLimits(time_s=limits.convert_time_s, output_bytes=limits.unpacked_bytes)
    try:
        made = run_program(command, {"in.ps": data}, limits=allowed, result="out.pdf")
    except ProgramFailed as error:
        raise Unreadable(Status.BAD_FILE, f"the PostScript cannot be drawn: {error}") from error
    if not made.startswith(b"%PDF-"):
        raise Unreadable(Status.BAD_FILE, "the PostScript draws nothing")
    return made
