"""Every format of a few reports, byte for byte. `GRADER_GOLDEN=write pytest tests/reports/formats` writes them anew."""

import base64
import json
import os
from pathlib import Path

import pytest
from format_samples import SAMPLES

from grader.reports.formats.registry import FORMATS

GOLDEN = Path(__file__).parent / "golden"


def readable(text, form):
    """Base64 opened, so that a change can be read."""
    if form.startswith("classroom") and form != "classroom50":
        return json.dumps(json.loads(base64.b64decode(text)), ensure_ascii=False, indent=1) + "\n"
    if form == "github-outputs":
        head, _, result = text.partition("result=")
        return head + "result=" + readable(result, "classroom")
    return text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_format_is_as_it_was(written, sample, form):
    path = GOLDEN / sample / (form + FORMATS[form].ending)
    text = readable(written(sample, form), form)
    if os.environ.get("GRADER_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text


def test_no_golden_file_is_left_over():
    wanted = {f"{sample}/{form}{FORMATS[form].ending}" for sample in SAMPLES for form in FORMATS}
    assert {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*.*")} == wanted
