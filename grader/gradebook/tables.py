"""The tables of a gradebook's file, and the steps from each version of it to the next."""

from __future__ import annotations

__all__ = ["APPLICATION", "MIGRATIONS"]

APPLICATION = 0x47524144  # "GRAD", the application id in the file's header


def _kept(*tables: str) -> str:
    """Triggers that let nobody change or remove a row."""
    return "".join(
        f"CREATE TRIGGER {table}_keep_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is a trail: nothing in it is changed or removed'); END;\n"
        for table in tables
        for verb in ("UPDATE", "DELETE")
    )


_FIRST = """
CREATE TABLE assignments (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL DEFAULT '',
  due_at TEXT,
  grace_seconds INTEGER NOT NULL DEFAULT 0,
  per_day TEXT NOT NULL DEFAULT '0',
  cap TEXT NOT NULL DEFAULT '1'
);
CREATE TABLE learners (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  section TEXT NOT NULL DEFAULT '',
  external TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE submissions (
  id INTEGER PRIMARY KEY,
  assignment TEXT NOT NULL REFERENCES assignments(id),
  name TEXT NOT NULL,
  received_at TEXT,
  UNIQUE (assignment, name)
);
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  submission INTEGER NOT NULL REFERENCES submissions(id),
  number INTEGER NOT NULL,
  digest TEXT NOT NULL,
  path TEXT NOT NULL,
  content TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  counted INTEGER REFERENCES results(id),
  UNIQUE (submission, number)
);
CREATE TABLE results (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  attempt INTEGER NOT NULL REFERENCES attempts(id),
  key TEXT NOT NULL,
  suite TEXT NOT NULL,
  engine TEXT NOT NULL,
  seed INTEGER NOT NULL,
  language TEXT NOT NULL,
  partial TEXT NOT NULL,
  earned TEXT NOT NULL,
  possible TEXT NOT NULL,
  pending TEXT NOT NULL,
  grade INTEGER NOT NULL,
  broken INTEGER NOT NULL,
  graded_at TEXT NOT NULL,
  report TEXT NOT NULL,
  UNIQUE (attempt, key)
);
CREATE INDEX results_by_key ON results (key);
CREATE TABLE overrides (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  learner TEXT NOT NULL,
  points TEXT,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  at TEXT NOT NULL
);
CREATE TABLE extensions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  learner TEXT NOT NULL,
  due_at TEXT,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  at TEXT NOT NULL
);
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  action TEXT NOT NULL,
  assignment TEXT NOT NULL,
  learner TEXT NOT NULL,
  detail TEXT NOT NULL
);
""" + _kept("overrides", "extensions", "audit")

_SECOND = """
CREATE TABLE marks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  item TEXT NOT NULL,
  version TEXT NOT NULL,
  points TEXT NOT NULL,
  possible TEXT NOT NULL,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  note TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX marks_by_submission ON marks (assignment, submission);
CREATE TABLE marking (salt TEXT NOT NULL);
INSERT INTO marking (salt) VALUES (lower(hex(randomblob(16))));
""" + _kept("marks")

_THIRD = """
CREATE TABLE arrivals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  received_at TEXT NOT NULL,
  noted_at TEXT NOT NULL
);
CREATE INDEX arrivals_by_submission ON arrivals (assignment, submission);
INSERT INTO arrivals (assignment, submission, received_at, noted_at)
  SELECT assignment, name, received_at, '' FROM submissions WHERE received_at IS NOT NULL;
""" + _kept("arrivals")

_FOURTH = """
CREATE TABLE seeds (
  assignment TEXT PRIMARY KEY,
  seed INTEGER NOT NULL
);
"""

_FIFTH = """
CREATE TABLE questions (key TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
"""

_SIXTH = """
CREATE TABLE adjustments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  step TEXT NOT NULL,
  points TEXT,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  at TEXT NOT NULL
);
CREATE INDEX adjustments_by_submission ON adjustments (assignment, submission);
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  step TEXT NOT NULL,
  cell TEXT NOT NULL,
  line INTEGER NOT NULL,
  text TEXT NOT NULL,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  at TEXT NOT NULL
);
CREATE INDEX comments_by_submission ON comments (assignment, submission);
CREATE TABLE criteria (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  item TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  points TEXT,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  at TEXT NOT NULL
);
CREATE INDEX criteria_by_item ON criteria (assignment, item);
CREATE TABLE judgements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  item TEXT NOT NULL,
  version TEXT NOT NULL,
  criteria TEXT NOT NULL,
  comment TEXT NOT NULL,
  second INTEGER NOT NULL,
  batch TEXT NOT NULL,
  mark INTEGER REFERENCES marks(id),
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  at TEXT NOT NULL
);
CREATE INDEX judgements_by_answer ON judgements (assignment, item, submission);
CREATE TABLE withdrawals (
  mark INTEGER NOT NULL REFERENCES marks(id),
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  at TEXT NOT NULL
);
CREATE TABLE rulings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  item TEXT NOT NULL,
  kind TEXT NOT NULL,
  answer TEXT NOT NULL,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  at TEXT NOT NULL
);
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  step TEXT NOT NULL,
  text TEXT NOT NULL,
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (assignment, submission, step, text)
);
CREATE TABLE replies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request INTEGER NOT NULL REFERENCES requests(id),
  text TEXT NOT NULL,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  at TEXT NOT NULL
);
""" + _kept("adjustments", "comments", "criteria", "judgements", "withdrawals", "rulings", "requests", "replies")

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH)
"""The step from each version of the file to the next; `PRAGMA user_version` counts the steps that were taken."""
