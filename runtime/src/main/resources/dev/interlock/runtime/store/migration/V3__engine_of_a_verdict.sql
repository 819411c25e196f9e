-- Which model an engine said it holds, and its version, when a verdict was given on it.
ALTER TABLE verdicts ADD COLUMN engine TEXT;
