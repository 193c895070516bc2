"""Has every family compile what it compiles once, so that nobody's first match waits for it.

python -m redscience.warm [--search]      with --search also what agents that think need besides
"""

from __future__ import annotations

import sys

from redscience import families

_CANNOT_BE_KEPT = 2


def main() -> int:
    """Warms; returns the exit code, 2 where what is compiled could not be kept."""
    try:
        for family in families.every():
            family.compile(_say)
            if "--search" in sys.argv[1:]:
                family.compile_search(_say)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return _CANNOT_BE_KEPT
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
