"""The language of the interface: from the option `--lang` or from the environment."""

from collections.abc import Mapping, Sequence

from charkoni.cli.errors import bad_word
from charkoni.core.errors import N_
from charkoni.core.translations import EVENT_LANGUAGES, LANGUAGES

OWN_NAMES = {"ru": "русский", "en": "English", "tr": "Türkçe"}
"""The name of each language in itself."""

_NO_LANGUAGE = N_("there is no such language; there are {languages}")
_EVENTS_ONLY = N_("the program speaks {languages}; print-outs and pages of tournaments have it by --language")


def checked(language: str) -> str:
    """Return a language unchanged; raise BadWord unless it is one of `LANGUAGES`."""
    if language not in LANGUAGES:
        template = _EVENTS_ONLY if language in EVENT_LANGUAGES else _NO_LANGUAGE
        raise bad_word(language, template, languages=", ".join(LANGUAGES))
    return language


def of_event(chosen: Sequence[str] | None, usual: str) -> list[str]:
    """Return the languages of pages or print-outs of an event, by default the usual one; raise BadWord."""
    for language in chosen or ():
        if language not in EVENT_LANGUAGES:
            raise bad_word(language, _NO_LANGUAGE, languages=", ".join(EVENT_LANGUAGES))
    return list(dict.fromkeys(chosen or [usual]))


def split_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the value of the last `--lang` and the other arguments; `--lang` may appear anywhere before `--`."""
    chosen: str | None = None
    rest: list[str] = []
    remaining = list(arguments)
    while remaining:
        word = remaining.pop(0)
        if word == "--":
            return chosen, [*rest, word, *remaining]
        if word == "--lang" and remaining:
            chosen = remaining.pop(0)
        elif word.startswith("--lang="):
            chosen = word.removeprefix("--lang=")
        else:
            rest.append(word)
    return chosen, rest


def usual_language(environment: Mapping[str, str]) -> str:
    """Return the language of the environment: CHARKONI_LANG, else that of the system, else English."""
    chosen = environment.get("CHARKONI_LANG")
    if chosen:
        return checked(chosen)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            language = environment[name].partition(".")[0].partition("_")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
