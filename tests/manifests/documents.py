"""Manifests as they are read: plain documents."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2] / "deploy" / "kubernetes"
BASE = ROOT / "base"
OVERLAYS = tuple(sorted(folder.name for folder in (ROOT / "overlays").iterdir()))

Document = dict[str, Any]
Documents = list[Document]


def base() -> Documents:
    """What stands in the files of the base: not rendered, so without what its patches add to all pods."""
    kustomization = yaml.safe_load((BASE / "kustomization.yaml").read_text())
    documents = [document for name in kustomization["resources"] for document in _read((BASE / name).read_text())]
    return [*documents, *map(_generated, kustomization["configMapGenerator"]), *_restoring()]


def rendered(overlay: str, kubectl: str) -> Documents:
    """An overlay as `kubectl apply -k` would apply it, and what databases are restored from."""
    command = [kubectl, "kustomize", str(ROOT / "overlays" / overlay)]
    return [*_read(subprocess.run(command, capture_output=True, text=True, check=True).stdout), *_restoring()]


def _restoring() -> Documents:
    """What no overlay applies: whoever restores databases does, as it stands."""
    return _read((ROOT / "restore.yaml").read_text())


def database_server() -> Document:
    """What PostgreSQL's operator is told of the server, beside the overlays."""
    told = _read((ROOT / "values" / "postgresql.yaml").read_text())
    spec: Document = of_kind(told, "Cluster")["postgresql"]["spec"]
    return spec


def of_kind(documents: Documents, kind: str) -> dict[str, Document]:
    """The documents of a kind, by name."""
    return {each["metadata"]["name"]: each for each in documents if each["kind"] == kind}


def pods(documents: Documents) -> Iterator[tuple[str, Document]]:
    """What pods are made of, with the name of what makes them."""
    for kind in ("Deployment", "Job"):
        for name, document in of_kind(documents, kind).items():
            yield name, document["spec"]["template"]
    for name, document in of_kind(documents, "CronJob").items():
        yield name, document["spec"]["jobTemplate"]["spec"]["template"]


def containers(documents: Documents) -> Iterator[tuple[str, Document, Document]]:
    """Each container, with the name of what makes its pod, and the pod's specification."""
    for name, pod in pods(documents):
        for container in pod["spec"]["containers"]:
            yield name, pod["spec"], container


def settings(documents: Documents) -> dict[str, str]:
    """The settings that all share."""
    for name, document in of_kind(documents, "ConfigMap").items():
        if name.startswith("redscience-settings"):
            return dict(document["data"])
    return {}


def environment(documents: Documents, container: Document) -> dict[str, str]:
    """What a container is told in plain: its own variables, and those that all share."""
    own = {each["name"]: str(each.get("value", "")) for each in container.get("env", ())}
    return settings(documents) | own


def _read(text: str) -> Documents:
    return [document for document in yaml.safe_load_all(text) if document]


def _generated(generator: Document) -> Document:
    data = dict(literal.split("=", 1) for literal in generator.get("literals", ()))
    data |= {name: (BASE / name).read_text() for name in generator.get("files", ())}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": generator["name"]}, "data": data}
