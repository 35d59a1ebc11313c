"""The compiler: modes, digests of sources, the compile cache."""

import importlib
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from numba import types
from tests.sampling import short_run

from charkoni import CHANCE, game
from charkoni.core import compiler
from charkoni.core.compiler import bounds_checked, compiled
from charkoni.search import Limits, Searcher


def run(code, **environment):
    """Run a program in a fresh process and return what it prints; its environment is ours with changes."""
    ours = {name: text for name, text in os.environ.items() if not name.startswith(("NUMBA_", "COV_", "COVERAGE_"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env=ours | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_mode_is_what_the_environment_says(mode):
    assert compiled() == (mode not in ("plain",) and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0")
    assert bounds_checked() == (mode == "bounds")


PLAY = """
    import charkoni
    from charkoni.core import compiler
    position = charkoni.game("mangala").start().play("4")
    print(position, compiler.CACHED)
"""
PLAYED = "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a"


@pytest.mark.once
def test_plain_python_writes_no_cache(tmp_path):
    assert run(PLAY, CHARKONI_CACHE=str(tmp_path / "cache"), NUMBA_DISABLE_JIT="1") == f"{PLAYED} False"
    assert not (tmp_path / "cache").exists()


@pytest.mark.once
@pytest.mark.parametrize("variable", short_run(("CHARKONI_CACHE", "XDG_CACHE_HOME"), ()))
def test_where_no_cache_can_be_written_the_game_is_played_uncached(tmp_path, variable):
    """Its twin plays in a terminal: `test_a_read_only_home_folder_is_one_warning`."""
    obstacle = tmp_path / "a file"
    obstacle.write_text("no folder")
    others = {"HOME": str(obstacle), "CHARKONI_CACHE": ""} if variable == "XDG_CACHE_HOME" else {}
    assert run(PLAY, NUMBA_DISABLE_JIT="0", **(others | {variable: str(obstacle)})) == f"{PLAYED} False"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_cache_folder_is_not_used(tmp_path):
    tmp_path.chmod(0o500)
    assert run(PLAY, CHARKONI_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="0") == f"{PLAYED} False"


def test_folder_of_somebody_else_is_not_used(tmp_path, monkeypatch):
    if not hasattr(os, "getuid"):
        pytest.skip("no owners here")
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    assert not compiler.own_folder(tmp_path)


def test_own_folder_is_made_for_the_owner_alone(tmp_path):
    assert compiler.own_folder(tmp_path / "deep" / "folder")
    assert (tmp_path / "deep" / "folder").stat().st_mode & 0o077 == 0 or os.name == "nt"


SOURCES = {
    "top/__init__.py": "",
    "top/rules.py": "from top.tables import (\n    ONE,\n    TWO,\n)\nfrom top.deep import leaf\n",
    "top/tables.py": "import numpy as np\nimport top.numbers, os\nONE = TWO = 1\n",
    "top/numbers.py": "def late():\n    from top.deep.other import THREE\n    return THREE\n",
    "top/deep/__init__.py": "",
    "top/deep/leaf.py": "from top import rules  # around\n",
    "top/deep/other.py": "THREE = 3\n",
    "top/apart.py": "from top import rules\n",
    "numpy.py": "",
}


@pytest.fixture
def digest_of(tmp_path):
    """Return a function that gives the digest of top.rules after a change of one of SOURCES."""
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)

    def digest(changed=None):
        if changed:
            (tmp_path / changed).write_text(SOURCES[changed] + "# other\n")
        compiler._imported.cache_clear()
        return compiler.source_digest("top.rules", tmp_path / "top" / "rules.py")

    yield digest
    compiler._imported.cache_clear()


def test_digest_is_the_same_for_the_same_sources(digest_of):
    assert digest_of() == digest_of()


@pytest.mark.parametrize("changed", [name for name in SOURCES if name not in ("top/apart.py", "numpy.py")])
def test_digest_changes_with_all_that_a_module_imports(digest_of, changed):
    assert digest_of() != digest_of(changed)


@pytest.mark.parametrize("changed", ["top/apart.py", "numpy.py"])
def test_digest_stays_with_what_a_module_does_not_import(digest_of, changed):
    assert digest_of() == digest_of(changed)


def kernels_of(module):
    return [
        value for value in vars(module).values() if hasattr(value, "py_func") and value.__module__ == module.__name__
    ]


@pytest.mark.compiled_only
def test_digest_reaches_everything_that_kernels_name():
    """Load all modules with kernels: whatever of this package stands in their globals must count for their digest."""
    for path in sorted(Path(compiler.PACKAGE).rglob("*.py")):
        if "import jit" in path.read_text() and "cuda" not in path.stem and path.stem != "__init__":
            importlib.import_module(".".join(path.relative_to(compiler.PACKAGE.parent).with_suffix("").parts))
    looked_at = 0
    for name, module in list(sys.modules.items()):
        if not name.startswith("charkoni.") or name == "charkoni.core.compiler" or not kernels_of(module):
            continue
        reached = compiler._reached(name, Path(module.__file__))
        for value in vars(module).values():
            origin = getattr(value, "__module__", None) or getattr(value, "__name__", None)
            if isinstance(origin, str) and origin.startswith("charkoni."):
                assert Path(sys.modules[origin].__file__) in reached, (name, value)
                looked_at += 1
    assert looked_at > 300


def signatures_of(kernel):
    """Return the signatures compiled in this process and those in the cache index: a warm caller loads no callee."""
    index = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    return {*getattr(kernel, "signatures", ()), *(key[0] for key in (index._load_index() if index else ()))}


@pytest.mark.compiled_only
def test_no_kernel_is_handed_to_another():
    """Numba cannot write an index again, of which a key that holds a kernel comes from a process that has ended."""
    for name, engine in (("chaupar", "rollout"), ("mangala", "ab"), ("mangala", "puct")):
        position = game(name).start()
        while position.turn == CHANCE:
            position = position.play(position.moves[0])
        Searcher(position.game, engine).search(position, Limits(nodes=50))
    asked = 0
    for module in [each for name, each in sys.modules.items() if name.startswith("charkoni.")]:
        for one in kernels_of(module):
            for signature in signatures_of(one):
                assert not any(isinstance(kind, types.Dispatcher) for kind in signature), (module.__name__, one)
                asked += 1
    assert asked > 50


def test_old_caches_are_forgotten_but_for_the_newest_few(tmp_path):
    for age in range(8):
        folder = tmp_path / f"cache{age}"
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "a file").write_text("stays")
    compiler.remove_old_caches(tmp_path, tmp_path / "cache7")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "cache0", "cache1", "cache2", "cache7"]


def test_forgetting_where_nothing_is_does_nothing(tmp_path):
    compiler.remove_old_caches(tmp_path / "nowhere", tmp_path / "nowhere" / "x")


FOREIGN = """
    import sys
    sys.path.insert(0, {folder!r})
    from charkoni.core.game import variant
    print(variant("lonely", "").start().play("1"))
"""


@pytest.mark.long
@pytest.mark.once
def test_cache_lies_by_module_and_sources_and_a_game_that_is_gone_does_not_spoil_it(tmp_path):
    package = tmp_path / "games" / "lonely"
    package.mkdir(parents=True)
    trio = Path(compiler.PACKAGE) / "check" / "toys" / "trio"
    for source in trio.glob("*.py"):
        (package / source.name).write_text(source.read_text().replace("charkoni.check.toys.trio", "lonely"))
    cache = {"CHARKONI_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    assert run(FOREIGN.format(folder=str(package.parent)), **cache) == "a...... b"
    assert run(PLAY, **cache) == f"{PLAYED} True"
    assert run(PLAY, **cache) == f"{PLAYED} True"
    module = "charkoni.games.mangala.rules"
    (folder,) = (tmp_path / "cache" / module).iterdir()
    assert folder.name == compiler.source_digest(module, Path(compiler.PACKAGE) / "games" / "mangala" / "rules.py")
    assert list(folder.rglob("*.nbi"))


TYPES = """
    from charkoni.core.machine_code import cache
    from numba.core.registry import cpu_target
    from numba.core.typing.typeof import typeof_impl
    before = len(typeof_impl.registry)
    cpu_target.target_context.refresh()  # as the first kernel does
    print(len(typeof_impl.registry) - before)
"""


@pytest.mark.once
def test_no_type_is_added_by_the_first_kernel_while_another_thread_looks_for_one():
    """Else the other thread fails: "dictionary changed size during iteration"."""
    assert run(TYPES) == "0"
