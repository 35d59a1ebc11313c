import pytest

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESK = {"viewport": {"width": 1400, "height": 900}}


@pytest.mark.parametrize(
    "game,turns", [("gana", 30), ("banglagor", 10), ("banglagor", 90), ("mosty", 14), ("mosty:size=10", 60)]
)
@pytest.mark.parametrize("name,size", [("phone", PHONE), ("desk", DESK)])
def test_look(visit, game, turns, name, size):
    for scheme in ("light", "dark") if game != "mosty:size=10" else ("light",):
        v = visit(**size, color_scheme=scheme)
        if ":" in game:
            v.start("mosty", **{"size": "10"})
        else:
            v.start(game)
        v.play("click", turns, 3)
        z = v.options()["zones"]
        if z and game != "mosty":
            v.click(z[len(z) // 2])
        v.page.wait_for_timeout(300)
        box = v.page.locator("#board svg").bounding_box()
        print(game, turns, name, scheme, box)
        v.page.screenshot(path=f"/tmp/bb/shot-{game.replace(':size=', '')}-{turns}-{name}-{scheme}.png")
