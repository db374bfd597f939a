"""Measurements of the page: start, play, thinking, demos on other pages, audits by Lighthouse."""
