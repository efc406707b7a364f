"""Books."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("books", sa.Column("title", sa.String(40), primary_key=True))


def downgrade() -> None:
    op.drop_table("books")
