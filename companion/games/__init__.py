"""The games. Each has its own folder and is found by its entry point; no code names one."""
