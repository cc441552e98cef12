"""What a box tells other programs, and what they may ask of it, by MQTT: docs/fleet.md.

What is published follows from state alone: topics, state, events, results, outbox, orders and
discovery are pure. ``connection`` speaks with the broker, and ``member`` puts everything together.
"""
