// The lid: a window for the panel, and room for joystick and keys at its sides.
include <lengths.scad>

outer = [pi_length + 3 + 2 * wall, pi_width + 3 + 2 * wall];
clearance = 0.3;

module plate() {
    linear_extrude(wall) offset(3) offset(-3) square(outer, center = true);
    // A rim that sits inside the walls of the box.
    translate([0, 0, -2])
        linear_extrude(2)
            difference() {
                square([pi_length + 3 - 2 * clearance, pi_width + 3 - 2 * clearance], center = true);
                square([pi_length - 1, pi_width - 1], center = true);
            }
}

difference() {
    plate();
    translate([-pi_length / 2 + window_from[0], -pi_width / 2 + window_from[1], -5])
        cube([window_width, window_height, 10]);
    // Joystick at the left, keys at the right of the panel.
    translate([-pi_length / 2 + 8, 0, -5]) cylinder(h = 10, d = 11, $fn = 48);
    for (y = [-6, 6]) translate([pi_length / 2 - 7, y, -5]) cylinder(h = 10, d = 8, $fn = 48);
}
