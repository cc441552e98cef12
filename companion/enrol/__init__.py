"""Enrolment from a terminal: which tag is under which piece. On the box: `table.enrol`."""
