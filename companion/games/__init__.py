"""The games. Each lives in its own folder and is found by its entry point; nothing names one."""
