"""Whether pods may do no more than they must. Looks at what is rendered: all of it comes from two patches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from manifests.documents import Document, Documents, containers, of_kind, pods
from services.kit.config import SERVICES

_CLUSTER_WIDE = frozenset({"Namespace", "PriorityClass"})
_RIGHTS = {
    "allowPrivilegeEscalation": False,
    "readOnlyRootFilesystem": True,
    "privileged": False,
    "capabilities": {"drop": ["ALL"]},
}
_POD = {"automountServiceAccountToken": False, "enableServiceLinks": False, "serviceAccountName": "redscience"}
_SHARES = ("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace")
_VOLUMES = {"emptyDir", "projected", "secret"}
_KEEPS = {"backup", "restore"}
"""They run programs of PostgreSQL, and have a disk of their own."""
_BULK = "batch-worker"
_LONGEST_DRAIN_S, _LONGEST_START_S, _LONGEST_UNNOTICED_S = 10, 60, 5


def no_rights(documents: Documents) -> Iterator[str]:
    """No container has a right, nor writes to its image."""
    for name, _, container in containers(documents):
        rights = container.get("securityContext", {})
        yield from (
            f"{name}: {right} is {rights.get(right)}"
            for right, wanted in _RIGHTS.items()
            if rights.get(right) != wanted
        )
        for weaker in rights.keys() - _RIGHTS.keys():
            yield f"{name}: a container says {weaker} for itself"


def nobody_in_particular(documents: Documents) -> Iterator[str]:
    """Pods run as nobody, under seccomp, and know nothing of the cluster."""
    for name, pod in pods(documents):
        spec = pod["spec"]
        context = spec.get("securityContext", {})
        if context.get("runAsNonRoot") is not True or context.get("runAsUser", 0) < 10_000:
            yield f"{name}: may run as root, or as somebody of the node"
        if context.get("seccompProfile") != {"type": "RuntimeDefault"}:
            yield f"{name}: is not under seccomp"
        yield from (f"{name}: {key} is {spec.get(key)}" for key, wanted in _POD.items() if spec.get(key) != wanted)
        yield from (f"{name}: {share} is on" for share in _SHARES if spec.get(share))
        for volume in spec.get("volumes", ()):
            kind = next(key for key in volume if key != "name")
            if kind not in _VOLUMES | ({"persistentVolumeClaim", "configMap"} if name in _KEEPS else set()):
                yield f"{name}: has a volume of kind {kind}"


def resources_are_bounded(documents: Documents) -> Iterator[str]:
    """Every container says what it needs, and may take no more than its limit."""
    for name, _, container in containers(documents):
        resources = container.get("resources", {})
        for side in ("requests", "limits"):
            if not {"cpu", "memory"} <= resources.get(side, {}).keys():
                yield f"{name}: does not say its {side}"
    for name, pod in pods(documents):
        for volume in pod["spec"].get("volumes", ()):
            if "emptyDir" in volume and "sizeLimit" not in (volume["emptyDir"] or {}):
                yield f"{name}: {volume['name']} may grow without end"


def images_are_named(documents: Documents) -> Iterator[str]:
    """One image of one release for all that is ours."""
    images = {container["image"] for name, _, container in containers(documents) if name not in _KEEPS}
    if len(images) != 1:
        yield f"images: there are {sorted(images)}"
    for image in images | {container["image"] for _, _, container in containers(documents)}:
        if not re.fullmatch(r"[^\s:@]+(:\d+)?(/[^\s:@]+)+(:\d[\w.-]*|@sha256:[0-9a-f]{64})", image):
            yield f"images: {image} does not say which release"


def spread_and_drained(documents: Documents) -> Iterator[str]:
    """Replicas stand apart, are replaced without a gap, and have time to drain; what is in bulk gives way."""
    priorities = {name: each["value"] for name, each in of_kind(documents, "PriorityClass").items()}
    yield from _out_of_order(documents, priorities)
    for name, deployment in of_kind(documents, "Deployment").items():
        spec = deployment["spec"]
        pod = spec["template"]["spec"]
        spread = pod.get("topologySpreadConstraints", ())
        if {each["topologyKey"] for each in spread} != {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}:
            yield f"{name}: its replicas may all stand in one place"
        if any(each.get("nodeTaintsPolicy") != "Honor" for each in spread):
            yield f"{name}: waits for a zone that is down"
        if pod.get("priorityClassName") not in priorities:
            yield f"{name}: has no priority that there is"
        rolling = spec.get("strategy", {}).get("rollingUpdate", {})
        if rolling.get("maxUnavailable") != 0 or not rolling.get("maxSurge"):
            yield f"{name}: is replaced with a gap"
        if spec.get("replicas", 2) < 1:
            yield f"{name}: does not run"
        yield from _times(name, pod)


def _out_of_order(documents: Documents, priorities: Mapping[str, int]) -> Iterator[str]:
    named = {name: pod["spec"].get("priorityClassName") for name, pod in pods(documents)}
    bulk = priorities.get(named[_BULK])
    others = [priorities[each] for name, each in named.items() if name in SERVICES and each in priorities]
    if (bulk is not None and others.count(bulk) > 1) or bulk != min(others, default=bulk):
        yield f"{_BULK}: does not give way to what people wait for"


def _times(name: str, pod: Document) -> Iterator[str]:
    if pod.get("terminationGracePeriodSeconds", 30) < _LONGEST_DRAIN_S:
        yield f"{name}: has no time to drain"
    (container,) = pod["containers"]
    if "sleep" not in container.get("lifecycle", {}).get("preStop", {}):
        yield f"{name}: leaves before others have heard of it"
    startup = container.get("startupProbe", {})
    if startup and startup.get("periodSeconds", 10) * startup.get("failureThreshold", 3) < _LONGEST_START_S:
        yield f"{name}: has no time to start"
    if _noticed_s(container.get("readinessProbe", {})) > _LONGEST_UNNOTICED_S:
        yield f"{name}: is called for more than five seconds after it has stood still"
    for probe in ("livenessProbe", "readinessProbe"):
        if container.get(probe, {}).get("initialDelaySeconds"):
            yield f"{name}: its {probe} waits, which the startup probe is for"


def _noticed_s(probe: Document) -> float:
    """So long it takes at most until a container that answers no more is not ready: Kubernetes asks one by one."""
    period, timeout = probe.get("periodSeconds", 10), probe.get("timeoutSeconds", 1)
    return float(period + (probe.get("failureThreshold", 3) - 1) * max(period, timeout) + timeout)


def all_in_one_place(documents: Documents) -> Iterator[str]:
    """Everything is in the namespace, which is closed to what pods must not have."""
    (namespace,) = of_kind(documents, "Namespace").values()
    labels = namespace["metadata"].get("labels", {})
    if labels.get("pod-security.kubernetes.io/enforce") != "restricted":
        yield "namespace: does not enforce the restricted standard"
    for document in documents:
        kind, metadata = document["kind"], document["metadata"]
        if kind not in _CLUSTER_WIDE and metadata.get("namespace") != namespace["metadata"]["name"]:
            yield f"{metadata['name']}: {kind} in namespace {metadata.get('namespace')}"
    accounts = of_kind(documents, "ServiceAccount")
    if accounts.get("redscience", {}).get("automountServiceAccountToken") is not False:
        yield "redscience: the ServiceAccount hands out tokens"
    for kind in ("Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"):
        yield from (f"{name}: a {kind}, which nothing here needs" for name in of_kind(documents, kind))


def only_the_gateway_is_published(documents: Documents) -> Iterator[str]:
    """Nothing is reached but through the Ingress."""
    for name, service in of_kind(documents, "Service").items():
        if service["spec"].get("type", "ClusterIP") != "ClusterIP" or service["spec"].get("externalIPs"):
            yield f"{name}: its Service is published"
