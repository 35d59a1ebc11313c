"""Acts x doors: every act that an arbiter can do is there at every door, or a reason is written here why it is not."""

import asyncio
import functools
import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import typer
from babel.messages.pofile import read_po

from charkoni.cli.commands.tournament import app
from charkoni.core.translations import LOCALE
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.acts.declaration import Action, schema
from charkoni.tournament.acts.log import ACTS
from charkoni.tournament.model.event import ARBITER, CHIEF, HELPER
from charkoni.tournament.model.settings import setting_types
from charkoni.web.api.acts import list_acts
from charkoni.web.tournaments.arbiter.actions import ADDRESSES, inputs

DOCS = Path(__file__).resolve().parents[2] / "docs"
REFERENCE = (DOCS / "tournament" / "acts.md").read_text(encoding="utf-8")
MANUAL = (DOCS / "tournaments.md").read_text(encoding="utf-8")
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # a group

TEMPLATES = "".join(
    path.read_text(encoding="utf-8") for path in (LOCALE.parent / "web" / "templates" / "tournaments").rglob("*.html")
)
OF_EVERY_FORM = {"csrf", "key", "seen", "back", "reason", "sure"}
ADAPTED = {
    "results": {"board", "result", "first-stones", "second-stones"},
    "check-in": {"entry"},
    "set": {*setting_types(), *(f"{name}-asked" for name in setting_types())},
}
"""Inputs that `web.tournaments.arbiter.actions` turns into fields."""

Door = Callable[[type[Action]], Iterator[str]]
"""Iterates over what a door lacks of an action."""


def command_line(action: type[Action]) -> Iterator[str]:
    """The command by all its names, with the fields as words and options."""
    declared = action.command
    for name in (declared.name, *declared.aliases, *declared.old_commands):
        command = COMMANDS.get(name)
        if command is None or command.help != declared.help or command.hidden != (name != declared.name):
            yield name
            continue
        words = {parameter.name for parameter in command.params} | {
            part for each in command.params for part in str(getattr(each, "help", "")).split()
        }
        yield from (
            f"{name} {field.name}" for field in action.fields() if not (field.written.is_hidden or field.name in words)
        )


def reference(action: type[Action]) -> Iterator[str]:
    """The line of the reference page, with all fields: by the name in JSON, or by an option or word of that name."""
    line = re.search(rf"^\| `{action.command.name}`.*$", REFERENCE, re.MULTILINE)
    for field in action.fields():
        is_shown = line and re.search(rf"`\[?(--)?{field.name}[ =\]`]", line[0])
        if not (field.written.is_hidden or field.written.is_old or is_shown):
            yield field.name


def manual(action: type[Action]) -> Iterator[str]:
    """The page for organisers, which uses or explains it."""
    name = action.command.name
    if f"`{name}" not in MANUAL and f"tournament {name} " not in MANUAL:
        yield name


def json(action: type[Action]) -> Iterator[str]:
    """The JSON schema, with all fields that people write."""
    properties = schema(action)["properties"]
    yield from (field.name for field in action.fields() if not (field.written.is_hidden or field.name in properties))


def translations(action: type[Action]) -> Iterator[str]:
    """The help of the action and its fields in both languages; what holds no words is not translated."""
    for language in ("ru", "tr"):
        texts = translated(language)
        for text in (action.command.help, action.command.asks, *(field.help for field in action.fields())):
            if text and text not in texts and not re.match(r"7 1|name=", text):
                yield f"{language}: {text}"


@functools.cache
def translated(language: str) -> set[str]:
    """Return the texts that have a translation."""
    content = (LOCALE / language / "LC_MESSAGES" / "charkoni.po").read_bytes()
    return {str(message.id) for message in read_po(io.BytesIO(content)) if message.string}


def desk(action: type[Action]) -> Iterator[str]:
    """The form at the desk, with all fields that people write."""
    if ADDRESSES.get(action.command.name) is not action:
        yield action.command.name
    shown = {each.field.name for each in inputs(action, {})}
    yield from (f.name for f in action.fields() if not (f.written.is_hidden or f.written.is_old or f.name in shown))


def designed_forms(action: type[Action]) -> Iterator[str]:
    """The designed forms of the desk's templates: every input is a field of the action."""
    names = {name for field in action.fields() for name in (field.name, field.option)} | OF_EVERY_FORM
    for address in (action.command.name, *action.command.aliases, *action.command.old_addresses):
        for body in re.findall(rf'action="{{{{ base }}}}/desk/{address}"(.*?)</form>', TEMPLATES, re.DOTALL):
            posted = set(re.findall(r'<(?:input|select|textarea|button)[^>]*? name="([\w-]+)"', body))
            unknown = posted - names - ADAPTED.get(action.command.name, set())
            yield from (f"{address} {name}" for name in sorted(unknown))


def api(action: type[Action]) -> Iterator[str]:
    """The list of acts of the API, with all fields."""
    listed = {each.name: each for each in asyncio.run(list_acts())}.get(action.command.name)
    if listed is None or listed.role != action.command.role or listed.fields != schema(action):
        yield action.command.name


DOORS: Mapping[str, Door] = {
    "desk": desk,
    "designed forms": designed_forms,
    "api": api,
    "command line": command_line,
    "reference": reference,
    "manual": manual,
    "json": json,
    "translations": translations,
}
REASONS: Mapping[tuple[str, str], str] = {}
"""Why an action is not at a door, by action and door."""


@pytest.mark.parametrize("door", DOORS)
def test_every_action_is_at_every_door_or_it_is_said_why_not(door: str) -> None:
    found = {name: holes for name, action in ACTIONS.items() if (holes := list(DOORS[door](action)))}
    assert {name: holes for name, holes in found.items() if (name, door) not in REASONS} == {}
    assert {(name, other) for name, other in REASONS if other == door and name not in found} == set()


@pytest.mark.parametrize("door", DOORS)
def test_a_hole_is_found(door: str) -> None:
    class Warn(ACTIONS["withdraw"]):  # type: ignore[misc]  # a class of the table
        command = ACTIONS["withdraw"].command.__class__("warn", "Warn somebody.")

    assert list(DOORS[door](Warn)) or door in ("json", "designed forms")  # these follow from the class alone


MADE_BY = {
    "enter": "enter", "late": "enter", "numbers": "close-list", "correct": "correct", "checkin": "check-in",
    "draft": "pair", "edit": "edit-tables", "publish": "publish", "result": "results", "lot": "lot", "set": "set",
    "undo": "undo",
}  # fmt: skip
"""The acts of the log that are no actions themselves, and the action that makes them."""

NEVER_ASKED_FOR = {"import": "the beginning of an event that is read from a file: `charkoni tournament import`"}


def test_every_act_of_the_log_can_be_asked_for_and_has_its_words() -> None:
    own = {act.kind for act in ACTS.values() if act in ACTIONS.values()}
    assert set(ACTS) == own | set(MADE_BY) | set(NEVER_ASKED_FOR) and not own & set(MADE_BY)
    assert set(MADE_BY.values()) <= set(ACTIONS)
    for language in ("ru", "tr", "kk", "ky"):
        assert {act.label for act in ACTS.values()} <= translated(language), language
    assert all(
        re.search(rf"^\| `{kind}` \| {re.escape(act.label)} ", REFERENCE, re.MULTILINE) for kind, act in ACTS.items()
    )


def test_names_of_actions_are_one_for_each() -> None:
    for old in ("old_commands", "old_addresses"):
        names = [
            name
            for action in ACTIONS.values()
            for name in (action.command.name, *action.command.aliases, *getattr(action.command, old))
        ]
        assert len(names) == len(set(names))
    assert {action.command.role for action in ACTIONS.values()} == {HELPER, ARBITER, CHIEF}
