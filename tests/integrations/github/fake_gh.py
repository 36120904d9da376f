#!/usr/bin/env python3
"""A stand-in for GitHub behind the command `gh`: a state folder, and calls at which it fails, refuses or dies.

state.json    {"login", "repositories": [{"name", "url", "branch", "activity": [...]}], "plan": {"17": "die-after"}}
comments.json repository -> comments;  calls.log: one line a call
A plan's words, for the n-th call: limit (429), secondary (403, no header), fail (500, nothing done),
lost (done, but no answer), die-before, die-after (this process and whoever called it are killed).
"""

import fcntl
import json
import os
import signal
import sys
import urllib.parse

STATE = os.environ["FAKE_GH_STATE"]


def read(name, default):
    path = os.path.join(STATE, name)
    return json.load(open(path)) if os.path.exists(path) else default


def write(name, data):
    with open(os.path.join(STATE, name + ".new"), "w") as stream:
        json.dump(data, stream)
    os.replace(os.path.join(STATE, name + ".new"), os.path.join(STATE, name))


def answer(status, body, **headers):
    words = {200: "OK", 201: "Created"}.get(status, "Error")
    sys.stdout.write(f"HTTP/2.0 {status} {words}\n")
    headers = {"Content-Type": "application/json; charset=utf-8", **headers}
    sys.stdout.write("".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n")
    sys.stdout.write(json.dumps(body))
    if status >= 300:
        sys.stderr.write(f"gh: {body['message']} (HTTP {status})\n")
    sys.exit(0 if status < 300 else 1)


def page(items, path, query):
    size, number = int(query.get("per_page", ["30"])[0]), int(query.get("page", ["1"])[0])
    size = int(os.environ.get("FAKE_GH_PAGE", size))
    shown = items[(number - 1) * size : number * size]
    link = {}
    if number * size < len(items):
        again = urllib.parse.urlencode({**{k: v[0] for k, v in query.items()}, "page": number + 1})
        link["Link"] = f'<https://api.github.com/{path}?{again}>; rel="next", <https://api.github.com/x>; rel="last"'
    answer(200, shown, **link)


def main():
    if sys.argv[1:2] == ["auth"]:
        sys.exit(0)
    arguments = sys.argv[2:]
    method, path, given = "GET", "", None
    while arguments:
        word = arguments.pop(0)
        if word == "--method":
            method = arguments.pop(0)
        elif word == "-H":
            arguments.pop(0)
        elif word == "--input":
            assert arguments.pop(0) == "-"
            given = json.load(sys.stdin)
        elif word != "--include":
            path = word
    path, _, query = path.partition("?")
    query = urllib.parse.parse_qs(query)

    lock = open(os.path.join(STATE, "lock"), "w")  # noqa: SIM115  # held until this process ends
    fcntl.flock(lock, fcntl.LOCK_EX)
    with open(os.path.join(STATE, "calls.log"), "a+") as log:
        log.seek(0)
        number = len(log.readlines()) + 1
        log.write(f"{method} {path}\n")
    state = read("state.json", {})
    todo = state.get("plan", {}).get(str(number), "")
    if todo == "die-before":
        os.kill(os.getppid(), signal.SIGKILL)
        sys.exit(1)
    if todo == "limit":
        answer(429, {"message": "API rate limit exceeded"}, **{"Retry-After": "7"})
    if todo == "secondary":
        answer(403, {"message": "You have exceeded a secondary rate limit."})
    if todo == "fail":
        answer(502, {"message": "Server Error"})
    if state.get("login") is None:
        sys.stderr.write("To get started with GitHub CLI, please run:  gh auth login\n")
        sys.exit(4)

    def carried_out(status, body):
        if todo == "die-after":
            os.kill(os.getppid(), signal.SIGKILL)
        if todo == "lost":
            sys.stderr.write("error connecting to api.github.com\n")
            sys.exit(1)
        answer(status, body)

    parts = path.split("/")
    repositories = {one["name"]: one for one in state["repositories"]}
    if path == "user":
        if state.get("app"):
            answer(403, {"message": "Resource not accessible by integration"})
        answer(200, {"login": state["login"]})
    if parts[0] == "orgs":
        if parts[1] != state.get("org", "course"):
            answer(404, {"message": "Not Found"})
        page([described(one) for one in state["repositories"]], path, query)
    name = "/".join(parts[1:3])
    if name not in repositories:
        answer(404, {"message": "Not Found"})
    one, rest = repositories[name], parts[3:]
    comments = read("comments.json", {})
    mine = comments.setdefault(name, [])
    if rest == []:
        answer(200, described(one))
    if rest == ["activity"]:
        if one.get("hidden"):
            answer(404, {"message": "Not Found"})
        if one.get("silent"):
            answer(200, [])
        page([item for item in one["activity"] if item["ref"] == query["ref"][0]], path, query)
    if rest == ["commits"]:
        if one.get("hidden"):
            answer(404, {"message": "Not Found"})
        if not one["activity"] and not one.get("silent"):
            answer(409, {"message": "Git Repository is empty."})
        answer(200, [{"sha": "0" * 40}])
    if rest == ["comments"]:
        page(mine, path, query)
    if method == "POST" and rest[0] == "commits" and rest[2] == "comments":
        made = {"id": sum(map(len, comments.values())) + 1, "body": given["body"], "commit_id": rest[1]}
        mine.append({**made, "user": {"login": state["login"]}})
        write("comments.json", comments)
        carried_out(201, made)
    if method == "PATCH" and rest[0] == "comments":
        [found] = [comment for comment in mine if str(comment["id"]) == rest[1]]
        found["body"] = given["body"]
        write("comments.json", comments)
        carried_out(200, found)
    answer(404, {"message": "Not Found"})


def described(one):
    return {
        "name": one["name"].split("/")[1],
        "full_name": one["name"],
        "clone_url": one["url"],
        "default_branch": one.get("branch", "main"),
    }


main()
