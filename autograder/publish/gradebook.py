"""nbgrader's SQLite gradebook, with several processes at work on it."""

import sqlite3
from typing import Any

from sqlalchemy import Engine, event

PATIENCE_SECONDS = 120


def share_gradebook() -> None:
    """From now on every connection of this process waits for its turn instead of failing with "database is locked".

    Each submission has rows of its own, so all that two processes compete for is SQLite's one write lock. It is taken
    when a transaction begins (IMMEDIATE): taken later, after a read, two that both wait would have to fail at once.
    A database server, such as PostgreSQL, needs none of this.
    """
    if not event.contains(Engine, "connect", _be_patient):
        event.listen(Engine, "connect", _be_patient)


def _be_patient(connection: Any, record: object) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE_SECONDS}")
        connection.isolation_level = "IMMEDIATE"
