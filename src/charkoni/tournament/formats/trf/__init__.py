"""TRF16 and TRF26 report files: reading, writing, and the extension lines of Charkoni."""
