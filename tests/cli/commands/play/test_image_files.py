"""`charkoni show --svg --png` and `charkoni record show --gif`."""

import pytest

import charkoni


@pytest.fixture
def record(tmp_path):
    found = charkoni.Record(charkoni.game("mangala"))
    for move in ("4", "6", "3"):
        found.play(move)
    path = tmp_path / "game.charkoni"
    path.write_text(str(found))
    return path


def test_a_position_becomes_svg_and_png(cli, tmp_path):
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    result = cli("show", "mangala", "--svg", svg, "--png", png, "--theme", "wood", "--seat", "b", "--width", 120)
    assert result == (0, "", "")
    assert svg.read_text().startswith("<svg ") and "var(" not in svg.read_text()
    head = png.read_bytes()[:20]
    assert head.startswith(b"\x89PNG") and int.from_bytes(head[16:20], "big") == 120


def test_an_svg_may_go_to_standard_output(capfdbinary, monkeypatch, tmp_path):
    from charkoni.cli import main

    monkeypatch.setenv("CHARKONI_LANG", "en")
    assert main.run(["show", "mosty:size=3", "--svg", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"<svg ")


def test_a_record_becomes_a_gif(cli, record, tmp_path):
    gif = tmp_path / "a.gif"
    assert cli("record", "show", record, "--gif", gif, "--at", 1, "--width", 100) == (0, "", "")
    assert gif.read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (("--theme", "pink"), "light, dark, contrast, wood"),
        (("--seat", "c"), "a, b"),
        (("--width", "9"), "40 to 8000"),
    ],
)
def test_refused_options_leave_no_file(cli, tmp_path, options, part):
    png = tmp_path / "a.png"
    result = cli("show", "mangala", "--png", png, *options)
    assert result.code == 2 and part in result.err and result.err.count("\n") == 1
    assert not png.exists()


def test_an_svg_has_no_width(cli, tmp_path):
    assert "fits any size" in cli("show", "mangala", "--svg", tmp_path / "a.svg", "--width", 100).err


def test_a_file_is_never_written_over(cli, record, tmp_path):
    before = record.read_bytes()
    assert "exists" in cli("show", "mangala", "--svg", record).err
    assert "exists" in cli("record", "show", record, "--gif", record).err
    assert record.read_bytes() == before


def test_a_gif_ends_with_the_last_ply(cli, record, tmp_path):
    assert "3 plies" in cli("record", "show", record, "--at", 4, "--gif", tmp_path / "a.gif").err
