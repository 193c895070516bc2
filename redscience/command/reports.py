"""`redscience reports`: what people have reported of what was said, for Admins, who hide it or let it stand."""

from __future__ import annotations

import argparse

from redscience.api.chat.v1.chat_pb2 import (
    HideMessageRequest,
    ListReportsRequest,
    ReportedMessage,
    ResolveReportRequest,
    ShowMessageRequest,
)
from redscience.command.output import plain, print_json, print_list, time_of
from redscience.command.server import Server, server_of

_PAGE = 50
COLUMNS = {
    "WHEN": lambda report: time_of(report.at_ms),
    "WHO": lambda report: report.message.player_name,
    "SAID": lambda report: report.message.text,
    "HIDDEN": lambda report: "yes" if report.message.is_hidden else "",
    "REPORTED BY": lambda report: report.reporter_name,
    "WHY": lambda report: report.reason,
    "DEALT WITH BY": lambda report: report.resolver_name,
    "MATCH": lambda report: report.match_id,
    "ID": lambda report: report.id,
}


def run(chosen: argparse.Namespace) -> int:
    """Does what is chosen about one; where nothing is, lists them, the newest first."""
    server = server_of(chosen)
    done = _done(server, chosen)
    if done is None:
        request = ListReportsRequest(limit=_PAGE, is_resolved=chosen.resolved)
        print_list(
            server.every_before(server.chat.ListReports, request, lambda answer: answer.reports), chosen, COLUMNS
        )
    elif chosen.json:
        print_json(plain(done))
    else:
        what = "is hidden" if done.message.is_hidden else "can be read"
        print(f"What {done.message.player_name} said {what}. The report was dealt with by {done.resolver_name}.")
    return 0


def _done(server: Server, chosen: argparse.Namespace) -> ReportedMessage | None:
    """The report about which something was done."""
    if chosen.hide is not None:
        return server.call(server.chat.HideMessage, HideMessageRequest(report_id=chosen.hide)).report
    if chosen.show is not None:
        return server.call(server.chat.ShowMessage, ShowMessageRequest(report_id=chosen.show)).report
    if chosen.resolve is not None:
        return server.call(server.chat.ResolveReport, ResolveReportRequest(report_id=chosen.resolve)).report
    return None
