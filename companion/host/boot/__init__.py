"""Boot configuration of a Raspberry Pi: `config.txt` and `cmdline.txt`."""
