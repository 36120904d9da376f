"""From submissions to reports: run the suite, score what it showed."""
