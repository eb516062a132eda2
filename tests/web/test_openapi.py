"""The description of the API is true: schemathesis asks every route what it must take and what it must refuse.

Against a real server process. Every example is derived from the description alone, the same ones in each run; half of those that
ask for something ask for what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from commands import Commands
from servers.service import running_service

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A server, and what it holds."""

    address: str
    ids: dict[str, str]
    """By the name of a path's parameter, an id that leads somewhere."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory, paper_pdf: bytes) -> Iterator[Known]:
    place = Commands(tmp_path_factory.mktemp("service"), more={"ACCEPT_URLS": "false"})
    with running_service(place, "--workers", "1") as service:
        sent = httpx.post(f"{service.address}/api/v1/documents?async=1", content=paper_pdf).json()
        yield Known(
            service.address,
            {"document_id": sent["document"]["id"], "job_id": sent["job"]["id"]},
        )


EXAMPLES = settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def test_every_route_answers_as_it_says(known: Known) -> None:
    description = schemathesis.openapi.from_url(f"{known.address}/openapi.json")
    wrong: list[str] = []
    count = 0
    for found in description.get_all_operations():
        assert isinstance(found, Ok), found.err()
        operation = found.ok()
        count += 1
        try:
            _ask(operation, known.ids)
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - all routes are told of at once
            wrong.append(f"{operation.label}: {_told(error)}")
    assert not wrong, "\n\n".join(wrong)
    assert count > 20


def _ask(operation: Any, ids: Mapping[str, str]) -> None:
    # HEAD is answered by what answers GET: a few examples are enough.
    few = settings(EXAMPLES, max_examples=3)

    @given(case=operation.as_strategy(), is_known=st.booleans())
    @(few if operation.method.upper() == "HEAD" else EXAMPLES)
    def ask(case: Any, is_known: bool) -> None:
        if is_known and operation.method.upper() in ("GET", "HEAD"):
            for name in ids.keys() & case.path_parameters.keys():
                case.path_parameters[name] = ids[name]
        case.call_and_validate(checks=CHECKS, timeout=120)  # a busy machine may be slow to answer

    ask()


def _told(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(_told(one) for one in error.exceptions)
    return f"{type(error).__name__}: {str(error)[:1500]}"
