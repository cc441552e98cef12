"""Runs the migrations on the connection passed by ``companion_hub.migrate``."""

from alembic import context

from companion_hub.club.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite cannot change a column
)
with context.begin_transaction():
    context.run_migrations()
