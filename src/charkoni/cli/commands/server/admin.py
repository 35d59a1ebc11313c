"""`charkoni admin`: back up, restore, upgrade, examine and tidy the data of a server."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from charkoni.cli.command_group import typer_app
from charkoni.cli.exit_codes import CHECK_FAILED
from charkoni.cli.parameters import argument, flag, option
from charkoni.core.errors import N_, BadRecord
from charkoni.core.translations import Words

if TYPE_CHECKING:
    from charkoni.web.config import Settings
    from charkoni.web.store.backup import Content

_WRITTEN = N_("{file}: games: {games}, rows in all: {rows}, files of tournaments: {events}")
_RESTORED = N_("restored as of {taken}: games: {games}, rows in all: {rows}, files of tournaments: {events}")
_IMPORTED = N_("{file}: new games: {new}, known or unfinished: {others}")
_VACUUMED = N_("{games} old games deleted; {size} MB given back to the disk")


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options by which the commands find the data of a server."""

    database: Annotated[str | None, option("FILE|URL", N_("that of the server; else CHARKONI_DATABASE"))] = None
    settings_file: Annotated[
        str | None, option("FILE", N_("that of the server; else CHARKONI_SETTINGS"), "--settings")
    ] = None

    @property
    def settings(self) -> "Settings":
        """The settings of the server, which is not started."""
        from charkoni.web.config import Settings

        return Settings.from_environment(self.settings_file, database=self.database)


app = typer_app(no_args_is_help=True)


@app.command(help=N_("Write database and tournaments into one file, while the server runs."))
def backup(words: Words, file: Annotated[Path, argument("FILE", N_("a new file"))], server: ServerOptions) -> None:
    """Back up; the file is made only when it is whole."""
    from charkoni.web import administration

    content = administration.back_up(server.settings, file)
    print(_content_line(words, _WRITTEN, content, file=file))


@app.command(help=N_("Fill a new database, and its folder of tournaments, from a backup."))
def restore(words: Words, file: Annotated[Path, argument("FILE", N_("a backup"))], server: ServerOptions) -> None:
    """Restore; on failure nothing is left."""
    from charkoni.web import administration

    content = administration.restore(server.settings, file)
    print(_content_line(words, _RESTORED, content, taken=content.taken))


@app.command(help=N_("Say what an update changes in the database, and do it with --yes."))
def upgrade(
    words: Words,
    server: ServerOptions,
    yes: Annotated[bool, flag("--yes", N_("change the tables"))] = False,
) -> None:
    """Show the migrations that are missing, and apply them when that is wished."""
    from charkoni.web import administration

    missing = administration.missing_migrations(server.settings)
    if not missing:
        print(words._("the tables are up to date"))
        return
    print(words._("the tables will be changed:"))
    print("\n".join(f"  {number}  {line}" for number, line in missing.items()))
    if not yes:
        print(words._("make a backup first: charkoni admin backup FILE"))
        print(words._("nothing was changed; with --yes it is done"), file=sys.stderr)
        raise typer.Exit(CHECK_FAILED)
    administration.upgrade(server.settings)
    print(words._("the tables are changed"))


@app.command(
    help=N_("Examine machine, settings, proxies, disk, clock, database, tournaments, fonts and compiled games.")
)
def doctor(
    words: Words,
    server: ServerOptions,
    strict: Annotated[bool, flag("--strict", N_("exit code 1 also for warnings"))] = False,
) -> None:
    """Print what there is to say; the exit code is 1 when the server cannot work so."""
    from charkoni.web.administration import examine
    from charkoni.web.findings import PROBLEM, SUBJECTS, WARNING

    marks = set()
    for finding in examine(server.settings):
        print(f"{finding.mark} {words._(SUBJECTS[finding.subject])}: {finding.text.message(words._)}")
        marks.add(finding.mark)
    if marks & ({PROBLEM, WARNING} if strict else {PROBLEM}):
        raise typer.Exit(CHECK_FAILED)


@app.command(help=N_("Delete expired data and free the disk space."))
def vacuum(words: Words, server: ServerOptions) -> None:
    """Tidy a database that no server uses."""
    from charkoni.web import administration

    games, size = administration.vacuum(server.settings)
    print(words._(_VACUUMED, games=games, size=f"{max(0, size) / 1e6:.1f}"))


@app.command(help=N_("Compute all ratings again from the rated games, while no server runs."))
def ratings(words: Words, server: ServerOptions) -> None:
    """Compute the ratings again."""
    from charkoni.web import administration

    print(words._("rated games: {games}", games=administration.recompute_ratings(server.settings)))


@app.command(help=N_("Import records as finished games that anybody may see."))
def import_games(
    words: Words,
    files: Annotated[list[Path], argument("FILE...", N_("files of records"))],
    server: ServerOptions,
) -> None:
    """Import records; one that was imported before is left out."""
    from charkoni.web import administration

    errors: list[BadRecord] = []
    for file in files:
        new, others = administration.import_games(server.settings, file, errors)
        print(words._(_IMPORTED, file=file, new=new, others=others))
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        raise typer.Exit(CHECK_FAILED)


@app.command(help=N_("End all sessions of a person, as after a theft of the device."))
def end_sessions(
    words: Words,
    guest: Annotated[str, argument("PERSON", N_("the name of a member, or the beginning of an id"))],
    server: ServerOptions,
) -> None:
    """Void the cookies of a guest."""
    from charkoni.web import administration

    print(words._("the sessions of {guest} are ended", guest=administration.end_sessions(server.settings, guest)))


@app.command(help=N_("Export or delete all data of a person; a server must be running."))
def person(
    words: Words,
    who: Annotated[str, argument("PERSON", N_("the name of a member, or the beginning of an id"))],
    server: ServerOptions,
    export: Annotated[Path | None, option("FILE", N_("a new ZIP archive with everything that is stored"))] = None,
    delete: Annotated[
        bool, flag("--delete", N_("delete everything; games with others stay under “Former member”"))
    ] = False,
) -> None:
    """Export, then delete; each as it is wished."""
    from charkoni.web import administration

    done = administration.person_data(server.settings, who, export, delete)
    if export:
        print(words._("{file}: the data of {person}", file=export, person=done))
    if delete:
        print(words._("the data of {person} are deleted", person=done))


@app.command(help=N_("List reports; show, rename, mute or remove a person."))
def people(
    words: Words,
    server: ServerOptions,
    who: Annotated[str, argument("PERSON", N_("the name of a member, or the beginning of an id"))] = "",
    rename: Annotated[str, option("NAME", N_("give a new name; nobody gets the old one for a year"))] = "",
    mute: Annotated[bool | None, flag("--mute/--unmute", N_("forbid phrases at tables, or allow them again"))] = None,
    remove: Annotated[
        bool, flag("--remove", N_("end sessions and ways to sign in; nobody gets the name for a year"))
    ] = False,
    close: Annotated[bool, flag("--close", N_("close the reports"))] = False,
    page: Annotated[bool, flag("--page", N_("print a one-time address of the page that does the same"))] = False,
) -> None:
    """List, show and act."""
    from charkoni.web import administration
    from charkoni.web.people.complaints import REPORTS

    if page:
        print(administration.owners_address(server.settings))
        return
    acts = {"rename": rename, "mute": mute is True, "unmute": mute is False, "remove": remove, "close": close}
    wished = {act: rename for act, is_wished in acts.items() if is_wished}
    for each in administration.people(server.settings, who, wished):
        marks = [words._("muted")] if each.is_muted else []
        print("  ".join((each.name, each.id, *marks, *(f"{table} {rows}" for table, rows in each.stored.items()))))
        for report, by, day in each.reports:
            print(f"  {day}  {words._(REPORTS[report.kind])}  {report.game}  {by}".rstrip())


def _content_line(words: Words, template: str, content: "Content", **more: object) -> str:
    rows = sum(content.rows.values())
    return words._(template, games=content.rows.get("games", 0), rows=rows, events=content.events, **more)
