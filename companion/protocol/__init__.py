"""The messages between a box, its pages and its hub: each is declared once.

A declaration is a class: its fields, name, permitted senders, reply, and first version. Parsers,
permission checks, dispatch, types for the pages' scripts and documents are derived from it. `http`
contains the web helpers shared by box and hub. Nothing here knows pages, hub, fleet or emulation.
"""
