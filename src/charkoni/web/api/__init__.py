"""The API for programs: JSON over HTTP."""
