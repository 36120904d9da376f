"""The learner's kit: its files, and the proof that nothing private is in it."""
