"""Formats in which matches leave this house and come in; they know no database and no pages."""
