"""Multipart forms, read as they arrive: files go straight to their places on the disk, the few fields to memory."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Collection
from dataclasses import dataclass, field

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from harvestman.web.front.errors import Refused
from harvestman.web.uploads import Arriving, Upload

_MAX_FIELDS = 100
_MAX_FIELD_BYTES = 64 * 1024
_MAX_FIELDS_BYTES = 1024 * 1024
_MAX_HEADER_BYTES = 8 * 1024


@dataclass(frozen=True, slots=True)
class Form:
    """A form that has arrived whole."""

    uploads: tuple[Upload, ...]
    """Its files, in their order."""
    fields: dict[str, list[str]]
    """By name, every value in its order."""
    refused: tuple[tuple[str, Refused], ...] = ()
    """Of several files those that cannot be taken: the name, and why. (A single one refuses the whole form.)"""

    @property
    def upload(self) -> Upload | None:
        """The first file; None when there is none."""
        return self.uploads[0] if self.uploads else None

    def first(self, name: str, default: str = "") -> str:
        """The first value of a field."""
        values = self.fields.get(name)
        return values[0] if values else default


async def read_form(
    stream: AsyncIterable[bytes],
    content_type: str,
    open_file: Callable[[], Arriving],
    *,
    files: Collection[str],
    most_files: int = 1,
    max_field_bytes: int = _MAX_FIELD_BYTES,
) -> Form:
    """Read a multipart body; the first parts that have one of the names in `files` are files, wherever they stand.

    `open_file` makes a place for one. Where only one is wanted, others are left alone; more than `most_files` of several are refused.
    """
    boundary = parse_options_header(content_type)[1].get(b"boundary", b"")
    if not 1 <= len(boundary) <= 200:
        raise Refused(400, "The form has no boundary.")
    reading = _Reading(open_file, frozenset(files), most_files, max_field_bytes)
    parser = MultipartParser(
        boundary,
        {
            "on_part_begin": reading.begin,
            "on_header_field": reading.header_name,
            "on_header_value": reading.header_value,
            "on_header_end": reading.header_end,
            "on_headers_finished": reading.headers_finished,
            "on_part_data": reading.data,
            "on_part_end": reading.end,
            "on_end": reading.finish,
        },
    )
    try:
        async for chunk in stream:
            parser.write(chunk)
        parser.finalize()
    except FormParserError as error:
        raise Refused(400, f"The form cannot be read: {error}") from error
    if not reading.has_ended:
        raise Refused(400, "The form is cut off.")
    if most_files == 1:
        return Form(tuple(one.finish() for one in reading.arrived), reading.fields)
    taken, refused = _taken(reading.arrived)
    return Form(taken, reading.fields, refused)


def _taken(arrived: list[Arriving]) -> tuple[tuple[Upload, ...], tuple[tuple[str, Refused], ...]]:
    """The files that can be taken, and why the others cannot."""
    taken, refused = [], []
    for one in arrived:
        try:
            taken.append(one.finish())
        except Refused as problem:
            refused.append((one.name, problem))
    return tuple(taken), tuple(refused)


@dataclass(slots=True)
class _Reading:
    """What the parser has read so far."""

    open_file: Callable[[], Arriving]
    files: frozenset[str]
    most_files: int
    max_field_bytes: int
    fields: dict[str, list[str]] = field(default_factory=dict)
    arrived: list[Arriving] = field(default_factory=list)
    has_ended: bool = False
    _header: tuple[bytearray, bytearray] = field(default_factory=lambda: (bytearray(), bytearray()))
    _disposition: bytes = b""
    _name: str = ""
    _is_file: bool = False
    _is_field: bool = False
    _value: bytearray = field(default_factory=bytearray)
    _fields_bytes: int = 0
    _header_bytes: int = 0
    _parts: int = 0

    def begin(self) -> None:
        self._parts += 1
        if self._parts > _MAX_FIELDS:
            raise Refused(413, f"The form has more than {_MAX_FIELDS} parts.")
        self._disposition, self._header_bytes = b"", 0
        self._header = (bytearray(), bytearray())
        self._is_file = self._is_field = False

    def header_name(self, data: bytes, start: int, end: int) -> None:
        self._count_header(end - start)
        self._header[0].extend(data[start:end])

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self._count_header(end - start)
        self._header[1].extend(data[start:end])

    def header_end(self) -> None:
        name, value = self._header
        if name.lower() == b"content-disposition":
            self._disposition = bytes(value)
        self._header = (bytearray(), bytearray())

    def headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = _text(options.get(b"name", b""))
        if self._name in self.files and self._has_place():
            self._is_file = True
            self.arrived.append(self.open_file())
            self.arrived[-1].rename(_text(options.get(b"filename", b"")))
        elif b"filename" not in options:
            self._is_field = True
            self._value.clear()

    def _has_place(self) -> bool:
        has_place = len(self.arrived) < self.most_files
        if not has_place and self.most_files > 1:
            raise Refused(422, f"These are more than {self.most_files} files: send some of them.")
        return has_place

    def data(self, data: bytes, start: int, end: int) -> None:
        if self._is_file:
            self.arrived[-1].write(data[start:end])
        elif self._is_field:
            self._fields_bytes += end - start
            self._value.extend(data[start:end])
            if len(self._value) > self.max_field_bytes:
                raise Refused(413, f"The field {self._name[:40]!r} is too long.")
            if self._fields_bytes > max(_MAX_FIELDS_BYTES, self.max_field_bytes):
                raise Refused(413, "The fields of the form are too long.")

    def end(self) -> None:
        if self._is_field:
            self.fields.setdefault(self._name, []).append(_text(bytes(self._value)))

    def finish(self) -> None:
        self.has_ended = True

    def _count_header(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > _MAX_HEADER_BYTES:
            raise Refused(400, "A part of the form has too long a header.")


def _text(data: bytes) -> str:
    return data.decode(errors="replace")
