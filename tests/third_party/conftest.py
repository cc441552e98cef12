"""The tutorial's package is a separate project; its tests run as its author would run them."""

collect_ignore = ["last_pebble"]
