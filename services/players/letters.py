"""What the mail with a code says, in each language that it speaks."""

from __future__ import annotations

from dataclasses import dataclass

SOURCE = "en"
"""Spoken to whoever asks in a language that is not here."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it is worded.

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


LETTERS = {
    SOURCE: Letter(
        "Your code for redscience",
        "Your code is {code}.\n\n"
        "Enter it on the page that asked for your address. It works once, within {minutes} minutes.",
        "Or open this link in the browser that asked for the code:\n{link}",
        "If you did not ask for it, you need do nothing: without this mail nobody gets in.",
    ),
    "de": Letter(
        "Dein Code für redscience",
        "Dein Code ist {code}.\n\n"
        "Gib ihn auf der Seite ein, die nach deiner Adresse gefragt hat. Er gilt einmal, {minutes} Minuten lang.",
        "Oder öffne diesen Link in dem Browser, der den Code angefordert hat:\n{link}",
        "Hast du ihn nicht angefordert, musst du nichts tun: Ohne diese Mail kommt niemand hinein.",
    ),
}


def letter(language: str) -> Letter:
    """The mail in a language, by its code."""
    return LETTERS.get(language, LETTERS[SOURCE])
