"""What the computers of the pub games share."""
