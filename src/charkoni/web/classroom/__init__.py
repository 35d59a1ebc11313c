"""Classrooms: a teacher's room of boards for a lesson, with pupils who have cards instead of accounts."""
