"""The conformance kit: what every game must satisfy, and the tools to show it."""
