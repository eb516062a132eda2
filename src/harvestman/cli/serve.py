"""`harvestman serve`: the service over HTTP."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("serve")
@click.option("--host", metavar="HOST", help="Where to listen (setting: host).")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one (setting: port)."
)
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Documents read at once (setting: engine)."
)
@click.option("--open", "is_open", is_flag=True, help="Ask nobody for a key.")
@json_option
@click.pass_obj
def command(
    context: Context,
    host: str | None,
    port: int | None,
    workers: int | None,
    is_open: bool,
    as_json: bool,
) -> int:
    """Serve documents over HTTP: send files, get header, citations, body and text.

    Prints its address when it answers, then writes one JSON line a request to standard error. On this machine alone it asks for no
    key until the library has one (`harvestman keys add`); elsewhere it does not start without one unless told --open. Ctrl-C
    or SIGTERM: what has begun is finished, nothing more is taken.

    GET /openapi.json describes every route; docs/service.md shows how to use them.
    """
    from harvestman.model import UsageError

    try:
        from harvestman.web.serving import serve
    except ImportError as error:
        raise UsageError(
            f"The service needs the extra `serve` ({error.name} is missing): pip install 'harvestman[serve]'"
        ) from error

    chosen = context.with_flags(host=host, port=None if port is None else str(port))
    with chosen.open() as harvestman:
        serve(
            harvestman.rooms,
            workers=workers,
            is_open=is_open,
            say=lambda address: (
                print_json({"address": address})
                if as_json
                else print_line(f"Listening on {address}")
            ),
        )
    return 0
