"""The panels of the page: a scene drawn as strings of HTML, without side effects."""
