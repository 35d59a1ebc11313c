"""The binding to Numba: the cache of compiled kernels, and the type of a game.

Imported with the first kernel that is compiled; where kernels run as plain Python, Numba is not imported at all.
"""
