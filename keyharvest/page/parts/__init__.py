"""The parts that all views share: controls, icons, faces, charts, the frame, the scene. They know no feature."""
