"""The worker processes of a server: searches, analyses, pictures."""
