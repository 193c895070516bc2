"""Keeps a program that knows nothing of the supervisor from outliving it: `python -m services.laptop.child program …`.

On Linux the kernel is asked to end this process with its parent, and the program takes its place. Elsewhere this
process stays between the two and watches.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import FrameType

from services.kit.parent import die_with_parent


def main(command: list[str]) -> int:
    """Runs the program."""
    die_with_parent()
    if sys.platform == "linux":
        os.execv(command[0], command)  # noqa: S606  # the supervisor names the program
    with subprocess.Popen(command) as program:  # noqa: S603  # likewise

        def pass_on(number: int, _: FrameType | None) -> None:
            program.send_signal(number)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, pass_on)
        return program.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
