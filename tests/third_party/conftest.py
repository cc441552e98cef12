"""The tutorial's package is a project of its own: its tests run as its author would run them."""

collect_ignore = ["last_pebble"]
