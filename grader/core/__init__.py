"""What everything else is built on: data types, errors, languages, files, terminals. Imports nothing above it."""
