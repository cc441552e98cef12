"""The messages between a box, its pages and its hub: each is declared once.

A declaration is a class: its fields, what it is called, who may send it, what answers it, since
which version. Readers, permission checks, dispatch, types for the pages' scripts and documents
follow from it. `http` has what box and hub serve their pages by. Nothing here knows pages, hub,
fleet or emulation.
"""
