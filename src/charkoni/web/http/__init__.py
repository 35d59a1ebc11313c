"""HTTP: sessions, security, rate limits, metrics, assets, and what all pages share."""
