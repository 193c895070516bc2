"""The examples of the pages about the library run as they stand, and give what they say they give."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GIVES = re.compile(r"^( *)(\S.*?)  # → (.*)$", re.MULTILINE)


def program(page: str) -> str:
    """All examples of a page, one after the other, with a check of what is said of a line."""
    examples = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    return "\n".join(GIVES.sub(_checked, each) for each in examples)


def _checked(line: re.Match[str]) -> str:
    indent, expression, gives = line.groups()
    return f"{indent}assert repr(({expression})) == {gives!r}, ({expression})"


@pytest.mark.parametrize(("page", "checks"), [("README.md", 0), ("docs/agents.md", 0), ("docs/library.md", 25)])
def test_the_examples_of_a_page_run_as_they_stand(page: str, checks: int, tmp_path: Path) -> None:
    path = tmp_path / "page.py"
    path.write_text(program(page), "utf-8")
    done = subprocess.run([sys.executable, path], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert path.read_text("utf-8").count("assert repr((") >= checks
