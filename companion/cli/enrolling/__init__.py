"""Enrolment of tags from a terminal; `companion.table.enrolment` is the one on the box."""
