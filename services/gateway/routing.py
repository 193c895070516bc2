"""Routes whose addresses are built by few."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from werkzeug.routing import Rule


class LazyRule(Rule):
    """A rule that is made ready to build an address when the first is built.

    Werkzeug compiles two functions for each rule as it is added, which is three quarters of what an application costs
    to compose; pages build the addresses of a tenth of the rules.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build
