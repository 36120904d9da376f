"""Visible checks: run on the learner's file in a process of its own."""
