"""What a GPU needs of a game's arrays: records at aligned addresses, and tables in global memory."""

import numpy as np
from numba import config

from charkoni.core.game_types import Array

_WORD = 8
"""Bytes of the largest field."""


def aligned(records: Array) -> Array:
    """Return a copy of an array of records in which every field begins at a multiple of its size.

    A CPU reads a word at any address, a GPU only at multiples of 8: the second of two records of 150 bytes is not at
    one.  Only the distance between records grows; `astype` with the dtype of before takes the copy back.
    """
    assert records.dtype.fields
    names = list(records.dtype.fields)
    formats, offsets = zip(*(field[:2] for field in records.dtype.fields.values()), strict=True)
    width = -(-records.dtype.itemsize // _WORD) * _WORD
    layout = np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": width}, align=True)
    copy: Array = records.astype(np.dtype((np.record, layout)))
    return copy


def _in_global_memory(context: "CUDATargetContext", *arguments: object) -> object:
    """Return a table as numba-cuda does, but from the device's global memory.

    In constant memory, its choice, a kernel has 64 KiB for all tables, and Mosty's table of symmetry takes 112 KiB each
    time it is named.  That memory is quick only where all threads of a warp read the same place: without it, random
    games of Gana are 3.4 times as fast, of Focus 1.3, of Mangala 1.16 times (`charkoni.check.cuda`, H200, 2026-11-27).
    """
    constant, nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_CONSTANT, nvvm.ADDRSPACE_GLOBAL
    try:
        return _in_constant_memory(context, *arguments)
    finally:
        nvvm.ADDRSPACE_CONSTANT = constant


if not config.ENABLE_CUDASIM:
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.target import CUDATargetContext

    _in_constant_memory = CUDATargetContext.make_constant_array
    CUDATargetContext.make_constant_array = _in_global_memory
