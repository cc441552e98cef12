"""The table in a browser: a big screen, phones as seats, a host, replays, a virtual box.

docs/web.md describes what is sent. Imported only where the web is switched on.
"""
