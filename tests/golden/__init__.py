"""Games kept as records with their results, so that no change alters a game unnoticed."""
