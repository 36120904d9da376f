"""grader completion SHELL"""

from __future__ import annotations

import click

from grader.cli import spoken

__all__ = ["completion"]

_VARIABLE = "_GRADER_COMPLETE"  # what click's scripts set when they ask the command for words


@click.command(cls=spoken.Command, epilog="Exit codes: 0 written, 2 no such shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Write the script that lets a shell complete commands, options, steps and checks with the tab key.

    \b
    Examples:
      grader completion bash >> ~/.bashrc
      grader completion zsh >> ~/.zshrc
      grader completion fish > ~/.config/fish/completions/grader.fish

    Then open a new terminal. The script calls the command itself, so you never have to regenerate it.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # click knows all three
    made = kind(click.get_current_context().find_root().command, {}, "grader", _VARIABLE)
    click.echo(made.source_template % made.source_vars())  # made.source() would start bash to ask for its version
