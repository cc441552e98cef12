"""MQTT client of a box: what it publishes, and the commands it accepts (docs/fleet.md).

The published data is derived from state alone: topics, state, events, results, outbox, orders and
discovery are pure. ``connection`` talks to the broker, and ``member`` combines everything.
"""
