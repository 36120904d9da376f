"""A GitHub runner in small: runs the bash steps of a composite action, or of a job, the way the real one does.

Expressions are read, not evaluated as Python: `inputs.x`, `steps.a.outputs.b`, `github.x`, `!cancelled()`, `always()`,
`failure()`, `success()`, `==`, `!=`, `&&` and text in quotes. Anything else is an error, so that a step cannot use
what this runner does not know. Steps with `uses:` are recorded and skipped.
"""

import dataclasses
import os
import re
import subprocess

import yaml

FILES = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")
STATUS = re.compile(r"\b(always|failure|success|cancelled)\(\)")
TOKEN = re.compile(r"\s*(?:(&&|==|!=|!)|'([^']*)'|(\w[\w.-]*)(\(\))?)")


@dataclasses.dataclass
class Ran:
    """What came of it: the job's end, its log, the summary, outputs, and each step's conclusion."""

    failed: bool = False
    log: str = ""
    summary: str = ""
    outputs: dict = dataclasses.field(default_factory=dict)
    concluded: dict = dataclasses.field(default_factory=dict)
    used: list = dataclasses.field(default_factory=list)
    codes: dict = dataclasses.field(default_factory=dict)


class Runner:
    """One job in a workspace. `path` goes in front of PATH, `action_path` is where the action was fetched to."""

    def __init__(self, workspace, temp, path="", action_path=""):
        self.workspace, self.temp, self.path = workspace, temp, path
        self.context = {
            "github.action_path": str(action_path),
            "github.workspace": str(workspace),
            "github.ref": "refs/heads/main",
        }
        self.ran, self.extra = Ran(), {}
        temp.mkdir(parents=True, exist_ok=True)

    def action(self, text, **given):
        """Run a composite action with these inputs."""
        action = yaml.safe_load(text)
        names = {name.replace("_", "-") for name in given}
        assert names <= set(action["inputs"]), f"no such input: {names - set(action['inputs'])}"
        for name, told in action["inputs"].items():
            self.context[f"inputs.{name}"] = str(given.get(name.replace("-", "_"), told.get("default", "")))
        self.steps(action["runs"]["steps"], inherited=None)
        for name, told in action["outputs"].items():
            self.ran.outputs[name] = self.filled(told["value"])
        return self.ran

    def steps(self, steps, inherited="bash"):
        """Run steps; `inherited` is the shell of a job, which a composite action does not have."""
        for number, step in enumerate(steps):
            name = step.get("id") or step.get("name") or str(number)
            if not self.wanted(str(step.get("if", ""))):
                self.ran.concluded[name] = "skipped"
                continue
            if "uses" in step:
                told = {key: self.filled(str(value)) for key, value in step.get("with", {}).items()}
                self.ran.used.append((step["uses"], told))
                self.ran.concluded[name] = "success"
                continue
            assert step.get("shell", inherited) == "bash"
            assert "${{" not in step["run"], f"{name}: an expression inside a script"
            self.run(name, step)

    def run(self, name, step):
        script = self.temp / f"{len(self.ran.concluded)}.sh"
        script.write_text(step["run"], encoding="utf-8")
        files = {key: self.temp / f"{key}-{len(self.ran.concluded)}" for key in FILES}
        for path in files.values():
            path.touch()
        environment = {
            "PATH": self.path + os.pathsep + os.environ["PATH"],
            "HOME": str(self.temp),
            "LANG": "C.UTF-8",
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_TOKEN": "ghs_secret_token_of_the_job",
            **self.extra,
            **{key: str(path) for key, path in files.items()},
            **{key: self.filled(str(value)) for key, value in step.get("env", {}).items()},
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=self.workspace,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=100,
        )
        self.ran.log += done.stdout.decode()
        self.ran.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        self.ran.codes[name] = done.returncode
        self.ran.concluded[name] = "failure" if done.returncode else "success"
        self.ran.failed = self.ran.failed or bool(done.returncode)
        for key, value in pairs(files["GITHUB_OUTPUT"].read_text(encoding="utf-8")):
            self.context[f"steps.{name}.outputs.{key}"] = value
        self.extra.update(pairs(files["GITHUB_ENV"].read_text(encoding="utf-8")))

    def filled(self, text):
        """Text with its `${{ }}` put in."""
        return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(self.value(found[1])), text)

    def wanted(self, condition):
        """Does a step run? Without a word on how the job stands, only while it has not failed."""
        condition = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", condition.strip())
        if not STATUS.search(condition):
            condition = f"success() && {condition}" if condition.strip() else "success()"
        return bool(self.value(condition))

    def value(self, expression):
        """An expression's value: terms joined by &&, each a comparison, a negation or one word."""
        out = True
        for term in expression.split("&&"):
            tokens = [found.groups() for found in TOKEN.finditer(term)]
            assert "".join(found[0] for found in TOKEN.finditer(term)).strip() == term.strip(), f"unknown: {expression}"
            words = [self.word(token) for token in tokens if token[0] is None]
            signs = [token[0] for token in tokens if token[0]]
            if signs in (["=="], ["!="]):
                out = (words[0] == words[1]) == (signs == ["=="])
            else:
                assert len(words) == 1 and signs in ([], ["!"]), f"unknown: {expression}"
                out = not words[0] if signs else words[0]
            if not out:
                return out
        return out

    def word(self, token):
        _, quoted, name, call = token
        if quoted is not None:
            return quoted
        if call:
            states = {"always": True, "failure": self.ran.failed, "success": not self.ran.failed, "cancelled": False}
            return states[name]
        assert name.startswith(("inputs.", "steps.", "github.")), f"unknown: {name}"
        assert not name.startswith(("inputs.", "github.")) or name in self.context, f"unknown: {name}"
        return self.context.get(name, "")


def pairs(text):
    """name=value lines of a command file; the form with a delimiter too."""
    lines = iter(text.splitlines())
    for line in lines:
        if match := re.fullmatch(r"([\w-]+)<<(\S+)", line):
            inside = []
            for more in lines:
                if more == match[2]:
                    break
                inside.append(more)
            yield match[1], "\n".join(inside)
        elif line:
            name, sign, value = line.partition("=")
            assert sign and re.fullmatch(r"[\w-]+", name), f"no output: {line[:80]}"
            yield name, value
