"""The house service: `python -m services.chaos.house`."""

from __future__ import annotations

from services.kit.process import Process, run


async def compose(process: Process) -> None:
    """Makes the parts and puts them together."""


if __name__ == "__main__":
    run("house", compose)
