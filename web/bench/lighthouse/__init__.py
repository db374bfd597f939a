"""What Lighthouse finds on the page."""
