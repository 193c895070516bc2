"""Makes docs/errors.md from the errors of the library and their table: `python -m services.kit.errors_page`."""

from __future__ import annotations

import inspect
from pathlib import Path

from redscience.client.refusals import every_error
from redscience.errors import RedscienceError
from services.kit.errors import STATUSES

PAGE = Path("docs/errors.md")

_HEAD = """# Errors

Made from `redscience/errors.py` and `services/kit/errors.py` by `python -m services.kit.errors_page`.

Every call that fails says a code that stays the same, a message for people, and, where fields of what was sent are at
fault, `faults`: which, and what would be right. Over gRPC that is an `Error`
([errors.proto](../proto/redscience/api/errors/v1/errors.proto)) in the trailer `grpc-status-details-bin`; the library
raises the class that is named here; the command with `--json` prints `{"error": {"code", "message", "faults"}}`.

What may succeed later has `retry_after_s`: wait so long, and send the same again. After `match/stale_view` look at the
view that has come since, then decide anew. All others fail again until something else changes.

| code | what it means | in the library | gRPC | HTTP |
|---|---|---|---|---|
"""
_OURS = "Something failed at the service. It is not the caller's fault; the log of the service has it, under the trace."


def page() -> str:
    """The whole page, in the order of the table."""
    classes = {each.code: each for each in every_error()}
    return _HEAD + "".join(_row(code, classes[code]) for code in STATUSES)


def _row(code: str, error: type[RedscienceError]) -> str:
    status, http = STATUSES[code]
    means = _OURS if error is RedscienceError else (inspect.getdoc(error) or "").partition("\n\n")[0].replace("\n", " ")
    return f"| `{code}` | {means} | `{error.__name__}` | {status.name} | {http} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
