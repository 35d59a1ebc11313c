"""Print-outs: their contents (`sheets`, `handouts`), and their formats: text, HTML, PDF."""
