"""A few real reports, graded once for all tests of their forms."""

import pytest


@pytest.fixture(scope="session")
def mixed(tmp_path_factory, reference, untouched, edited, grade_all):
    """`mixed[language]`: reports by id, of submissions with very different fates."""
    folder = tmp_path_factory.mktemp("mixed")
    texts = {
        "perfect": reference,
        "untouched": untouched,
        "wrong": edited(reference, softmax="def softmax(S):\n    return S / S.sum(axis=0)"),
        "everything_raises": edited(untouched, embed="def embed(token_ids, E):\n    raise ValueError('가' * 200)"),
        "third": edited(
            reference, softmax="def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=-1, keepdims=True)"
        ),
        "이름이_아주_긴_학습자_" * 4: edited(reference, embed="def embd(token_ids, E):\n    return E[token_ids]"),
    }
    for name, text in texts.items():
        (folder / name).mkdir()
        (folder / name / "attention.py").write_text(text, encoding="utf-8")
    (folder / "unreadable").mkdir()
    (folder / "unreadable" / "attention.py").write_bytes(b"\xff")
    return {language: grade_all([folder], language=language) for language in ("en", "ko")}
