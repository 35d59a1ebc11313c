"""Pages with tables made from the code, the dashboard and the alerts."""

import json
import re
import runpy
from pathlib import Path

import pytest
import yaml

from charkoni.web.http import metrics

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = runpy.run_path(str(DOCS / "reference.py"))


@pytest.mark.parametrize("page", REFERENCE["TABLES"])
def test_tables_made_from_the_code_are_the_present_ones(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text == REFERENCE["filled"](page, text), "run: python docs/reference.py"


def unknown_metrics(text: str) -> set[str]:
    return set(re.findall(r"charkoni_\w+", text)) - metrics.FAMILIES.keys()


def test_the_dashboard_shows_all_metrics_and_no_others() -> None:
    board = json.loads((DOCS / "grafana" / "charkoni.json").read_text(encoding="utf-8"))
    text = json.dumps(board["panels"])
    assert unknown_metrics(text) == set()
    assert metrics.FAMILIES.keys() <= set(re.findall(r"charkoni_\w+", text))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    assert unknown_metrics("rate(charkoni_boards_total[5m])") == {"charkoni_boards_total"}


def test_alerts_are_about_metrics_that_exist() -> None:
    rules = yaml.safe_load((DOCS / "grafana" / "alerts.yml").read_text(encoding="utf-8"))
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in alerts)
    assert unknown_metrics(" ".join(rule["expr"] for rule in alerts)) == set()


def test_the_metrics_are_those_that_a_server_writes() -> None:
    measured = metrics.Metrics()
    measured.observe(0.1)
    families = metrics.FAMILIES.values()
    text = measured.text({each.name.removeprefix("charkoni_"): 0.0 for each in families if each.kind == "gauge"})
    for family in families:
        name = family.name.removesuffix("_total") if family.kind == "counter" else family.name
        assert re.search(rf"^# HELP {family.name} {re.escape(family.meaning)}$", text, re.MULTILINE), name
        assert f"# TYPE {family.name} {family.kind}" in text
