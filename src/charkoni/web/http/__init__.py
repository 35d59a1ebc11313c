"""HTTP: sessions, security, rate limits, metrics, assets, templates and forms."""
