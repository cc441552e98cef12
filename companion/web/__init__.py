"""The table in a browser: a big screen, phones as seats, a host, replays, a virtual box.

What is sent: docs/web.md. Imported only where the web is switched on.
"""
