"""MQTT client of a box: what it publishes, and the commands it accepts (docs/fleet.md).

What is published follows from state alone: topics, state, events, results, outbox, orders and
discovery are pure. ``connection`` speaks with the broker, and ``member`` puts everything together.
"""
