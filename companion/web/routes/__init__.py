"""The addresses of the archive, the computer's page, backups and shared games."""
