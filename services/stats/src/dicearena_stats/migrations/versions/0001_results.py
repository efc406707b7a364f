"""Results and their archive."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("scored", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("stake", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(10), nullable=True),
        sa.Column("official", sa.Boolean(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.Column("archive_after", sa.BigInteger(), nullable=False),
        sa.Column("archive_tries", sa.Integer(), nullable=False),
    )
    op.create_index("matches_by_day", "matches", ["day", "official"])
    op.create_index("matches_to_archive", "matches", ["archived", "archive_after"])
    op.create_table(
        "match_seats",
        sa.Column("table_id", sa.String(80), sa.ForeignKey("matches.table_id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(40), nullable=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("level", sa.String(10), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
    )
    op.create_index("match_seats_by_person", "match_seats", ["person"])
    op.create_table(
        "match_figures",
        sa.Column("table_id", sa.String(80), sa.ForeignKey("matches.table_id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(4), primary_key=True),
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
    )
    op.create_index("match_figures_by_person", "match_figures", ["person", "kind"])
    op.create_table(
        "archive",
        sa.Column("table_id", sa.String(80), sa.ForeignKey("matches.table_id"), primary_key=True),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.Column("export", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    for table in ("archive", "match_figures", "match_seats", "matches"):
        op.drop_table(table)
