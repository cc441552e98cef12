"""Joining a network by phone: the box opens one of its own, with a page that asks for yours."""
