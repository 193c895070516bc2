"""What mails say, in each language that they speak."""

from __future__ import annotations

from dataclasses import dataclass

SOURCE = "en"
"""Spoken to whoever asks in a language that is not here."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail that brings a code, as it is worded.

    Attributes:
        subject: its subject.
        code: with `{code}`, the code, and `{minutes}`, how long it works.
        link: with `{link}`, the address that does the same; left out where there is none.
        end: what nobody needs to do who did not ask.
    """

    subject: str
    code: str
    link: str
    end: str

    def body(self, *, code: str, minutes: int, link: str) -> str:
        """The text of the mail; `link` is "" where there is none."""
        parts = [self.code.format(code=code, minutes=minutes)]
        if link:
            parts.append(self.link.format(link=link))
        return "\n\n".join([*parts, self.end]) + "\n"


@dataclass(frozen=True, slots=True)
class Notice:
    """A mail that says what has happened.

    Attributes:
        subject: its subject.
        body: its text, with `{days}`, for how long it can be undone.
    """

    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class Letters:
    """All mails in one language.

    Attributes:
        log_in: brings the code that logs in.
        new_address: brings the code by which another address is confirmed, to that.
        former_address: tells the address before it.
        erasure: brings the code by which somebody erases themself.
    """

    log_in: Letter
    new_address: Letter
    former_address: Notice
    erasure: Letter


LETTERS = {
    SOURCE: Letters(
        log_in=Letter(
            "Your code for redscience",
            "Your code is {code}.\n\n"
            "Enter it on the page that asked for your address. It works once, within {minutes} minutes.",
            "Or open this link in the browser that asked for the code:\n{link}",
            "If you did not ask for it, you need do nothing: without this mail nobody gets in.",
        ),
        new_address=Letter(
            "Confirm your new address for redscience",
            "Your code is {code}.\n\n"
            "Enter it in your settings, and you log in with this address from then on. It works once, within {minutes}"
            " minutes.",
            "",
            "If you did not ask for it, you need do nothing: without this code nothing changes.",
        ),
        former_address=Notice(
            "Your address for redscience has changed",
            "You have confirmed another address, and now log in to redscience with that one.\n\n"
            "If this was not you, log in with this address within {days} days: then your player is yours again, by this"
            " address, and logged out everywhere else. After that this address no longer leads to your player.\n",
        ),
        erasure=Letter(
            "Confirm that you want to be erased from redscience",
            "Your code is {code}.\n\n"
            "Enter it in your settings, and you are erased for good. It works once, within {minutes} minutes.",
            "",
            "If you did not ask for it, somebody else is using redscience as you. Tell nobody the code, log in, and"
            ' choose "Log out everywhere else" in your settings.',
        ),
    ),
    "de": Letters(
        log_in=Letter(
            "Dein Code für redscience",
            "Dein Code ist {code}.\n\n"
            "Gib ihn auf der Seite ein, die nach deiner Adresse gefragt hat. Er gilt einmal, {minutes} Minuten lang.",
            "Oder öffne diesen Link in dem Browser, der den Code angefordert hat:\n{link}",
            "Hast du ihn nicht angefordert, musst du nichts tun: Ohne diese Mail kommt niemand hinein.",
        ),
        new_address=Letter(
            "Bestätige deine neue Adresse für redscience",
            "Dein Code ist {code}.\n\n"
            "Gib ihn in deinen Einstellungen ein, dann meldest du dich mit dieser Adresse an. Er gilt einmal, {minutes}"
            " Minuten lang.",
            "",
            "Hast du ihn nicht angefordert, musst du nichts tun: Ohne diesen Code ändert sich nichts.",
        ),
        former_address=Notice(
            "Deine Adresse für redscience wurde geändert",
            "Du hast eine andere Adresse bestätigt und meldest dich bei redscience ab jetzt mit ihr an.\n\n"
            "Warst du das nicht, melde dich innerhalb von {days} Tagen mit dieser Adresse an: Dann gilt sie wieder, und"
            " du bist überall sonst abgemeldet. Danach führt diese Adresse nicht mehr zu dir.\n",
        ),
        erasure=Letter(
            "Bestätige, dass du bei redscience gelöscht werden willst",
            "Dein Code ist {code}.\n\n"
            "Gib ihn in deinen Einstellungen ein, dann wirst du endgültig gelöscht. Er gilt einmal, {minutes} Minuten"
            " lang.",
            "",
            "Hast du ihn nicht angefordert, benutzt jemand anderes redscience unter deinem Namen. Gib den Code"
            " niemandem, melde dich an und wähle in deinen Einstellungen „Überall sonst abmelden“.",
        ),
    ),
}


def letters(language: str) -> Letters:
    """The mails in a language, by its code."""
    return LETTERS.get(language, LETTERS[SOURCE])
