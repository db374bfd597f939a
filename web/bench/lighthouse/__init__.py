"""Lighthouse's audits of the page."""
