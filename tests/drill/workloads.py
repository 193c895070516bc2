"""What manifests say of processes, and what that is on one machine, where no two can have the same port.

A name of the cluster becomes an address of this machine for each who dials it: so it can be open to one and closed to
another. Nothing is run here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from manifests.arrows import ADDRESSES, OUTSIDE, Arrow, opened
from manifests.documents import Document, Documents, of_kind

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - as manifests write it
BACKENDS: Mapping[str, str] = {
    "nats": "nats",
    "postgresql-rw": "postgresql",
    "valkey": "valkey",
    "mail.example.org": ADDRESSES,
}
"""What is not ours: under which name it is dialled, and whose pods those are."""
PROXY = f"{OUTSIDE}traefik"
"""Who brings in what comes through an Ingress."""

_LEAST_REPLICAS = 2
_AUTHORITY = re.compile(r"(?<=[@/])([a-z][a-z0-9.-]*):(\d+)(?=[/?]|\s*$)")
_ADDRESS = re.compile(r"([a-z0-9][a-z0-9.-]*):(\d+)")

PortOf = Callable[[Hashable], int]
"""A free port of this machine, the same each time for the same."""


class MisconfiguredError(Exception):
    """A manifest says what cannot be run."""


@dataclass(frozen=True, slots=True)
class Probe:
    """How it is seen whether a pod is well.

    Attributes:
        port: of the pod.
        path: that is asked for by HTTP; "" where gRPC's health is asked for.
        service: whose health.
        period_s, timeout_s: how often, and how long an answer may take.
        failures: so many in a row are believed.
    """

    port: int
    path: str
    service: str
    period_s: float
    timeout_s: float
    failures: int


@dataclass(frozen=True, slots=True)
class Workload:
    """What a Deployment runs.

    Attributes:
        name: of the Deployment.
        replicas: how many pods.
        container: as it is in the manifest.
        startup, liveness, readiness: probes.
        pause_s: how long a pod goes on after it was told that it leaves, before it is asked to end.
        grace_s: how long it may take from then on, all in all.
        memory_bytes: with more than so much it is killed.
        mounts: what is in each folder that is mounted: names of Secrets and ConfigMaps.
    """

    name: str
    replicas: int
    container: Document
    startup: Probe
    liveness: Probe
    readiness: Probe
    pause_s: float
    grace_s: float
    memory_bytes: int
    mounts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a Service leads.

    Attributes:
        workload: whose pods.
        port: of the pods.
    """

    workload: str
    port: int


class Cluster:
    """The manifests of one overlay.

    Args:
        documents: as they were rendered.
        port_of: gives ports of this machine.
        direct: addresses of this machine for hosts that need nobody between.
    """

    def __init__(self, documents: Documents, port_of: PortOf, direct: Mapping[str, str] = MappingProxyType({})) -> None:
        self._documents = documents
        self._port_of = port_of
        self._direct = direct
        self._begins, self._ends = opened(documents)
        self.dialled: dict[tuple[str, str, int], str] = {}
        """By who, host and port: at which port of this machine a host is found; whoever asked for one is in it."""

    def workloads(self) -> list[Workload]:
        """What is to run."""
        return [self._workload(name, each) for name, each in of_kind(self._documents, "Deployment").items()]

    def migrations(self) -> Iterator[tuple[str, list[str], dict[str, str], dict[str, tuple[str, ...]]]]:
        """What brings databases to the newest version: name, command, variables and mounts of each container."""
        pod = of_kind(self._documents, "Job")["migrations"]["spec"]["template"]["spec"]
        for container in pod["containers"]:
            yield container["name"], command(container), self.variables(container), mounts(pod, container)

    def targets(self, host: str, port: int | str) -> Target:
        """Where the Service of this name leads from its port.

        Raises:
            MisconfiguredError: there is none, or it leads nowhere.
        """
        service = of_kind(self._documents, "Service").get(host)
        if service is None:
            raise MisconfiguredError(f"There is no Service {host}.")
        spec = service["spec"]
        ports = [each for each in spec["ports"] if port in {each["port"], each.get("name")}]
        if not ports:
            raise MisconfiguredError(f"The Service {host} has no port {port}.")
        for name, deployment in of_kind(self._documents, "Deployment").items():
            template = deployment["spec"]["template"]
            if spec["selector"].items() <= template["metadata"]["labels"].items():
                (container,) = template["spec"]["containers"]
                return Target(name, _number(container, ports[0].get("targetPort", ports[0]["port"])))
        raise MisconfiguredError(f"The Service {host} leads to no pods.")

    def is_open(self, who: str, host: str, port: int | str) -> bool:
        """Whether NetworkPolicies let one dial a host."""
        if host in BACKENDS:
            whom = BACKENDS[host]
            arrow: Arrow = (who, whom, port)
            return arrow in self._begins and (whom == ADDRESSES or arrow in self._ends)
        target = self.targets(host, port)
        arrow = (who, target.workload, target.port)
        return arrow in self._ends and (who.startswith(OUTSIDE) or arrow in self._begins)

    def address(self, who: str, host: str, port: int) -> str:
        """Where one finds a host on this machine; where nobody listens, if that is closed to it."""
        if host in self._direct and self.is_open(who, host, port):
            return self._direct[host]
        return self.dialled.setdefault((who, host, port), f"{HOST}:{self._port_of((who, host, port))}")

    def listening(self, pod: str, port: int) -> str:
        """Where a pod listens on this machine, for a port of its own."""
        return f"{HOST}:{self._port_of((pod, port))}"

    def told(self, workload: Workload, pod: str, folder: Path) -> dict[str, str]:
        """The variables of a pod, whose mounts are folders within this one."""
        variables = self.variables(workload.container)
        return {
            name: self.here(workload.name, workload.mounts, pod, folder, value) for name, value in variables.items()
        }

    def secret(self, who: str, text: str) -> str:
        """What stands in a Secret, with the addresses of this machine in its URLs."""
        return _AUTHORITY.sub(lambda found: self.address(who, found[1], int(found[2])), text)

    def routes(self) -> Iterator[tuple[str, str, str, int | str]]:
        """What Ingresses lead in: host, beginning of the path, and to which port of which Service."""
        for ingress in of_kind(self._documents, "Ingress").values():
            for rule in ingress["spec"]["rules"]:
                for each in rule["http"]["paths"]:
                    service = each["backend"]["service"]
                    yield (
                        rule["host"],
                        each["path"],
                        service["name"],
                        service["port"].get("name") or service["port"]["number"],
                    )

    def here(self, who: str, mounted: Mapping[str, tuple[str, ...]], pod: str, folder: Path, value: str) -> str:
        """What a variable says, on this machine."""
        for mount in mounted:
            if value.startswith(f"{mount}/"):
                return str(folder / mount.strip("/") / value.removeprefix(f"{mount}/"))
        address = _ADDRESS.fullmatch(value)
        if address is None:
            return value
        if address[1] == EVERYWHERE:
            return self.listening(pod, int(address[2]))
        if address[1] in {host for host, _, _, _ in self.routes()}:
            return self.address(OUTSIDE, address[1], int(address[2]))
        return self.address(who, address[1], int(address[2]))

    def variables(self, container: Document) -> dict[str, str]:
        """What a container is told, as it stands in the manifests."""
        shared = dict[str, str]()
        for source in container.get("envFrom", ()):
            shared |= of_kind(self._documents, "ConfigMap")[source["configMapRef"]["name"]]["data"]
        return shared | {each["name"]: str(each.get("value", "")) for each in container.get("env", ())}

    def _workload(self, name: str, deployment: Document) -> Workload:
        pod = deployment["spec"]["template"]["spec"]
        (container,) = pod["containers"]
        scaled = [
            each["spec"]["minReplicas"]
            for each in of_kind(self._documents, "HorizontalPodAutoscaler").values()
            if each["spec"]["scaleTargetRef"]["name"] == name
        ]
        probes = {each: _probe(name, container, f"{each}Probe") for each in ("startup", "liveness", "readiness")}
        return Workload(
            name=name,
            replicas=max(_LEAST_REPLICAS, deployment["spec"].get("replicas", 1), *scaled),
            container=container,
            pause_s=float(container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)),
            grace_s=float(pod.get("terminationGracePeriodSeconds", 30)),
            memory_bytes=_bytes(container["resources"]["limits"]["memory"]),
            mounts=mounts(pod, container),
            **probes,
        )


def command(container: Document) -> list[str]:
    """What a container runs, by the Python of this process.

    Raises:
        MisconfiguredError: it runs something else than Python.
    """
    words = [*container.get("command", ()), *container.get("args", ())]
    if words[:1] != ["python"]:
        raise MisconfiguredError(f"{container['name']} runs {words}; only what Python runs can be run here.")
    return [sys.executable, *words[1:]]


def mounts(pod: Document, container: Document) -> dict[str, tuple[str, ...]]:
    """The Secrets and ConfigMaps in each folder that is mounted."""
    volumes = {each["name"]: each for each in pod.get("volumes", ())}
    return {
        each["mountPath"]: tuple(_sources(volumes[each["name"]]))
        for each in container.get("volumeMounts", ())
        if each["name"] in volumes
    }


def _sources(volume: Document) -> Iterator[str]:
    if "secret" in volume:
        yield volume["secret"]["secretName"]
    for source in volume.get("projected", {}).get("sources", ()):
        for kind in ("secret", "configMap"):
            if kind in source:
                yield source[kind]["name"]


def _probe(name: str, container: Document, kind: str) -> Probe:
    said = container.get(kind)
    if said is None:
        raise MisconfiguredError(f"{name} has no {kind}.")
    how: dict[str, Any] = said.get("grpc") or said.get("httpGet")
    return Probe(
        port=_number(container, how["port"]),
        path=how.get("path", ""),
        service=how.get("service", ""),
        period_s=said.get("periodSeconds", 10),
        timeout_s=said.get("timeoutSeconds", 1),
        failures=said.get("failureThreshold", 3),
    )


def _number(container: Document, port: str | int) -> int:
    """A port by its number, or by its name in a container."""
    if isinstance(port, int):
        return port
    for each in container.get("ports", ()):
        if each["name"] == port:
            return int(each["containerPort"])
    raise MisconfiguredError(f"{container['name']} names no port {port}.")


def _bytes(said: str) -> int:
    number, unit = re.fullmatch(r"(\d+)(Ki|Mi|Gi)", said).groups()  # type: ignore[union-attr]
    return int(number) << {"Ki": 10, "Mi": 20, "Gi": 30}[unit]
