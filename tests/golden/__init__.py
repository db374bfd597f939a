"""Games kept as records with what they came to, so that no change alters a game unnoticed."""
