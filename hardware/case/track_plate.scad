// The track plate: a recess for each token above a bay for its reader, which is put in from below.
include <lengths.scad>

margin = 4;
bay = [track_reader[0] + 1, track_reader[1] + 1];
size = [bay[0] + 2 * margin, track_tokens * track_pitch + 2 * margin];
thin = 1.2;   // of plastic between token and antenna

difference() {
    linear_extrude(track_thickness + thin)
        offset(4) offset(-4) square(size, center = true);
    for (i = [0 : track_tokens - 1]) {
        y = size[1] / 2 - margin - (i + 0.5) * track_pitch;
        translate([0, y, track_thickness + thin - track_recess])
            cylinder(h = track_recess + 1, d = track_token, $fn = 96);
        translate([0, y, (track_thickness - track_recess) / 2 - 0.5])
            cube([bay[0], bay[1], track_thickness - track_recess + 1], center = true);
    }
    // A channel for the bus, along all bays.
    translate([0, 0, 0]) cube([12, size[1] - margin, 2 * (track_thickness - track_recess)], center = true);
}
