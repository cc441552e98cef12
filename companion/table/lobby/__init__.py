"""The setup of a game on the box: its questions, their answers, and the start."""
