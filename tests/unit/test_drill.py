"""How `make drill` makes processes of manifests: what is wrong in one is not made right on the way."""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable
from copy import deepcopy
from itertools import count
from pathlib import Path

import pytest
import yaml
from drill.__main__ import main
from drill.run import IMAGE, MAIL, ROOT, lay_out
from drill.workloads import HOST, PROXY, Cluster, MisconfiguredError, command
from manifests.documents import BASE, Document, Documents, base, of_kind
from manifests.faults import FAULTS

from services.kit.config import DIALS, SERVICES, WITH_DATABASE, WITHOUT_ADDRESS, WITHOUT_BUS, read_config
from services.laptop.hosted_keys import make


def rendered_base() -> Documents:
    """The base, with what its patch adds to every pod and the drill reads."""
    documents, patch = base(), yaml.safe_load((BASE / "pods.yaml").read_text())["spec"]["template"]["spec"]
    (shared,) = patch.pop("containers")
    for deployment in of_kind(documents, "Deployment").values():
        pod = deployment["spec"]["template"]["spec"]
        (container,) = pod["containers"]
        _merge(container, shared)
        _merge(pod, patch)
    return documents


def _merge(into: Document, patch: Document) -> None:
    for key, value in patch.items():
        into[key] = into.get(key, []) + value if isinstance(value, list) else value


class Ports:
    """Numbers of ports, each another."""

    def __init__(self) -> None:
        self._numbers, self._given = count(20_000), dict[Hashable, int]()

    def __call__(self, key: Hashable) -> int:
        if key not in self._given:
            self._given[key] = next(self._numbers)
        return self._given[key]


@pytest.fixture(scope="module")
def right() -> Documents:
    return rendered_base()


def test_what_has_to_be_installed_is_said_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", ["drill", "/nowhere/kubectl"])
    assert main() == 2
    *_, last = capsys.readouterr().out.splitlines()
    assert last == "Redis is missing. Install it (Debian: apt-get install redis-server)."


def test_the_processes_of_the_drill_are_told_what_the_image_tells() -> None:
    *_, last = (ROOT / "deploy" / "Dockerfile").read_text().split("\nFROM ")
    (said,) = re.findall(r"^ENV ((?:.*\\\n)*.*)", last, re.MULTILINE)
    told = dict(each.split("=", 1) for each in said.replace("\\\n", " ").split())
    assert told["GRPC_VERBOSITY"] == "ERROR", "what gRPC notes would stand among the lines of JSON"
    of_the_image = {"PATH", "PYTHONDONTWRITEBYTECODE", "NUMBA_CPU_NAME", "REDSCIENCE_KERNELS"}
    assert {name: value for name, value in told.items() if name not in of_the_image} == {
        name: value for name, value in IMAGE.items() if name != "PYTHONPATH"
    }


def spoilt(right: Documents, fault: str) -> Cluster:
    documents = deepcopy(right)
    FAULTS[fault](documents)
    return Cluster(documents, Ports())


def test_every_pod_starts_with_what_its_manifest_says_and_dials_by_addresses_of_its_own(
    right: Documents, tmp_path: Path
) -> None:
    make(tmp_path / "secrets", mail=MAIL, postgresql="postgresql-rw:5432")
    cluster = Cluster(right, Ports(), {"postgresql-rw": f"{HOST}:15432"})
    workloads = cluster.workloads()
    assert {each.name for each in workloads} == set(SERVICES)
    listened = set()
    for workload in workloads:
        assert workload.replicas >= 2
        assert command(workload.container)[:2] == [sys.executable, "-m"]
        for pod in (f"{workload.name}-0", f"{workload.name}-1"):
            config = read_config(workload.name, lay_out(cluster, workload, pod, tmp_path))
            listened |= {config.address, config.metrics_address} - {""}
            assert (
                config.metrics_address == cluster.listening(pod, workload.liveness.port) or not workload.liveness.path
            )
            if workload.name in WITH_DATABASE:
                assert f"@{HOST}:15432/{workload.name}" in config.database_url
            if workload.name not in WITHOUT_BUS:
                assert config.nats_url.endswith(cluster.address(workload.name, "nats", 4222))
            for whom in DIALS[workload.name]:
                assert config.addresses[whom] == cluster.address(workload.name, whom, 7000)
                assert cluster.is_open(workload.name, whom, 7000)
    assert len(listened) == 2 * (2 * len(SERVICES) - len(WITHOUT_ADDRESS)), "each pod has ports of its own"
    assert not cluster.is_open("rules", "match", 7000), "no arrow, no way"
    assert cluster.is_open(PROXY, "gateway", "http")
    assert not cluster.is_open(PROXY, "house", "grpc")


def test_what_is_not_in_envfrom_is_not_told(right: Documents) -> None:
    documents = deepcopy(right)
    (container,) = of_kind(documents, "Deployment")["rating"]["spec"]["template"]["spec"]["containers"]
    del container["envFrom"]
    cluster = Cluster(documents, Ports())
    assert "REDSCIENCE_MATCH_ADDRESS" not in cluster.variables(container)


def test_ways_that_are_closed_or_lead_elsewhere_stay_so(right: Documents) -> None:
    assert not spoilt(right, "an arrow closed at its end").is_open("batch", "rules", 7000)
    with pytest.raises(MisconfiguredError, match="has no port 7000"):
        spoilt(right, "a Service to another port").targets("match", 7000)
    assert spoilt(right, "a Service to another's pods").targets("match", 7000).workload == "rules"
    with pytest.raises(MisconfiguredError, match="no Service rule"):
        spoilt(right, "an address of nobody").targets("rule", 7000)


def test_probes_ask_where_manifests_say(right: Documents) -> None:
    def of(name: str, fault: str) -> tuple[int, int]:
        (found,) = [each for each in spoilt(right, fault).workloads() if each.name == name]
        listen = next(each["value"] for each in found.container["env"] if each["name"] == "REDSCIENCE_LISTEN")
        return found.liveness.port, int(listen.rpartition(":")[2])

    assert of("match", "a probe at another port") == (9090, 7000)
    assert of("rules", "listening on another port") == (7000, 7001)
    with pytest.raises(MisconfiguredError, match="no readinessProbe"):
        of("match", "no readiness probe")
