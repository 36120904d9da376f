"""`grader serve`: the instructor's pages over one gradebook, on this machine alone.

request -> Guard (host, token, CSRF) -> a page or an action -> Desk (one thread holds the gradebook) -> HTML

Everything that is changed goes through `grader.gradebook`, as the commands do, and stands in the audit log.
"""
