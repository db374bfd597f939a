"""The parts of all panels: markup, icons, controls, figures, charts, faces, the frame."""
