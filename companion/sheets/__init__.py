"""Sheets: games of which the box knows turns, rounds and points, and no other rule.

A sheet is a page of YAML. It is compiled into a plan, by which one set of rules plays every sheet.
"""
