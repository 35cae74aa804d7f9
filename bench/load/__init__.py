"""Many tables at once, at a table's pace: `make load`."""
