"""The item types of a quiz: a module for each kind of question."""
