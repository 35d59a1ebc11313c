"""The environment of Alembic: migrations run on the connection that `charkoni.web.store.migrate` opened."""

from alembic import context

from charkoni.web.store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
