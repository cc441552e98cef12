// Made by `make hardware` from box.yaml: change that file, not this one.
wall = 2.0;
pi_length = 65;
pi_width = 30;
pi_holes = [58, 23];
pi_hole = 2.75;
height = 24;
window_width = 35;
window_height = 20;
window_from = [16, 4];
track_tokens = 3;
track_pitch = 42;
track_token = 26;
track_recess = 2.0;
track_reader = [60, 40];
track_thickness = 5;
