"""The language in which somebody reads the pages: what they have chosen here, else what their browser asks for."""

from __future__ import annotations

from flask import Flask, Response, g, has_request_context, request

from services.gateway.catalogues import LANGUAGES, SOURCE, catalogue
from services.gateway.security import LANGUAGE_COOKIE


def language() -> str:
    """The code of the language in which whoever asks now reads."""
    if not has_request_context():
        return SOURCE
    if "language" not in g:
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES), SOURCE)
    return str(g.language)


def gettext(text: str) -> str:
    """A text in the language in which whoever asks now reads."""
    return catalogue(language()).text(text)


def ngettext(one: str, many: str, count: int) -> str:
    """A text that depends on a count, likewise."""
    texts = catalogue(language())
    forms = texts.forms(one, many)
    return forms[texts.form_for(count)] if len(forms) > texts.form_for(count) else forms[-1]


def speak(app: Flask) -> None:
    """Gives the templates their texts: `_("…")`, `ngettext(…)`, `{% trans %}`."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals |= {"language": language, "languages": LANGUAGES}

    @app.after_request
    def vary(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.vary.update(("Accept-Language", "Cookie"))
        return response
