"""Whether the NetworkPolicies let through exactly the arrows of the code: open at both ends, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from manifests.documents import Document, Documents, of_kind
from redscience.client.discovery import OFFERED
from services.kit.config import DIALS, SERVICES, WITH_BROKER, WITH_DATABASE, WITHOUT_BUS

Arrow = tuple[str, str, int]
"""Who, whom, at which port."""

OUTSIDE = "namespace "
ADDRESSES = "addresses"
_GRPC, _WEB, _METRICS, _NATS, _CLUSTER, _POSTGRESQL, _VALKEY, _NAMES = 7000, 8000, 9090, 4222, 6222, 5432, 6379, 53
_MAIL = (465, 587)
_API = frozenset({443, 6443})
_HTTP_01 = 8089
_THEIR_OWN = {
    ("nats", "nats", _CLUSTER),
    ("postgresql", "postgresql", _POSTGRESQL),
    (f"{OUTSIDE}cnpg-system", "postgresql", 8000),
    *(("postgresql", ADDRESSES, port) for port in _API),
    (f"{OUTSIDE}traefik", "certificates", _HTTP_01),
}
"""What NATS and PostgreSQL say among themselves, and to those who look after them, and who certifies the host."""
_LABELLED_OTHERWISE: tuple[tuple[Document, str], ...] = (
    ({"cnpg.io/cluster": "postgresql"}, "postgresql"),
    ({"acme.cert-manager.io/http01-solver": "true"}, "certificates"),
)
"""The pods that others make, by their labels."""


def wanted() -> set[Arrow]:
    """What the code does."""
    arrows = {(name, each, _GRPC) for name in SERVICES for each in DIALS[name]}
    arrows |= {(name, "nats", _NATS) for name in SERVICES if name not in WITHOUT_BUS}
    arrows |= {(name, "postgresql", _POSTGRESQL) for name in (*WITH_DATABASE, "migrations", "backup")}
    arrows |= {(name, "valkey", _VALKEY) for name in WITH_BROKER}
    arrows |= {(f"{OUTSIDE}monitoring", name, _METRICS) for name in SERVICES}
    arrows |= {(f"{OUTSIDE}traefik", name, _GRPC) for name in OFFERED} | {(f"{OUTSIDE}traefik", "gateway", _WEB)}
    arrows |= {("players", ADDRESSES, port) for port in _MAIL}
    return arrows | _THEIR_OWN


def exactly_the_arrows(documents: Documents) -> Iterator[str]:
    """Every arrow is open at both of its ends, and there is no other end."""
    policies = of_kind(documents, "NetworkPolicy")
    yield from _default(policies)
    for name, policy in policies.items():
        for side, rules in (("to", "egress"), ("from", "ingress")):
            for rule in policy["spec"].get(rules, ()) if _who(policy["spec"]["podSelector"]) else ():
                yield from _open(name, rule, side)
    begins, ends = opened(documents)
    yield from _differences("leaves", {a for a in wanted() if not a[0].startswith(OUTSIDE)}, begins)
    yield from _differences("enters", {a for a in wanted() if a[1] != ADDRESSES}, ends)


def opened(documents: Documents) -> tuple[set[Arrow], set[Arrow]]:
    """The arrows that may leave, and those that may enter: a connection needs both."""
    begins, ends = set[Arrow](), set[Arrow]()
    for policy in of_kind(documents, "NetworkPolicy").values():
        spec = policy["spec"]
        who = _who(spec["podSelector"])
        if not who:
            continue
        for rule in spec.get("egress", ()):
            begins |= {(who, whom, port) for whom in _peers(rule, "to") for port in _ports(rule)}
        for rule in spec.get("ingress", ()):
            ends |= {(other, who, port) for other in _peers(rule, "from") for port in _ports(rule)}
    return begins, ends


def every_pod_has_a_policy(documents: Documents) -> Iterator[str]:
    """A policy of its own for each that runs here, for both directions."""
    policies = of_kind(documents, "NetworkPolicy")
    for name in (*SERVICES, "migrations", "backup"):
        spec = policies.get(name, {}).get("spec", {})
        if _who(spec.get("podSelector", {})) != name or set(spec.get("policyTypes", ())) != {"Ingress", "Egress"}:
            yield f"{name}: has no policy of its own for both directions"


def _default(policies: dict[str, Document]) -> Iterator[str]:
    nobody = policies.get("nobody", {}).get("spec", {})
    both = {"Ingress", "Egress"}
    if (
        nobody.get("podSelector") != {}
        or set(nobody.get("policyTypes", ())) != both
        or nobody.keys() & {"ingress", "egress"}
    ):
        yield "policies: nothing is closed by default"
    for name, policy in policies.items():
        if policy["spec"]["podSelector"] == {} and name not in ("nobody", "names"):
            yield f"{name}: a policy for all pods"
    names = policies.get("names", {}).get("spec", {})
    rules = names.get("egress", [])
    if names.get("ingress") or len(rules) != 1 or _ports(rules[0]) != {_NAMES} or not rules[0].get("to"):
        yield "names: opens something else than the look-up of names"


def _open(name: str, rule: Document, side: str) -> Iterator[str]:
    if not rule.get(side) or not rule.get("ports"):
        yield f"{name}: a rule without {side if not rule.get(side) else 'ports'} opens everything"
    for peer in rule.get(side, ()):
        selectors = [peer.get(each) for each in ("podSelector", "namespaceSelector") if each in peer]
        if "ipBlock" not in peer and (not selectors or not all(selectors)):
            yield f"{name}: a rule is for everybody"
        if "ipBlock" in peer and not (side == "to" and (_is_outward(peer["ipBlock"]) or _ports(rule) == _API)):
            yield f"{name}: a rule is for all addresses"


def _is_outward(block: Document) -> bool:
    """Whether it leaves out the cluster's own networks."""
    return {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"} <= set(block.get("except", ()))


def _peers(rule: Document, side: str) -> set[str]:
    return {_peer(peer) for peer in rule.get(side, ())}


def _peer(peer: Document) -> str:
    if "ipBlock" in peer:
        return ADDRESSES
    if "namespaceSelector" in peer:
        labels = (peer["namespaceSelector"] or {}).get("matchLabels", {})
        return OUTSIDE + labels.get("kubernetes.io/metadata.name", "?")
    return _who(peer["podSelector"]) or "?"


def _who(selector: Document) -> str:
    labels = (selector or {}).get("matchLabels", {})
    own = str(labels.get("app.kubernetes.io/name", ""))
    return next((name for theirs, name in _LABELLED_OTHERWISE if labels == theirs), own)


def _ports(rule: Document) -> set[int]:
    return {port.get("port", 0) for port in rule.get("ports", ())}


def _differences(what: str, arrows: set[Arrow], found: set[Arrow]) -> Iterator[str]:
    for who, whom, port in sorted(found ^ arrows):
        state = "is open, and nobody needs it" if (who, whom, port) in found else "is closed"
        yield f"policies: what {what} from {who} to {whom}:{port} {state}"
