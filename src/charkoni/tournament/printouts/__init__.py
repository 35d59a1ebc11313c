"""Print-outs: what stands on them (`sheets`, `handouts`), and how it is written: text, HTML, PDF."""
