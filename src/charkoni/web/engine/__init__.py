"""The processes beside the server: searches, analyses, pictures."""
