"""Print-outs: their contents (`sheets`, `handouts`) and their forms: text, HTML, PDF."""
