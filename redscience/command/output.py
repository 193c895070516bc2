"""What commands that ask a server print: lines for people, or JSON for programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def plain(message: Message) -> dict[str, Any]:
    """A message as JSON values, with the names of its proto."""
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def print_json(value: Any) -> None:
    """Prints JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def word(name: str, prefix: str) -> str:
    """A value of an enumeration as a word: `STATUS_RUNNING` is running."""
    return name.removeprefix(prefix).lower()


def time_of(at_ms: int) -> str:
    """An instant, in this machine's time."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone().isoformat(" ", "seconds") if at_ms else ""


def print_list(
    found: Iterator[Message], chosen: argparse.Namespace, columns: Mapping[str, Callable[[Any], str]]
) -> None:
    """Prints as many of a list as `--limit` says, a line each under the heads of its columns."""
    shown = list(islice(found, chosen.limit))
    if chosen.json:
        print_json([plain(each) for each in shown])
        return
    if not shown:
        sys.stderr.write("Nothing was found.\n")
        return
    rows = ([told(each) for told in columns.values()] for each in shown)
    print("\n".join(table(tuple(columns), rows)))
    if next(found, None) is not None:
        sys.stderr.write(f"There are more than {chosen.limit}; see more of them with --limit.\n")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """Lines in columns, under their heads."""
    lines = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
