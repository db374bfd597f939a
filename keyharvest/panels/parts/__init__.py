"""What all panels are made of: markup, icons, controls, figures, charts, faces, the frame."""
