"""The course, a lesson, demos for other pages, and the screen that makes one."""
