"""The registry: games of installed packages, games of this process, and what is refused."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from charkoni import BadGame
from charkoni.check import toy
from charkoni.cli.commands.play.games import list_games
from charkoni.core import registry
from charkoni.core.catalog import Catalog
from charkoni.core.family import Family
from charkoni.core.game import variants_of
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.tournament.model.games import profiles

pytestmark = pytest.mark.once

TOYS = Path(registry.__file__).resolve().parents[1] / "check" / "toys"


@pytest.fixture(autouse=True)
def _own_tablebases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test tables of registered games of its own."""
    monkeypatch.setattr(registry, "_listed", {})
    monkeypatch.setattr(registry, "_unlisted", {})


def package(folder: Path, name: str = "dash", point: str = "dash") -> dict[str, str]:
    """Lay an installed package with a toy game into a folder; return the environment in which it is found."""
    (folder / "runners").mkdir()
    for source in (TOYS / "dash").glob("*.py"):
        text = (
            source.read_text().replace("charkoni.check.toys.dash", "runners").replace('name="dash"', f'name="{name}"')
        )
        (folder / "runners" / source.name).write_text(text)
    info = folder / "runners-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: runners\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[charkoni.games]\n{point} = runners:FAMILY\n")
    return {"PYTHONPATH": os.pathsep.join([str(TOYS.parents[2]), str(folder)]), "NUMBA_DISABLE_JIT": "1"}


def run(code: str, environment: dict[str, str]) -> str:
    """Run a program in a fresh process and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_games_are_known_without_importing_them_or_the_compiler() -> None:
    code = """
        import sys, charkoni
        charkoni.games()
        print([name for name in sys.modules if name.startswith("charkoni.games.") or name in ("numba", "babel")])
    """
    assert run(code, {}) == "[]"


def test_a_game_of_an_installed_package_is_found_by_its_name(tmp_path: Path) -> None:
    code = """
        import charkoni
        from charkoni.core.translations import Words
        from charkoni.games import names
        game = charkoni.game("dash")
        print("dash" in charkoni.games(), len(charkoni.games()), game.family.package, game.has_dice, game.start())
        print(names.game_name(Words("ru"), game), names.reason_name(Words("en"), game, "home"))
    """
    lines = run(code, package(tmp_path)).splitlines()
    assert lines == ["True 8 runners True 0,0/0,0 a ?", "dash home"]


@pytest.mark.parametrize(
    ("name", "point", "code"),
    [("runner", "dash", "GAME_NOT_LOADED"), ("mangala", "mangala", "AMBIGUOUS_GAME")],
)
def test_a_wrong_or_ambiguous_entry_point_is_refused(tmp_path: Path, name: str, point: str, code: str) -> None:
    program = f"""
        import charkoni
        try:
            charkoni.game({point!r})
        except charkoni.BadGame as error:
            print(error.reason.code)
    """
    assert run(program, package(tmp_path, name, point)) == code


def test_a_package_that_cannot_be_imported_is_refused_with_its_problem(tmp_path: Path) -> None:
    environment = package(tmp_path)
    (tmp_path / "runners" / "__init__.py").write_text("1 / 0\n")
    program = """
        import charkoni
        try:
            charkoni.game("dash")
        except charkoni.BadGame as error:
            print(error)
    """
    assert "ZeroDivisionError" in run(program, environment)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that adds entry points, given as `name=value`, to those of the installed packages."""

    def add(**values: str) -> None:
        points = {name: (EntryPoint(name, value, registry.GAMES_GROUP),) for name, value in values.items()}
        installed = registry._installed() | points
        monkeypatch.setattr(registry, "_installed", lambda: installed)

    registry._is_loadable.cache_clear()
    yield add
    registry._is_loadable.cache_clear()
    registry._loaded.cache_clear()


@pytest.mark.parametrize(
    "value",
    ["no_such_package:FAMILY", "charkoni.check.toys.dash:NOTHING", "charkoni.check.toys.trio:FAMILY", "json:dumps"],
)
def test_a_broken_package_is_logged_once_and_left_out(
    install: Callable[..., None], caplog: pytest.LogCaptureFixture, value: str
) -> None:
    install(dash=value, trio="charkoni.check.toys.trio:FAMILY")
    included = tuple(name for name in registry.games() if name != "trio")
    assert len(included) == 7 and "trio" in registry.games()
    assert [family.name for family in map(registry.family, registry.games())] == sorted((*included, "trio"))
    (message,) = caplog.messages
    assert message.startswith(f"the game 'dash' is left out, its package {value.partition(':')[0]} cannot be loaded: ")
    with pytest.raises(BadGame):
        registry.named("dash")


def test_a_game_whose_catalog_cannot_be_read_is_left_out(
    install: Callable[..., None], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Family, "has", lambda self, module: 1 / 0)
    vars(toy("dash").family).pop("catalog", None)
    install(dash="charkoni.check.toys.dash:FAMILY")
    assert "dash" not in registry.games()
    assert "division by zero" in caplog.text


def test_lists_of_games_go_on_without_a_broken_package(
    install: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    before = profiles()
    install(dash="no_such_package:FAMILY")
    assert profiles() == before
    list_games(Words("en"), is_full=True)
    assert "mangala" in capsys.readouterr().out


def test_metadata_without_the_games_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_installed", dict)
    with pytest.raises(registry.NotInstalled, match="install them again"):
        registry.games()
    with pytest.raises(registry.NotInstalled):
        registry.named("mangala")


def test_a_registered_game_is_found_and_listed() -> None:
    family = toy("dash").family
    registry.register(family)
    registry.register(family)
    assert "dash" in registry.games()
    assert registry.family("dash") is family and registry.named("dash").name == "dash"


def test_an_unlisted_game_is_found_and_not_listed() -> None:
    registry.register(toy("trio").family, listed=False)
    assert "trio" not in registry.games() and registry.named("trio").players == 3


def test_a_name_is_registered_by_one_package_only() -> None:
    registry.register(toy("dash").family)
    with pytest.raises(ValueError, match="registered already"):
        registry.register(replace(toy("trio").family, name="dash"))
    with pytest.raises(ValueError, match="registered already"):
        registry.register(replace(toy("trio").family, name="mangala"))


def test_unknown_game_is_refused() -> None:
    with pytest.raises(BadGame):
        registry.family("chess")


def test_every_family_and_its_catalog_agree_with_the_rules() -> None:
    for name in registry.games():
        family = registry.family(name)
        assert family.has_dice == hasattr(family.rules, "throws")
        assert set(family.catalog.outcome_reasons) == set(family.outcome_reasons)
        assert all(len(family.catalog.players) >= game.players for game in variants_of(family))


def test_a_family_without_a_catalog_is_called_by_its_name() -> None:
    assert toy("dash").family.catalog == Catalog(title="dash")


def test_flags_are_given_by_name():
    assert named("mosty", size=3) is named("mosty:size=3")
    assert named("mosty:links=2", size="3") is named("mosty:links=2,size=3")
    assert named("mangala", fortress=True) is named("mangala:fortress")
    assert named("mangala", fortress=False) is named("mangala")
    assert named("chaupar", dice=1346) is named("chaupar:dice=1346")
    for flags in ({"size": 1}, {"colour": "red"}, {"size": True}):
        with pytest.raises(BadGame):
            named("mosty", **flags)
