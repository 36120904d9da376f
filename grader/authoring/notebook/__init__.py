"""The notebook of an assignment, built from the percent cells of its Python file."""
