"""Readers, and how long books are."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("books", sa.Column("pages", sa.Integer(), nullable=True))
    op.create_table("readers", sa.Column("name", sa.String(40), primary_key=True))


def downgrade() -> None:
    op.drop_table("readers")
    with op.batch_alter_table("books") as books:
        books.drop_column("pages")
