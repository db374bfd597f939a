"""The course, a lesson, demos for other pages, and the screen that makes a demo."""
