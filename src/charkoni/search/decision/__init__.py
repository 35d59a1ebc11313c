"""What is asked of a search, and what it answers: layouts in memory, and the kernels that all engines share."""
