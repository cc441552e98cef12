"""The table in a browser: a big screen, phones as seats, a host, replays, a virtual box.

docs/web.md describes the messages. Imported only where the web is switched on.
"""
