"""`make check-deploy`: `python -m manifests [--faults] <folder of kubectl, kubernetes-validate, checkov and caddy>`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from manifests import proxying
from manifests.checks import AGREEMENT, HARDENING, problems
from manifests.documents import OVERLAYS, Documents, rendered
from manifests.faults import FAULTS

LEAST_FOUND = 60
_LAST_VERSIONS = 5
_VERSIONS = """
from kubernetes_validate.utils import all_versions, major_minor
print(*list(dict.fromkeys(map(major_minor, all_versions()))))
"""

SKIPPED = {
    "CKV_K8S_43": "an image is named by its release; whose registry lets a tag move names digests in the overlay",
}
"""Checks of checkov that are left out, and why."""


class Tools:
    """What checks manifests, in an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.kubectl = str(folder / "kubectl")
        self.caddy = folder / "caddy"
        self._python, self._validate, self._checkov = (
            str(folder / name) for name in ("python", "kubernetes-validate", "checkov")
        )
        self.versions = self._said([self._python, "-c", _VERSIONS]).split()[-_LAST_VERSIONS:]

    def problems(self, documents: Documents) -> list[str]:
        """What Kubernetes would not take or not understand, and what checkov warns of."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "all.yaml"
            file.write_text(yaml.safe_dump_all(documents))
            return [*self._invalid(file), *self._warned(folder)]

    def _invalid(self, file: Path) -> list[str]:
        said = "".join(
            self._said([self._validate, "-k", version, "--strict", "--quiet", str(file)]) for version in self.versions
        )
        return [line for line in said.splitlines() if line.startswith("ERROR")]

    def _warned(self, folder: str) -> list[str]:
        command = [self._python, self._checkov, "--framework", "kubernetes", "--directory", folder, "--skip-download"]
        said = self._said([*command, "--output", "json", "--quiet", "--compact", "--skip-check", ",".join(SKIPPED)])
        results = json.loads(said)["results"]["failed_checks"]
        return [f"checkov {each['check_id']}: {each['check_name']}: {each['resource']}" for each in results]

    def _said(self, command: list[str]) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def main() -> int:
    """Checks what is rendered; returns 1 where something is wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", action="store_true", help="also make mistakes, one at a time")
    parser.add_argument("folder", type=Path, help="where the tools are")
    arguments = parser.parse_args()
    tools, wrong = Tools(arguments.folder), 0
    for overlay in OVERLAYS:
        documents = rendered(overlay, tools.kubectl)
        found = [*_own(documents), *tools.problems(documents)]
        wrong += len(found)
        print(f"{overlay}: {len(documents)} documents, Kubernetes {' '.join(tools.versions)}: {len(found)} problems")
        for problem in found:
            print(f"  {problem}")
    for problem in proxying.problems(tools.caddy):
        wrong += 1
        print(problem)
    return int(wrong > 0) or (_missed(tools) if arguments.faults else 0)


def _own(documents: Documents) -> list[str]:
    return problems(documents, (*AGREEMENT, *HARDENING))


def _missed(tools: Tools) -> int:
    """Makes every mistake, one at a time; 1 where too many are not found."""
    right, missed = rendered("large", tools.kubectl), list[str]()
    for name, spoil in FAULTS.items():
        documents = deepcopy(right)
        spoil(documents)
        found = _own(documents) or tools.problems(documents)
        print(f"  {name}: {found[0] if found else 'NOT FOUND'}")
        missed += [] if found else [name]
    print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} mistakes are found; {LEAST_FOUND} must be")
    return int(len(FAULTS) - len(missed) < LEAST_FOUND)


if __name__ == "__main__":
    sys.exit(main())
