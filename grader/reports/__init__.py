"""Reports: pure functions of one `Report` (text, JSON), and of many (the cohort's table)."""
