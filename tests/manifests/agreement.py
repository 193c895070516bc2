"""Whether manifests say what the code says: processes, settings, ports, health, arrows.

Every check yields what is wrong, each in a line. It looks at documents alone, rendered or not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from manifests.documents import Document, Documents, containers, database_server, environment, of_kind, settings
from redscience.api.batch.v1 import batch_pb2
from redscience.api.chat.v1 import chat_pb2
from redscience.api.house.v1 import choosing_pb2, house_pb2
from redscience.api.match.v1 import match_pb2
from redscience.api.players.v1 import players_pb2
from redscience.api.rating.v1 import rating_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.client.discovery import OFFERED
from services.kit.config import (
    ADDRESSES,
    SERVICES,
    SETTINGS,
    WITH_DATABASE,
    WITHOUT_ADDRESS,
    ConfigError,
    read_config,
    variables,
)
from services.kit.metrics import NAMES
from services.kit.postgres import MOST_CONNECTIONS
from services.laptop.backup import ORDER as BACKUP_ORDER
from services.laptop.plan import MODULES

Check = Callable[[Documents], Iterator[str]]

LEFT: Mapping[str, str] = {
    "LOOPBACK": "nothing listens on loopback here",
    "OUTBOX_SECRET_FILE": "the outbox is for loopback alone",
    "PROCESSES_FILE": "`redscience up` alone has one",
    "TRACES_FILE": "traces go out by OTEL_EXPORTER_OTLP_ENDPOINT",
    "PAUSE_MS": "as it is",
    "MOST_SEATS": "as it is",
    "MOST_CODES": "as it is",
    "NEWCOMERS": "everybody may come",
    "CONTACT": "the host's own",
    "BLOCKED_WORDS_FILE": "the platform's own list",
}
"""Settings that no manifest sets, and why."""

_PROTOS = {
    "players": (players_pb2,),
    "rules": (rules_pb2,),
    "match": (match_pb2, chat_pb2),
    "rating": (rating_pb2,),
    "house": (choosing_pb2, house_pb2),
    "batch": (batch_pb2,),
}
HEALTH: Mapping[str, frozenset[str]] = {
    name: frozenset(
        service.full_name for proto in _PROTOS.get(name, ()) for service in proto.DESCRIPTOR.services_by_name.values()
    )
    for name in SERVICES
}
"""The gRPC services of each process: by these its health is asked for."""
_BESIDE = 30
"""Connections of migrations, of the backup, and of those who look after PostgreSQL."""
_SCHEME = "traefik.ingress.kubernetes.io/service.serversscheme"
_PASSWORD = re.compile(r"://[^/@\s:]*:[^@\s]+@")


def processes(documents: Documents) -> Iterator[str]:
    """A Deployment for each service, and no other, which runs its module."""
    deployments = of_kind(documents, "Deployment")
    for name in sorted(set(SERVICES) ^ set(deployments)):
        yield f"{name}: {'has no Deployment' if name in SERVICES else 'is no service'}"
    for name, _, container in containers(documents):
        if name in SERVICES and container.get("args") != ["python", "-m", MODULES[name]]:
            yield f"{name}: runs {container.get('args')}, not python -m {MODULES[name]}"


def migrated(documents: Documents) -> Iterator[str]:
    """The Job migrates the database of each service that has one."""
    job = of_kind(documents, "Job").get("migrations")
    if job is None:
        yield "migrations: there is no Job"
        return
    wanted = {name: ["python", "-m", "services.kit.migrations", f"services.{name}"] for name in WITH_DATABASE}
    found = {each["name"]: each.get("args") for each in job["spec"]["template"]["spec"]["containers"]}
    if found != wanted:
        yield f"migrations: migrates {found}, not {wanted}"
    labelled = [each["kind"] for each in documents if _label(each) == "migrations"]
    if sorted(labelled) != ["Job", "NetworkPolicy"]:
        yield f"migrations: by its label alone {labelled} are applied, before all else"


def _label(document: Document) -> str:
    return str(document["metadata"].get("labels", {}).get("app.kubernetes.io/name", ""))


def backed_up(documents: Documents) -> Iterator[str]:
    """The CronJob copies the database of each service that has one, in the order in which `redscience host` does.

    What they are restored from, in the same order, has all that the CronJob has.
    """
    job = of_kind(documents, "CronJob").get("backup")
    if job is None:
        yield "backup: there is no CronJob"
        return
    if job["spec"].get("concurrencyPolicy") != "Forbid":
        yield "backup: two may run at once"
    scripts = of_kind(documents, "ConfigMap").get("backup", {}).get("data", {})
    for script in ("backup.sh", "restore.sh"):
        named = re.findall(r"(?:for service in |services=')([a-z ]+)(?:; do|')", scripts.get(script, ""))
        if named != [" ".join(BACKUP_ORDER)]:
            yield f"{script}: is for {named}, not {BACKUP_ORDER}"
    copying = job["spec"]["jobTemplate"]["spec"]["template"]
    if copying["spec"]["containers"][0].get("command") != ["bash", "/scripts/backup.sh"]:
        yield "backup: runs something else than its script"
    restoring = of_kind(documents, "Job").get("restore", {}).get("spec", {}).get("template", {})
    for name, pod in (("backup", copying), ("restore", restoring)):
        yield from _reaches_databases(name, pod)
        if _given(pod) != _given(copying):
            yield f"{name}: has another image, or other volumes, than what copies"


def _reaches_databases(name: str, pod: Document) -> Iterator[str]:
    spec = pod.get("spec", {})
    mounts = {each["name"] for each in spec.get("containers", [{}])[0].get("volumeMounts", ()) if each.get("readOnly")}
    held = {
        each["name"]
        for each in spec.get("volumes", ())
        if each.get("secret", {}).get("secretName") == f"redscience-{each['name']}"
    }
    if not held >= WITH_DATABASE or not mounts >= WITH_DATABASE:
        yield f"{name}: is told of the databases of {sorted(held & mounts)}"
    if _label({"metadata": {}} | pod) != "backup":
        yield f"{name}: has not the label by which the databases let it in"


def _given(pod: Document) -> tuple[object, ...]:
    spec = pod.get("spec", {})
    container = spec.get("containers", [{}])[0]
    return container.get("image"), container.get("volumeMounts"), spec.get("volumes")


def copied_by_the_servers_release(documents: Documents) -> Iterator[str]:
    """What copies the databases is of the server's release, or a later one: it refuses a server newer than itself."""
    server = _release(database_server().get("imageName", ""))
    if not server:
        yield "postgresql: the server's release is not said"
    for name, _, container in containers(documents):
        if name in {"backup", "restore"} and _release(container["image"]) < server:
            yield f"{name}: {container['image']} is older than the server, {database_server()['imageName']}"


def _release(image: str) -> tuple[int, ...]:
    """Of an image of PostgreSQL, as its tag begins with it; empty where it does not say which."""
    said = re.search(r":(\d+)\.(\d+)", image)
    return tuple(map(int, said.groups())) if said else ()


def variables_are_known(documents: Documents) -> Iterator[str]:
    """Every variable is a setting; those of one service alone are read by it."""
    known, of = set(variables()), {setting.variable: setting.of for setting in SETTINGS}
    for name in settings(documents):
        if name not in known:
            yield f"settings: {name} is no setting"
    for service, _, container in containers(documents):
        for each in container.get("env", ()):
            name = each["name"]
            if name not in known and not name.startswith("OTEL_"):
                yield f"{service}: {name} is no setting"
            elif service in SERVICES and service not in of.get(name.removesuffix("_FILE"), of.get(name, {service})):
                yield f"{service}: does not read {name}"


def settings_are_set(documents: Documents) -> Iterator[str]:
    """Every setting is set somewhere, or left with a reason."""
    given = set(settings(documents)) | {
        each["name"] for _, _, container in containers(documents) for each in container.get("env", ())
    }
    for setting in (*ADDRESSES.values(), *SETTINGS):
        is_given = setting.variable in given or f"{setting.variable}_FILE" in given
        if is_given == (setting.name in LEFT):
            yield f"settings: {setting.variable} is {'set, though left' if is_given else 'set nowhere'}"


def secrets_are_files(documents: Documents) -> Iterator[str]:
    """What holds a password is in no manifest, and comes in a file of the service's own Secret."""
    hidden = {setting.variable for setting in SETTINGS if setting.is_secret}
    for where, said in (("settings", settings(documents)), *_own_variables(documents)):
        for name, value in said.items():
            if name in hidden or _PASSWORD.search(value):
                yield f"{where}: {name} stands in plain"
    for name, _, container in containers(documents):
        if any("valueFrom" in each for each in container.get("env", ())):
            yield f"{name}: a variable comes from elsewhere; secrets are files"
    for name in of_kind(documents, "Secret"):
        yield f"{name}: a Secret stands in the manifests"


def files_are_mounted(documents: Documents) -> Iterator[str]:
    """Every file that is named is in a volume of the service's own Secret, which is mounted read-only."""
    for name, pod, container in containers(documents):
        mounts = {mount["mountPath"]: mount for mount in container.get("volumeMounts", ())}
        volumes = {volume["name"]: volume for volume in pod.get("volumes", ())}
        for variable, path in _files(container).items():
            mount = mounts.get(str(Path(path).parent))
            if mount is None or mount["name"] not in volumes:
                yield f"{name}: {variable} names {path}, where nothing is mounted"
            elif not mount.get("readOnly"):
                yield f"{name}: {mount['mountPath']} can be written"
            else:
                owner = container["name"] if name == "migrations" else name
                yield from _foreign(name, owner, volumes[mount["name"]], is_public="PUBLIC_KEY" in variable)


def _foreign(name: str, owner: str, volume: Document, *, is_public: bool) -> Iterator[str]:
    sources = volume.get("projected", {}).get("sources", ())
    held = {each["secret"]["name"] for each in sources if "secret" in each}
    held |= {volume["secret"]["secretName"]} if "secret" in volume else set()
    if held != {f"redscience-{owner}"}:
        yield f"{name}: has the secrets {sorted(held)}, not its own"
    if is_public and {"name": "redscience-public-keys"} not in [each.get("configMap") for each in sources]:
        yield f"{name}: the keys that check tokens are not mounted"


def starts(documents: Documents) -> Iterator[str]:
    """Each service reads what it is told, as it would at its start."""
    with TemporaryDirectory() as folder:
        files = _stand_ins(Path(folder))
        for name, _, container in containers(documents):
            if name not in SERVICES:
                continue
            told = environment(documents, container)
            told |= {variable: files.get(variable, variable) for variable in _files(container)}
            try:
                config = read_config(name, told)
            except ConfigError as error:
                yield from (f"{name}: {line}" for line in str(error).splitlines())
                continue
            if config.loopback:
                yield f"{name}: would have an outbox, and make who is first an Admin"
            yield from _ports_of(name, container, {"metrics": config.metrics_address, _port_name(name): config.address})


def _ports_of(name: str, container: Document, told: Mapping[str, str]) -> Iterator[str]:
    """The ports that are named are those that are listened on, from everywhere."""
    ports = {port["name"]: port["containerPort"] for port in container.get("ports", ())}
    listened = {port: address for port, address in told.items() if address}
    if set(ports) != set(listened):
        yield f"{name}: names the ports {sorted(ports)}, and listens on {sorted(listened)}"
    for port, address in listened.items():
        host, _, number = address.rpartition(":")
        if host != "0.0.0.0" or ports.get(port) != int(number):  # noqa: S104 - a pod has an address of its own
            yield f"{name}: listens on {address}, and names port {ports.get(port)} as {port}"


def _port_name(service: str) -> str:
    return "http" if service == "gateway" else "grpc"


def services_lead_to_pods(documents: Documents) -> Iterator[str]:
    """Whoever is dialled has a Service, headless where it speaks gRPC, that leads to its pods and port."""
    deployments, services = of_kind(documents, "Deployment"), of_kind(documents, "Service")
    told = settings(documents)
    for name, setting in ADDRESSES.items():
        host, _, port = told.get(setting.variable, "").partition(":")
        service = services.get(host)
        if service is None or host != name:
            yield f"{name}: {setting.variable} leads to {host or 'nowhere'}, which is not its Service"
            continue
        spec, (entry,) = service["spec"], service["spec"]["ports"]
        if str(entry["port"]) != port or entry["targetPort"] != _port_name(name):
            yield f"{name}: its Service has port {entry['port']} to {entry['targetPort']}, and is dialled at {port}"
        if (spec.get("clusterIP") == "None") != (name != "gateway"):
            yield f"{name}: its Service is{'' if name == 'gateway' else ' not'} headless"
        if name in deployments and spec["selector"] != _pod_selector(deployments[name]):
            yield f"{name}: its Service selects {spec['selector']}"


def _pod_selector(deployment: Document) -> Document:
    labels: Document = deployment["spec"]["selector"]["matchLabels"]
    return labels


def pods_are_their_own(documents: Documents) -> Iterator[str]:
    """Each Deployment selects its own pods, by the label that policies go by."""
    for name, deployment in of_kind(documents, "Deployment").items():
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        if (
            _pod_selector(deployment) != {"app.kubernetes.io/name": name}
            or labels.get("app.kubernetes.io/name") != name
        ):
            yield f"{name}: its pods are labelled {labels}"


def probes_ask_what_answers(documents: Documents) -> Iterator[str]:
    """Three probes, each asking what this process answers."""
    for name, _, container in containers(documents):
        if name not in SERVICES:
            continue
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            if probe not in container:
                yield f"{name}: has no {probe}"
            else:
                yield from _wrong_probe(name, probe, container)


def _wrong_probe(name: str, probe: str, container: Document) -> Iterator[str]:
    asked, ports = container[probe], {port["name"]: port["containerPort"] for port in container.get("ports", ())}
    if name == "gateway" or name in WITHOUT_ADDRESS:
        path = "/livez" if name in WITHOUT_ADDRESS or probe == "livenessProbe" else "/healthz"
        wanted = {"path": path, "port": "metrics" if path == "/livez" else "http"}
        if asked.get("httpGet") != wanted:
            yield f"{name}: its {probe} asks {asked.get('httpGet')}, not {wanted}"
        return
    grpc = asked.get("grpc") or {}
    if grpc.get("port") != ports.get("grpc"):
        yield f"{name}: its {probe} asks port {grpc.get('port')}, not {ports.get('grpc')}"
    named = grpc.get("service", "")
    if named and named not in HEALTH[name]:
        yield f"{name}: its {probe} asks for {named}, which it has not"
    if probe == "readinessProbe" and HEALTH[name] and not named:
        yield f"{name}: its {probe} does not say for what it asks"


def scalers_and_budgets(documents: Documents) -> Iterator[str]:
    """Whoever scales scales a Deployment by a metric that there is; every Deployment may lose a pod at a time."""
    deployments = of_kind(documents, "Deployment")
    for name, scaler in of_kind(documents, "HorizontalPodAutoscaler").items():
        spec = scaler["spec"]
        if spec["scaleTargetRef"]["name"] not in deployments or spec["scaleTargetRef"]["name"] != name:
            yield f"{name}: scales {spec['scaleTargetRef']['name']}"
        if not 1 < spec.get("minReplicas", 1) < spec["maxReplicas"]:
            yield f"{name}: scales from {spec.get('minReplicas', 1)} to {spec['maxReplicas']}"
        if "replicas" in deployments.get(name, {}).get("spec", {}):
            yield f"{name}: both its Deployment and what scales it say how many there are"
        named = [metric["pods"]["metric"]["name"] for metric in spec["metrics"] if metric["type"] == "Pods"]
        yield from (f"{name}: scales by {metric}, which there is not" for metric in named if metric not in NAMES)
    budgets = of_kind(documents, "PodDisruptionBudget")
    for name, deployment in deployments.items():
        spec = budgets.get(name, {}).get("spec", {})
        if spec.get("maxUnavailable") != 1 or spec.get("selector", {}).get("matchLabels") != _pod_selector(deployment):
            yield f"{name}: has no budget of one pod at a time"


def the_database_takes_all(documents: Documents) -> Iterator[str]:
    """PostgreSQL takes the connections of all replicas that there may be, while each service is replaced by another."""
    scalers, deployments = of_kind(documents, "HorizontalPodAutoscaler"), of_kind(documents, "Deployment")
    replicas = sum(
        scalers[name]["spec"]["maxReplicas"] if name in scalers else deployments[name]["spec"].get("replicas", 1)
        for name in WITH_DATABASE & deployments.keys()
    )
    wanted = (replicas + len(WITH_DATABASE)) * MOST_CONNECTIONS + _BESIDE
    has = int(database_server()["postgresql"]["parameters"]["max_connections"])
    if has < wanted:
        yield f"postgresql: takes {has} connections, and {replicas} replicas may want {wanted}"


def ways_in(documents: Documents) -> Iterator[str]:
    """From outside lead the pages' way to the gateway, and one way for each gRPC service; all with TLS."""
    ways: dict[str, str] = {}
    services = of_kind(documents, "Service")
    for name, ingress in of_kind(documents, "Ingress").items():
        safe = {host for each in ingress["spec"].get("tls", ()) for host in each["hosts"]}
        for rule in ingress["spec"]["rules"]:
            if rule.get("host") not in safe:
                yield f"{name}: {rule.get('host')} has no TLS"
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                ways[path["path"]] = backend["name"]
                ports = [port["name"] for port in services.get(backend["name"], {}).get("spec", {}).get("ports", ())]
                if backend["port"].get("name") not in ports:
                    yield f"{name}: {path['path']} leads to a port that {backend['name']} has not"
    wanted = {"/": "gateway"} | {f"/{full}": name for name in OFFERED for full in HEALTH[name]}
    for path in sorted(set(ways.items()) ^ set(wanted.items())):
        yield f"ways in: {path[0]} to {path[1]} is {'too much' if path in ways.items() else 'missing'}"
    for name in OFFERED:
        if services.get(name, {}).get("metadata", {}).get("annotations", {}).get(_SCHEME) != "h2c":
            yield f"{name}: what leads in speaks no HTTP/2 to it, and so no gRPC"


def _own_variables(documents: Documents) -> Iterator[tuple[str, dict[str, str]]]:
    for name, _, container in containers(documents):
        yield name, {each["name"]: str(each.get("value", "")) for each in container.get("env", ())}


def _files(container: Document) -> dict[str, str]:
    return {each["name"]: each.get("value", "") for each in container.get("env", ()) if each["name"].endswith("_FILE")}


def _stand_ins(folder: Path) -> dict[str, str]:
    """A file that can be used for every variable that names one."""
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    contents = {
        "DATABASE_URL": b"postgresql://user:password@postgresql-rw/match",
        "NATS_URL": b"nats://user:password@nats:4222",
        "BROKER_URL": b"redis://valkey:6379/0",
        "MAIL_URL": b"smtps://user:password@mail.example.org/?from=games@example.org",
        "PUBLIC_KEY": public,
        "PRIVATE_KEY": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        "SECRET": b"secret",
        "SERVICE_SECRETS": json.dumps(dict.fromkeys(SERVICES, "0" * 64)).encode(),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {f"REDSCIENCE_{name}_FILE": str(folder / name) for name in contents}
