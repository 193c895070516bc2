"""Mistakes, over fifty, made on purpose in manifests that are right: how many the checks find is how good they are."""

from __future__ import annotations

from collections.abc import Callable

from manifests.documents import Document, Documents, of_kind

Spoil = Callable[[Documents], object]


def _spec(documents: Documents, name: str, kind: str = "Deployment") -> Document:
    spec: Document = of_kind(documents, kind)[name]["spec"]
    return spec


def _pod(documents: Documents, name: str) -> Document:
    pod: Document = _spec(documents, name)["template"]["spec"]
    return pod


def _container(documents: Documents, name: str) -> Document:
    container: Document = _pod(documents, name)["containers"][0]
    return container


def _backup(documents: Documents) -> Document:
    container: Document = _spec(documents, "backup", "CronJob")["jobTemplate"]["spec"]["template"]["spec"][
        "containers"
    ][0]
    return container


def _rewrite(documents: Documents, script: str, old: str, new: str) -> None:
    scripts = of_kind(documents, "ConfigMap")["backup"]["data"]
    assert old in scripts[script]
    scripts[script] = scripts[script].replace(old, new)


def _pod_of_job(documents: Documents, name: str) -> Document:
    pod: Document = _spec(documents, name, "Job")["template"]
    return pod


def _mounted(documents: Documents, name: str) -> Document:
    volume: Document = next(each for each in _pod(documents, name)["volumes"] if each["name"] == "secrets")
    return volume


def _tell(documents: Documents, name: str, variable: str, value: str) -> None:
    variables = _container(documents, name)["env"]
    variables[:] = [each for each in variables if each["name"] != variable] + [{"name": variable, "value": value}]


def _untell(documents: Documents, name: str, variable: str) -> None:
    variables = _container(documents, name)["env"]
    variables[:] = [each for each in variables if each["name"] != variable]


def _set(documents: Documents, variable: str, value: str) -> None:
    for name, each in of_kind(documents, "ConfigMap").items():
        if name.startswith("redscience-settings"):
            each["data"][variable] = value


def _policy(documents: Documents, name: str) -> Document:
    return _spec(documents, name, "NetworkPolicy")


def _drop(documents: Documents, kind: str, name: str) -> None:
    documents.remove(of_kind(documents, kind)[name])


def _secret_in_plain(documents: Documents) -> None:
    documents.append(
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": "redscience-match", "namespace": "redscience"},
            "stringData": {"secret": "hush"},
        }
    )


FAULTS: dict[str, Spoil] = {
    # Processes, ports and probes
    "another module": lambda d: _container(d, "rating")["args"].__setitem__(2, "services.rules"),
    "another port of a container": lambda d: _container(d, "rules")["ports"][0].update(containerPort=7001),
    "listening on another port": lambda d: _tell(d, "rules", "REDSCIENCE_LISTEN", "0.0.0.0:7001"),
    "listening on loopback": lambda d: _tell(d, "players", "REDSCIENCE_LISTEN", "127.0.0.1:7000"),
    "a Service to another port": lambda d: _spec(d, "match", "Service")["ports"][0].update(port=7100),
    "a Service to another's pods": lambda d: _spec(d, "match", "Service").update(
        selector={"app.kubernetes.io/name": "rules"}
    ),
    "a Service that is not headless": lambda d: _spec(d, "match", "Service").pop("clusterIP"),
    "a published Service": lambda d: _spec(d, "gateway", "Service").update(type="LoadBalancer"),
    "no readiness probe": lambda d: _container(d, "match").pop("readinessProbe"),
    "no liveness probe": lambda d: _container(d, "chaos").pop("livenessProbe"),
    "a probe at another port": lambda d: _container(d, "match")["livenessProbe"]["grpc"].update(port=9090),
    "readiness asked for seldom": lambda d: _container(d, "match")["readinessProbe"].update(periodSeconds=10),
    "a probe for another's health": lambda d: _container(d, "match")["readinessProbe"]["grpc"].update(
        service="redscience.api.match.v1.Match"
    ),
    "a probe at another path": lambda d: _container(d, "gateway")["readinessProbe"]["httpGet"].update(path="/health"),
    "no time to start": lambda d: _container(d, "match")["startupProbe"].update(failureThreshold=3),
    # Settings and secrets
    "a misspelled setting": lambda d: _tell(d, "match", "REDSCIENCE_PAUS_MS", "100"),
    "a setting that is missing": lambda d: _untell(d, "match", "REDSCIENCE_DATABASE_URL_FILE"),
    "a setting of another service": lambda d: _tell(d, "rules", "REDSCIENCE_PRIVATE_KEY_FILE", "/secrets/private.pem"),
    "a value that cannot be": lambda d: _set(d, "REDSCIENCE_LOG_LEVEL", "loud"),
    "an address of nobody": lambda d: _set(d, "REDSCIENCE_RULES_ADDRESS", "rule:7000"),
    "everything as on a laptop": lambda d: _tell(d, "players", "REDSCIENCE_LOOPBACK", "1"),
    "a password in a variable": lambda d: _tell(
        d, "match", "REDSCIENCE_DATABASE_URL", "postgresql://match:hush@postgresql-rw/match"
    ),
    "a password in the settings": lambda d: _set(d, "REDSCIENCE_MAIL_URL", "smtps://u:hush@mail/?from=a@b.org"),
    "a Secret in the manifests": _secret_in_plain,
    "another's secrets": lambda d: _mounted(d, "chaos")["projected"]["sources"][0]["secret"].update(
        name="redscience-players"
    ),
    "secrets that can be written": lambda d: [
        each.update(readOnly=False) for each in _container(d, "match")["volumeMounts"] if each["name"] == "secrets"
    ],
    "secrets that are not mounted": lambda d: [
        each.update(mountPath="/secret") for each in _container(d, "match")["volumeMounts"] if each["name"] == "secrets"
    ],
    # Who reaches whom
    "nothing closed by default": lambda d: _drop(d, "NetworkPolicy", "nobody"),
    "a way in for everybody": lambda d: _policy(d, "match")["ingress"][0].pop("from"),
    "a way out to everywhere": lambda d: _policy(d, "match").update(egress=[{}]),
    "an arrow too many": lambda d: _policy(d, "rules")["egress"][0]["to"].append(
        {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "match"}}}
    ),
    "an arrow closed at its end": lambda d: _policy(d, "rules")["ingress"][0]["from"].pop(0),
    "an arrow to another port": lambda d: _policy(d, "gateway")["egress"][0]["ports"][0].update(port=7001),
    "a database open to the gateway": lambda d: _policy(d, "postgresql")["ingress"][0]["from"].append(
        {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "gateway"}}}
    ),
    "certificates that nobody can prove": lambda d: _drop(d, "NetworkPolicy", "certificates"),
    "an API of the cluster at one port alone": lambda d: _policy(d, "postgresql")["egress"][-1]["ports"].pop(),
    "NATS open to all namespaces": lambda d: _policy(d, "nats")["ingress"][0]["from"].append({"namespaceSelector": {}}),
    "mail to any address": lambda d: [
        each["ipBlock"].pop("except")
        for rule in _policy(d, "players")["egress"]
        for each in rule["to"]
        if "ipBlock" in each
    ],
    "pages without TLS": lambda d: _spec(d, "pages", "Ingress").pop("tls"),
    "a way in to a service without one": lambda d: _spec(d, "programs", "Ingress")["rules"][0]["http"]["paths"].append(
        {"path": "/x", "pathType": "Prefix", "backend": {"service": {"name": "chaos", "port": {"name": "grpc"}}}}
    ),
    "a way in that is missing": lambda d: _spec(d, "programs", "Ingress")["rules"][0]["http"]["paths"].pop(),
    "a way in without HTTP/2": lambda d: of_kind(d, "Service")["batch"]["metadata"].pop("annotations"),
    "a database that is not backed up": lambda d: _rewrite(d, "backup.sh", " match ", " "),
    "a database that is not restored": lambda d: _rewrite(d, "restore.sh", " players'", "'"),
    "a restore without what it restores": lambda d: _pod_of_job(d, "restore")["spec"]["volumes"].pop(0),
    "a restore that no database lets in": lambda d: _pod_of_job(d, "restore")["metadata"].pop("labels"),
    "a restore as root": lambda d: _pod_of_job(d, "restore")["spec"].pop("securityContext"),
    "a backup by an older release than the server's": lambda d: [
        each.update(image="docker.io/library/postgres:16.10")
        for each in (_backup(d), _pod_of_job(d, "restore")["spec"]["containers"][0])
    ],
    "migrations that cannot be applied alone": lambda d: of_kind(d, "NetworkPolicy")["migrations"]["metadata"].pop(
        "labels"
    ),
    "no backup": lambda d: _drop(d, "CronJob", "backup"),
    "backups beside one another": lambda d: _spec(d, "backup", "CronJob").update(concurrencyPolicy="Allow"),
    "more replicas than the database takes": lambda d: _spec(d, "rating", "HorizontalPodAutoscaler").update(
        maxReplicas=100
    ),
    # Rights
    "root": lambda d: _pod(d, "match")["securityContext"].update(runAsNonRoot=False, runAsUser=0),
    "an image that can be written": lambda d: _container(d, "match")["securityContext"].update(
        readOnlyRootFilesystem=False
    ),
    "a capability": lambda d: _container(d, "gateway")["securityContext"]["capabilities"].update(
        add=["NET_BIND_SERVICE"]
    ),
    "all rights": lambda d: _container(d, "gateway")["securityContext"].update(privileged=True),
    "no seccomp": lambda d: _pod(d, "rating")["securityContext"].update(seccompProfile={"type": "Unconfined"}),
    "a token of the cluster": lambda d: _pod(d, "rating").update(automountServiceAccountToken=True),
    "a folder of the node": lambda d: _pod(d, "worker")["volumes"].append({"name": "node", "hostPath": {"path": "/"}}),
    "the node's network": lambda d: _pod(d, "match").update(hostNetwork=True),
    # Life
    "no limits": lambda d: _container(d, "match")["resources"].pop("limits"),
    "no release in the image": lambda d: _container(d, "match").update(image="registry.example.org/redscience:latest"),
    "no budget": lambda d: _drop(d, "PodDisruptionBudget", "gateway"),
    "no time to drain": lambda d: _pod(d, "match").update(terminationGracePeriodSeconds=1),
    "waiting for a zone that is down": lambda d: _pod(d, "match")["topologySpreadConstraints"][0].pop(
        "nodeTaintsPolicy"
    ),
    "bulk before people": lambda d: _pod(d, "batch-worker").update(priorityClassName="redscience"),
    "a misspelled field": lambda d: _pod(d, "match").update(priorityClasName=_pod(d, "match").pop("priorityClassName")),
}
