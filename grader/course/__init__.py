"""Courses on disk: assignments, their hints and their visible checks."""
