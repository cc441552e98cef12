// The box: a tray for the Raspberry Pi with the bonnet on top of it, open above.
include <lengths.scad>

inner = [pi_length + 3, pi_width + 3];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];
floor_ = wall;
post = 3.5;

module rounded(size, height, radius = 3) {
    linear_extrude(height)
        offset(radius) offset(-radius) square(size, center = true);
}

module posts() {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * pi_holes[0] / 2, y * pi_holes[1] / 2, floor_])
            difference() {
                cylinder(h = post, d = 6, $fn = 32);
                cylinder(h = post + 1, d = pi_hole - 0.3, $fn = 32);
            }
}

module openings() {
    // Power and USB at the long side, the card at the short one.
    translate([11, -outer[1] / 2, floor_ + post + 3]) cube([32, 4 * wall, 8], center = true);
    translate([-20, -outer[1] / 2, floor_ + post + 3]) cube([14, 4 * wall, 7], center = true);
    translate([-outer[0] / 2, 0, floor_ + post + 2]) cube([4 * wall, 16, 6], center = true);
    // Wires to readers, seats and lamps leave at the back.
    translate([0, outer[1] / 2, height - 6]) cube([40, 4 * wall, 6], center = true);
}

difference() {
    rounded(outer, height);
    translate([0, 0, floor_]) rounded(inner, height, 2);
    openings();
}
posts();
