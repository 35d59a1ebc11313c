"""Writes the tables of reference pages from the code:  python docs/reference.py

A table stands between two comments of its page; a test says when it is not the present one.
"""

import ast
import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from charkoni.cli.main import app
from charkoni.core.translations import Words
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.acts.declaration import ActField
from charkoni.tournament.acts.log import ACTS
from charkoni.tournament.model import settings as event_settings
from charkoni.tournament.pairing import systems
from charkoni.web.config import NAMES, OPTIONS, OTHER_VARIABLES, PREFIX, Settings
from charkoni.web.http import metrics

DOCS = Path(__file__).resolve().parent


USUAL = {
    "database": "a file in your data folder",
    "port": "8000, or a free one near it",
    "secret": "generated and stored in the database",
    "workers": "the number of cores minus one",
    "events": "`events` beside the database, or in your data folder",
    "schools": "all private networks",
    "budgets": "none",
    "ages": "none",
}
"""The defaults in words, where the value does not say it."""


def settings() -> str:
    """Return the table of the settings of a server: the texts below the fields of their class."""
    lines = ["| in a file, variable, option | meaning | default |", "|---|---|---|"]
    [body] = [each.body for each in ast.parse(inspect.getsource(Settings)).body if isinstance(each, ast.ClassDef)]
    for field, text in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            name, default = ast.unparse(field.target), getattr(Settings(), ast.unparse(field.target))
            meaning = " ".join(ast.literal_eval(text.value).split())
            usual = f"`{default:g}`" if isinstance(default, int | float) else f"`{default}`" if default else "none"
            names = ", ".join(f"`{each}`" for each in (name, f"{PREFIX}{name.upper()}", OPTIONS.get(name)) if each)
            lines.append(f"| {names} | {meaning} | {USUAL.get(name, usual)} |")
    assert len(lines) == 2 + len(NAMES), "each setting has its text"
    return "\n".join(lines)


def variables() -> str:
    """Return the table of variables that are no settings of a server."""
    lines = ["| variable | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in OTHER_VARIABLES.items()]
    return "\n".join(lines)


def measured() -> str:
    """Return the table of the metrics."""
    lines = ["| metric, type, labels | meaning |", "|---|---|"]
    for family in metrics.FAMILIES.values():
        named = ", ".join((f"`{family.name}`", family.kind, *(f"`{label}`" for label in family.labels)))
        lines.append(f"| {named} | {family.meaning} |")
    return "\n".join(lines)


def actions() -> str:
    """Return the table of what an arbiter can do."""
    lines = ["| name | who | what it does | takes |", "|---|---|---|---|"]
    for name, action in ACTIONS.items():
        command = action.command
        names = ", ".join(f"`{each}`" for each in (name, *command.aliases))
        fields = [field for field in action.fields() if not (field.written.is_hidden or field.written.is_old)]
        lines.append(
            f"| {names} | {command.role} | {command.help} | {'; '.join(map(_field, fields)).replace('|', '/')} |"
        )
    return "\n".join(lines)


def _field(field: ActField) -> str:
    """Return a field as a table shows it: how it is written on the command line, another name in JSON, and its help."""
    kind, written = field.written.kind, field.written
    shown = written.metavar or kind.metavar
    word = f"{field.name}=" if written.is_pair else "" if field.is_word else f"--{field.option} "
    form = (word + shown).strip() if field.is_required else f"[{(word + shown).strip()}]"
    named = "" if field.name in re.findall(r"\w+", word) else f" (JSON `{field.name}`)"
    return f"`{form}`{named} {field.help}".strip()


def acts() -> str:
    """Return the table of the acts of the log."""
    lines = ["| kind | title | what it does | data |", "|---|---|---|---|"]
    for kind, act in ACTS.items():
        summary = str(act.__doc__).partition("\n")[0].partition(".  ")[0].rstrip(".")
        names = (info.serialization_alias or name for name, info in act.model_fields.items())
        lines.append(f"| `{kind}` | {act.label} | {summary} | {', '.join(f'`{name}`' for name in names)} |")
    return "\n".join(lines)


def event() -> str:
    """Return the table of the settings of a tournament."""
    lines = ["| setting | meaning | values | default |", "|---|---|---|---|"]
    for name, title in event_settings.TITLES.items():
        usual = event_settings.setting_text(event_settings.USUAL_SETTINGS, name)
        choices = systems.TITLES if name == "system" else event_settings.CHOICE_TITLES.get(name, {})
        values = "; ".join(f"`{value}` {text}" for value, text in choices.items())
        if name in event_settings.RANGES:
            values = "{} to {}".format(*event_settings.RANGES[name])
        lines.append(f"| `{name}` | {title} | {values} | {f'`{usual}`' if usual else ''} |")
    return "\n".join(lines)


def tiebreaks() -> str:
    """Return the table of the tie-breaks."""
    lines = ["| code | counts | article of FIDE |", "|---|---|---|"]
    lines += [f"| `{code}` | {each.text} | {each.article} |" for code, each in event_settings.TIEBREAKS.items()]
    return "\n".join(lines)


def commands() -> str:
    """Return the commands with their arguments and options, a section for each."""
    program: Any = typer.main.get_command(app)
    return "\n\n".join(_sections(program, program.context_class(program, obj=Words("en"), info_name="charkoni")))


def _sections(group: Any, context: typer.Context) -> Iterator[str]:
    """Yield a section for each command of a group that its help page shows."""
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        if command.hidden:
            continue
        inner = command.context_class(command, parent=context, obj=context.obj, info_name=name)
        path = inner.command_path
        if hasattr(command, "list_commands"):
            yield f"## {path}\n\n{_prose(command.help)}"
            yield from _sections(command, inner)
            continue
        records = [record for parameter in command.params if (record := parameter.get_help_record(inner))]
        usage = " ".join(
            [path, *(word.strip("{}") for each in command.params for word in each.get_usage_pieces(inner))]
        )
        rows = "\n".join(f"| {_code(spelling)} | {_prose(text)} |" for spelling, text in records)
        table = f"\n\n| argument, option | meaning |\n|---|---|\n{rows}" if rows else ""
        level = "###" if context.parent else "##"
        yield f"{level} {path}\n\n{_prose(command.help)}\n\n```text\n{usage}\n```{table}"


def _code(spelling: str) -> str:
    """Return the spelling of an argument or option as code within a table, without the types that it does not name."""
    named = re.sub(r" <(int|float)( range)?>", " N", re.sub(r" <(list\[)?(str|path|Path)\]?>", "", spelling))
    return f"`{named}`".replace("|", "\\|")


def _prose(text: str | None) -> str:
    """Return a text of help within a table, nothing in it read as markup; of Typer's additions only the default."""
    told = re.sub(r"\s*\[[^\[]*(required|<=|>=|default: )[^\[]*\]$", _default, " ".join((text or "").split()))
    return re.sub(r"([*_|<\[\]`])", r"\\\1", told)


def _default(added: re.Match[str]) -> str:
    """Return the default that Typer's addition to a text of help names."""
    value = re.search(r"default: ([^;\]]+)", added[0])
    return f" (default {value[1].strip('()')})" if value else ""


TABLES: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "settings.md": {"settings": settings, "variables": variables},
    "monitoring.md": {"metrics": measured},
    "options.md": {"commands": commands},
    "tournament/acts.md": {"actions": actions, "acts": acts},
    "tournament/settings.md": {"event": event, "tiebreaks": tiebreaks},
}
"""By page and name of a table what makes it."""


def filled(page: str, text: str) -> str:
    """Return a page with the present tables."""
    for name, table in TABLES[page].items():
        place = re.compile(rf"(<!-- {name}: made by docs/reference.py -->\n).*?(<!-- end -->)", re.DOTALL)
        text, count = place.subn(lambda found, table=table: f"{found[1]}\n{table()}\n\n{found[2]}", text)
        assert count == 1, f"{page} has one place for {name}"
    return text


def main() -> None:
    """Write all tables into their pages."""
    for page in TABLES:
        path = DOCS / page
        path.write_text(filled(page, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
