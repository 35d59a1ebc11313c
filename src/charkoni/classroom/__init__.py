"""Paper for a class: workbooks and lesson plans."""
