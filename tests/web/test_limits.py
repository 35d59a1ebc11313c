"""Small parts: buckets, metrics, rule pages, logs."""

import json
import logging

import pytest

from charkoni.web.http.metrics import Metrics
from charkoni.web.http.rate_limits import RateLimit, RateLimits
from charkoni.web.pages.rulebook.markdown import rule_page
from charkoni.web.serve import JsonLines


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = RateLimit(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_buckets_are_kept_apart_and_forgotten() -> None:
    buckets = RateLimits(0, 1, most=2)
    assert [buckets.take(who) for who in "aab"] == [True, False, True]
    buckets.take("c")
    assert buckets.take("a")


def test_metrics_are_written_for_prometheus() -> None:
    metrics = Metrics()
    metrics.count("refused", code='a"b')
    metrics.observe("page", 0.5)
    text = metrics.text({"rooms": 2})
    assert 'charkoni_refused_total{code="a\\"b"} 1.0' in text
    assert "charkoni_rooms 2.0" in text
    assert 'charkoni_page_seconds{quantile="0.95"} 0.5' in text


@pytest.mark.parametrize("lang", ["en", "ru", "tr"])
def test_rule_pages_have_an_anchor_per_clause(lang: str) -> None:
    page = rule_page("mangala", lang)
    assert page is not None
    assert page.title
    assert 'id="M7"' in "".join(part for part in page.parts if isinstance(part, str))
    assert page.headings
    assert rule_page("nothing", lang) is None


def test_logs_are_json() -> None:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "said %s", ("a\nb",), None)
    assert json.loads(JsonLines().format(record))["message"] == "said a\nb"
