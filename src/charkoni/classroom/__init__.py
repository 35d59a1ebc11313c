"""Paper for a class: workbooks, lesson plans, cards of pupils."""
