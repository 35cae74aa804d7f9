"""The rules, held against the rule books."""
