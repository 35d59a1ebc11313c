"""Digests of random games: the same in every mode, and kept for every game."""

from types import SimpleNamespace

import pytest

from charkoni.check import all_games, any_game, check_game, fingerprint, toy, variants
from charkoni.check.fingerprint import digest, digest_in_subprocess, digest_of, kept, main
from charkoni.core.compiler import compiled


def test_every_game_and_variant_has_a_kept_digest():
    """That it is found in every mode is a check of the kit."""
    assert set(kept()) == {game.name for game in all_games()}


def test_digests_differ():
    assert len(set(kept().values())) == len(kept())


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["dash", "trio", "mangala:fortress"])
def test_plain_and_compiled_games_are_the_same(name):
    report = check_game(any_game(name), only=["modes"])
    assert report.ok, str(report)


def test_digest_depends_on_number_seed_and_cap():
    trio = toy("trio")
    digests = {digest(trio, *arguments) for arguments in [(2, 1, 9), (3, 1, 9), (2, 2, 9), (2, 1, 3)]}
    assert len(digests) == 4
    assert digest(trio, 2, 1, 9) == digest(trio, 2, 1, 9)


def test_digest_of_nothing_is_that_of_sha256():
    assert digest_of([]) == "e3b0c44298fc1c14"


def test_failure_of_the_other_process_is_told():
    absent = SimpleNamespace(family=SimpleNamespace(package="no.such.package"), options="")
    with pytest.raises(RuntimeError, match="the other process failed"):
        digest_in_subprocess(absent, plain=compiled())


def test_program_prints_digests(capsys):
    main(["trio", "dash"])
    assert capsys.readouterr().out == f"trio | {kept()['trio']}\ndash | {kept()['dash']}\n"


def test_program_prints_one_digest_alone(capsys):
    main(["--of", "charkoni.check.toys.trio", ""])
    assert capsys.readouterr().out == f"{kept()['trio']}\n"


def test_program_keeps_digests(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "KEPT", tmp_path / "kept.txt")
    kept.cache_clear()
    try:
        assert kept() == {}
        main(["--write", "trio"])
        kept.cache_clear()
        main(["--write", "dash"])
        kept.cache_clear()
        assert list(kept()) == ["dash", "trio"]
    finally:
        kept.cache_clear()


def test_variants_are_found_by_the_program(capsys):
    main([variants()[-1]])
    assert capsys.readouterr().out.startswith(variants()[-1])
