"""Metrics in Prometheus's text format."""

from charkoni.web.http.metrics import Metrics


def test_metrics_are_written_for_prometheus() -> None:
    metrics = Metrics()
    metrics.count("refused", code='a"b')
    metrics.observe(0.5)
    text = metrics.text({"rooms": 2})
    assert 'charkoni_refused_total{code="a\\"b"} 1.0' in text
    assert "charkoni_rooms 2.0" in text
    assert 'charkoni_page_seconds{quantile="0.95"} 0.5' in text
