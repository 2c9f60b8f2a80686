"""Figures of bitladder's records. Everything is read by field name from the emitted JSON alone."""
