"""What commands that ask a server print: lines for people, or JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def plain(message: Message) -> dict[str, Any]:
    """A message as JSON values, with the names of its proto."""
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def print_json(value: Any) -> None:
    """Prints JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """Lines in columns, under their heads."""
    lines = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
