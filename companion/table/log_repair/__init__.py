"""Repairs of the log as people make them: steps, consequences, and the decision."""
