"""For authors: derive what learners get, start and verify an assignment, release its kit."""
