"""What is deployed agrees with the code. `make check-deploy` looks at more: what is rendered, and by others' eyes."""

from __future__ import annotations

import re
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path

import pytest
import yaml
from manifests.agreement import HEALTH
from manifests.checks import AGREEMENT, problems
from manifests.documents import Document, Documents, base, database_server, of_kind
from manifests.faults import FAULTS
from prometheus_client.metrics import MetricWrapperBase

from redscience.client.discovery import OFFERED
from services.kit import metrics
from services.kit.config import DIALS, SERVICES, WITH_DATABASE, variables
from services.kit.metrics import NAMES
from services.laptop.hosted_keys import make
from services.laptop.nats_server import nats_server_path
from services.laptop.plan import MODULES

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCS = Path(__file__).parents[2] / "docs"
_RENDERED = {
    # What all pods share is added by a patch.
    "no time to start",
    "readiness asked for seldom",
    "a published Service",
    "bulk before people",
    "waiting for a zone that is down",
    "root",
    "a restore as root",
    "an image that can be written",
    "a capability",
    "all rights",
    "no seccomp",
    "a token of the cluster",
    "a folder of the node",
    "the node's network",
    "no limits",
    "no release in the image",
    "no time to drain",
    "a misspelled field",
}


@pytest.fixture(scope="module")
def right() -> Documents:
    return base()


def test_the_manifests_agree_with_the_code(right: Documents) -> None:
    assert problems(right, AGREEMENT) == []


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - _RENDERED))
def test_a_mistake_is_found(fault: str, right: Documents) -> None:
    documents = deepcopy(right)
    FAULTS[fault](documents)
    assert problems(documents, AGREEMENT)


def test_the_compose_file_runs_every_service_with_settings_that_there_are() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = {name: each for name, each in services.items() if name in SERVICES}
    assert sorted(ours) == sorted(SERVICES)
    known = set(variables())
    for name, each in ours.items():
        assert each["command"] == ["python", "-m", MODULES[name]]
        assert {variable for variable in each["environment"] if variable.startswith("REDSCIENCE_")} <= known
        assert not each.get("ports"), "only the proxy is published"
        port = each["environment"]["REDSCIENCE_METRICS_ADDRESS"].rpartition(":")[2]
        assert f":{port}/livez" in each["healthcheck"]["test"][-1]


def test_on_one_server_nothing_fills_the_disk_with_what_it_says_or_takes_all_memory(right: Documents) -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert all(each["logging"]["options"]["max-size"] for each in services.values())
    limits = {
        name: each["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"]
        for name, each in of_kind(right, "Deployment").items()
    }
    assert {name: services[name]["mem_limit"] for name in limits} == {
        name: limit.lower().removesuffix("i") for name, limit in limits.items()
    }


def test_what_services_stand_on_is_driven_out_after_what_is_computed_in_bulk(right: Documents) -> None:
    """A pod without a class has the priority 0: it goes first where there is no room, be it the database."""
    nats, valkey = _values("nats"), _values("valkey")
    named = {
        nats["podTemplate"]["merge"]["spec"]["priorityClassName"],
        valkey["priorityClassName"],
        database_server()["priorityClassName"],
    }
    classes = {name: each["value"] for name, each in of_kind(right, "PriorityClass").items()}
    assert [classes[name] for name in named] == [max(classes.values())]


def test_the_chart_of_nats_is_told_what_it_reads_and_may_run_where_it_is() -> None:
    """A key that it does not know it passes over; the namespace lets in nobody who may do more than they must."""
    values, known = _values("nats"), {"merge", "patch"}
    for part, others in {"container": set(), "reloader": set(), "podTemplate": {"topologySpreadConstraints"}}.items():
        assert values[part].keys() <= known | others
    pod = values["podTemplate"]["merge"]["spec"]["securityContext"]
    assert pod["runAsNonRoot"]
    assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
    for part in ("container", "reloader"):
        rights = values[part]["merge"]["securityContext"]
        assert not rights["allowPrivilegeEscalation"]
        assert rights["capabilities"] == {"drop": ["ALL"]}


def test_nats_finds_its_users_where_the_chart_puts_them(tmp_path: Path) -> None:
    values = _values("nats")
    (mounting,), (adding,) = values["container"]["patch"], values["podTemplate"]["patch"]
    assert (mounting["path"], adding["path"]) == ("/volumeMounts/-", "/spec/volumes/-")
    mount, volume = mounting["value"], adding["value"]
    assert mount["name"] == volume["name"]
    make(tmp_path / "secrets", mail="")
    users = tmp_path / mount["mountPath"].lstrip("/")
    users.mkdir(parents=True)
    for item in volume["secret"]["items"]:
        shutil.copy(tmp_path / "secrets" / "nats" / item["key"], users / item["path"])
    folder = tmp_path / "etc" / "nats-config"
    folder.mkdir()
    (folder / "nats.conf").write_text(f"{{ include {values['config']['merge']['$include']}; }}")
    command = [nats_server_path(), "-t", "--config", folder / "nats.conf"]
    tried = subprocess.run(command, check=False, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr


def test_the_overlay_of_the_page_leaves_no_host_of_ours(right: Documents) -> None:
    """What is a host's own stands in the base as an example; the page's overlay names it anew, all of it."""
    (printed,) = re.findall(r"```yaml\n(apiVersion: kustomize.*?)```", (DOCS / "hosting.md").read_text(), re.DOTALL)
    overlay = yaml.safe_load(printed)
    ours = "games.example.org"
    settings = {line.partition("=")[0] for line in overlay["configMapGenerator"][0]["literals"]}
    (data,) = [
        each["data"] for name, each in of_kind(right, "ConfigMap").items() if name.startswith("redscience-settings")
    ]
    assert settings == {name for name, value in data.items() if ours in value}
    assert [each["name"] for each in overlay["images"]] == ["registry.example.org/redscience"]
    ingresses = deepcopy(of_kind(right, "Ingress"))
    for patch in overlay["patches"]:
        for step in yaml.safe_load(patch["patch"]):
            *way, last = step["path"].strip("/").split("/")
            place = ingresses[patch["target"]["name"]]
            for key in way:
                place = place[int(key) if key.isdecimal() else key]
            place[int(last) if last.isdecimal() else last] = step["value"]
    assert ours not in yaml.safe_dump_all(ingresses.values())


@pytest.mark.parametrize("page", ["hosting.md", "runbook.md"])
def test_what_is_done_to_all_deployments_is_done_to_ours_alone(page: str) -> None:
    """Valkey is one, too, by its chart: stopped with the others, nobody would start it again."""
    commands = re.findall(
        r"kubectl [^\n`]*\b(?:scale|rollout restart) deployment(?!/)[^\n`]*", (DOCS / page).read_text()
    )
    assert commands
    assert [each for each in commands if "--selector app.kubernetes.io/part-of=redscience" not in each] == []


def _values(of: str) -> Document:
    values: Document = yaml.safe_load((DEPLOY / "kubernetes" / "values" / f"{of}.yaml").read_text())
    return values


def test_the_way_in_cuts_no_bot_off_and_hides_no_address() -> None:
    """A bot's stream is a request that does not end; where Traefik sees a node's address, so does the gateway."""
    traefik = _values("traefik")
    assert "--entryPoints.websecure.transport.respondingTimeouts.readTimeout=0" in traefik["additionalArguments"]
    assert traefik["service"]["spec"]["externalTrafficPolicy"] == "Local"


def test_no_folder_of_keys_that_the_pages_name_is_committed_by_mistake() -> None:
    """Whoever keeps an overlay of theirs in a branch adds what is new."""
    named = re.findall(r"services\.laptop\.hosted_keys (\w\S*)", (DOCS / "hosting.md").read_text())
    assert set(named) == {"deploy/secrets", "secrets"}
    assert {f"/{folder}/" for folder in named} <= set((DOCS.parent / ".gitignore").read_text().splitlines())


def test_one_server_backs_up_what_the_cluster_does(right: Documents) -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    backup = services["backup"]
    assert backup["image"] == services["postgresql"]["image"], "it refuses a server newer than itself"
    scripts = of_kind(right, "ConfigMap")["backup"]["data"]
    mounted = dict(each.removesuffix(":ro").rsplit(":", 1)[::-1] for each in backup["volumes"])
    assert mounted.pop("/backups")
    for name, content in scripts.items():
        assert (DEPLOY / mounted.pop(f"/scripts/{name}")).read_text() == content
    assert mounted == {f"/secrets/{name}/database-url": f"./secrets/{name}/database-url" for name in WITH_DATABASE}
    assert "bash /scripts/backup.sh" in backup["command"][-1]


def test_what_is_stopped_and_started_by_hand_is_all_of_it(right: Documents) -> None:
    (stopped,) = re.findall(r"compose\.yaml stop ([a-z -]+)", (DOCS / "hosting.md").read_text())
    assert sorted(stopped.split()) == sorted(SERVICES)
    (scaled,) = re.findall(r"for each in ([a-z ]+); do\n.*--current-replicas=0", (DOCS / "runbook.md").read_text())
    assert set(scaled.split()) == of_kind(right, "HorizontalPodAutoscaler").keys()


def test_the_proxy_of_one_server_leads_programs_to_all_that_they_may_call_and_no_further() -> None:
    file = (DEPLOY / "Caddyfile").read_text()
    paths = {name: set(re.findall(r"/([\w.]+)/\*", told)) for name, told in re.findall(r"@(\w+) path (.*)", file)}
    assert paths == {name: HEALTH[name] for name in OFFERED}
    led = dict(re.findall(r"reverse_proxy @(\w+) h2c://(\S+)", file))
    assert led == {name: f"{name}:7000" for name in OFFERED}


def test_the_arrows_of_the_docs_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| ([\w-]+) dials \| ([\w, -]+) \|", (DOCS / "architecture.md").read_text(), re.MULTILINE)
    told = {name: frozenset(whom.replace(" ", "").split(",")) - {"nobody"} for name, whom in rows}
    assert told == dict(DIALS)


def test_alerts_and_dashboards_ask_for_metrics_that_there_are() -> None:
    for file in sorted((DEPLOY / "monitoring").glob("*")):
        for name in re.findall(r"redscience_\w+?(?=_bucket|_sum|_count|_created|_total|\W|$)", file.read_text()):
            assert name in NAMES | {"redscience_runbook"}, f"{file.name}: {name}"


def alerts() -> dict[str, str]:
    """What each alert asks, by name."""
    groups = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text())["groups"]
    return {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"] if "alert" in rule}


def test_a_service_without_any_process_is_told_of(right: Documents) -> None:
    """`up` is 0 where a process does not answer; where there is none, there is no `up`."""
    asked = re.findall(r'absent\(up\{namespace="redscience", app="([\w-]+)"\}\)', alerts()["ServiceAbsent"])
    assert sorted(asked) == sorted(SERVICES)
    assert alerts()["ServiceAbsent"].count(" or ") == len(SERVICES) - 1
    assert set(of_kind(right, "Namespace")) == {"redscience"}
    (endpoint,) = yaml.safe_load((DEPLOY / "monitoring" / "pods.yaml").read_text())["spec"]["podMetricsEndpoints"]
    assert [each["targetLabel"] for each in endpoint["relabelings"]] == ["app"]


def test_alerts_and_dashboards_go_by_labels_that_there_are() -> None:
    labels = {
        family: set(metric._labelnames)
        for metric in vars(metrics).values()
        if isinstance(metric, MetricWrapperBase)
        for family in (each.name for each in metric.describe())
    }
    assert labels.keys() == NAMES
    for file in sorted((DEPLOY / "monitoring").glob("*")):
        said = file.read_text().replace('\\"', '"')
        for name, matchers in re.findall(r"(redscience_\w+?)(?:_bucket|_sum|_count|_total)?\{([^}]*)\}", said):
            assert set(re.findall(r'(\w+)(?:=~|!=|!~|=)"', matchers)) <= labels[name], f"{file.name}: {name}"


def test_whoever_scales_by_a_metric_of_ours_is_told_of_it(right: Documents) -> None:
    rules = yaml.safe_load((DEPLOY / "kubernetes" / "values" / "prometheus-adapter.yaml").read_text())["rules"]
    told = {rule["name"]["as"] for rule in rules["custom"]}
    asked = {
        metric["pods"]["metric"]["name"]
        for scaler in of_kind(right, "HorizontalPodAutoscaler").values()
        for metric in scaler["spec"]["metrics"]
        if metric["type"] == "Pods"
    }
    assert told == asked
    assert all(rule["seriesQuery"].partition("{")[0] == rule["name"]["as"] for rule in rules["custom"])


def test_a_night_without_a_backup_is_told_of(right: Documents) -> None:
    groups = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text())["groups"]
    (alert,) = [rule for group in groups for rule in group["rules"] if rule.get("alert") == "BackupMissed"]
    (job,) = of_kind(right, "CronJob")
    assert set(re.findall(r'cronjob="([\w-]+)"', alert["expr"])) == {job}
    assert set(re.findall(r'namespace="([\w-]+)"', alert["expr"])) == set(of_kind(right, "Namespace"))
    minute, hour, *rest = of_kind(right, "CronJob")[job]["spec"]["schedule"].split()
    assert rest == ["*", "*", "*"]
    assert minute.isdigit(), "once a night: 26 hours without one is a night too many"
    assert hour.isdigit()


def test_what_others_measure_is_asked_for_where_we_are(right: Documents) -> None:
    assert set(re.findall(r'\{namespace="([\w-]+)"\}', alerts()["VolumeFills"])) == set(of_kind(right, "Namespace"))
    (named,) = re.findall(r'\{name=~"([\w|-]+)"\}', alerts()["CertificateEnds"])
    kept = {tls["secretName"] for each in of_kind(right, "Ingress").values() for tls in each["spec"]["tls"]}
    assert set(named.split("|")) == kept


def test_pages_that_fail_are_told_of() -> None:
    """Pages are no calls: what they answer is counted by its status."""
    groups = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text())["groups"]
    (share,) = [
        rule["expr"]
        for group in groups
        for rule in group["rules"]
        if rule.get("record") == "redscience:http_errors:ratio5m"
    ]
    (failed,) = re.findall(r'redscience_http_seconds_count\{status=~"([^"]+)"\}', share)
    assert [status for status in (200, 404, 429, 500, 503) if re.fullmatch(failed, str(status))] == [500, 503]
    assert alerts()["PagesFail"].startswith("redscience:http_errors:ratio5m >")


def test_every_alert_has_a_line_of_the_runbook() -> None:
    groups = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yaml").read_text())["groups"]
    runbook = (DOCS / "runbook.md").read_text()
    for rule in (rule for group in groups for rule in group["rules"] if "alert" in rule):
        assert f"## {rule['alert']}\n" in runbook
        assert rule["annotations"]["runbook"].endswith(f"docs/runbook.md#{rule['alert'].lower()}")
