"""The rulebook: rule pages in Markdown, shown with their examples and diagrams as boards."""
