"""All checks of our own: those that hold for the files as they stand, and those that hold once they are rendered."""

from __future__ import annotations

from manifests import agreement, arrows, hardening
from manifests.documents import Documents

AGREEMENT: tuple[agreement.Check, ...] = (
    agreement.processes,
    agreement.migrated,
    agreement.backed_up,
    agreement.copied_by_the_servers_release,
    agreement.variables_are_known,
    agreement.settings_are_set,
    agreement.secrets_are_files,
    agreement.files_are_mounted,
    agreement.starts,
    agreement.services_lead_to_pods,
    agreement.pods_are_their_own,
    agreement.probes_ask_what_answers,
    agreement.scalers_and_budgets,
    agreement.the_database_takes_all,
    agreement.ways_in,
    arrows.exactly_the_arrows,
    arrows.every_pod_has_a_policy,
)
HARDENING: tuple[agreement.Check, ...] = (
    hardening.no_rights,
    hardening.nobody_in_particular,
    hardening.resources_are_bounded,
    hardening.images_are_named,
    hardening.spread_and_drained,
    hardening.all_in_one_place,
    hardening.only_the_gateway_is_published,
)


def problems(documents: Documents, checks: tuple[agreement.Check, ...]) -> list[str]:
    """All that is wrong."""
    return [problem for check in checks for problem in check(documents)]
