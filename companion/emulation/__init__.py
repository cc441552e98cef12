"""Stand-ins for the hardware, faithful down to the bytes on the wire; no driver knows of them."""
