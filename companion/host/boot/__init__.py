"""What the firmware of a Raspberry Pi is told before Linux starts: `config.txt`, `cmdline.txt`."""
