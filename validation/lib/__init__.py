"""Shared by the cases of the gallery: validation/CASE/case.py. Begin with case.py here, then tools/gallery."""
