"""TRF16 and TRF26 report files: reading, writing, and our own extension lines."""
