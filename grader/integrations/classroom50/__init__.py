"""The autograder folder of Classroom 50, and what runs in it."""
