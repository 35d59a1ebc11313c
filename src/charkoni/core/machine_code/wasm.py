"""The second target of the compiler: a kernel and all it calls as one WebAssembly module.

Numba translates the kernel and all it calls to LLVM's intermediate code, which is joined, optimised, compiled for
wasm32 and linked by `wasm-ld` (Debian's package `lld`), at build time only.  The module imports nothing.  It exports
its memory, `__heap_base` and `choose(base, nodes)`; `base` is where the arrays begin (see `layout_of`).
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import codegen, dispatcher, lowering, typing
from numba.core.base import BaseContext
from numba.extending import intrinsic
from numba.np import arrayobj, numpy_support

from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.game_types import Array

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint"
_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
_EXPORTS = ("choose", "check", "prepare", "__heap_base")
CHOOSE, CHECK, PREPARE = range(3)
"""What the entry of a module is called for."""
STACK = 1 << 18
ALIGNMENT = 64

Lowering = Callable[[BaseContext, ir.IRBuilder, typing.Signature, Sequence[ir.Value]], ir.Value]
"""Makes the intermediate code of a call."""


_NO_LINKER = N_("modules for browsers are linked by this program; install it with: {command}")


class NoLinker(Refusal):
    """The linker of WebAssembly modules is not installed."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """An array of a module: its place from the base, its dtype and shape; stride: bytes between records."""

    name: str
    offset: int
    dtype: np.dtype[np.generic]
    shape: tuple[int, ...]
    stride: int
    is_shared: bool = False

    @property
    def size(self) -> int:
        """The number of bytes."""
        return self.stride * (self.shape[0] if self.shape else 1)


def layout_of(arrays: Mapping[str, Array], twins: Mapping[str, str]) -> dict[str, Buffer]:
    """Return where arrays stand, one after the other.  twins: the names of arrays that share the memory of another."""
    buffers: dict[str, Buffer] = {}
    place = 0
    for name, array in arrays.items():
        other = buffers.get(twins.get(name, ""))
        stride = array.strides[0] if array.ndim else array.itemsize
        at = other.offset if other else place
        buffers[name] = Buffer(name, at, array.dtype, array.shape, stride, other is not None)
        if other is None:
            place += -(-buffers[name].size // ALIGNMENT) * ALIGNMENT
    return buffers


def pointer_to(dtype: np.dtype[Any]) -> Any:
    """Return a function for kernels: from an address to a pointer to values of a dtype."""
    kind = types.CPointer(numpy_support.from_dtype(dtype))

    @intrinsic
    def pointer(typing_context: typing.BaseContext, address: types.Type) -> tuple[typing.Signature, Lowering]:
        def generate(
            context: BaseContext, builder: ir.IRBuilder, signature: typing.Signature, arguments: Sequence[ir.Value]
        ) -> ir.Value:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), generate

    return pointer


ENVIRONMENT: Mapping[str, str] = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "PYTHONHASHSEED": "0",
    "CHARKONI_CACHE": os.devnull,
}
"""The environment of a process that compiles modules: code for any processor, cached by nobody.

Vectors would be taken apart again: Gana's module is half as large without them, and 1.6 times as fast in Node.  The
order of functions, and with it the module, depends on the hashes of texts.
"""


def begin() -> None:
    """Let this process compile for WebAssembly, before its first kernel; what Python calls runs as plain Python.

    No kernel has negative indices; without Numba's code for them Gana searches 1.2 times as fast, Mosty 1.15 times.
    """
    arrayobj.fix_integer_index = _index
    codegen.JITCPUCodegen._library_class = _Library
    # No machine code is made for this process: nothing has a place for its environment, nor is called with objects.
    codegen.JITCPUCodegen.set_env = _nothing
    lowering.Lower.create_cpython_wrapper = _nothing
    dispatcher.Dispatcher.__call__ = _plain_call  # type: ignore[method-assign,assignment]


class _Library(codegen.JITCodeLibrary):
    """The intermediate code of one kernel as Numba makes it; `_joined` links and optimises that of all, once.

    Numba's own libraries optimise all that they call again and make machine code of it, for each of 150 kernels.
    """

    def add_llvm_module(self, module: llvm.ModuleRef) -> None:
        """Take the code of a function."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Complete the library: others may link it."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: no function has an address."""
        self._ensure_finalized()
        return 0


def _nothing(*_: object) -> None:
    """Take the place of a function of Numba."""


def _plain_call(kernel: dispatcher.Dispatcher, *arguments: object) -> object:
    """Return what a kernel returns as plain Python."""
    return kernel.py_func(*arguments)


def _joined(library: codegen.CodeLibrary) -> llvm.ModuleRef:
    """Return one module of the code of a library and of all that it calls, in the order of the calls."""
    whole, waiting, joined = library._final_module, [library], {library}
    while waiting:
        for each in waiting.pop()._linking_libraries:
            if each not in joined:
                joined.add(each)
                waiting.append(each)
                whole.link_in(each._final_module)
    return whole


def _index(
    context: BaseContext, builder: ir.IRBuilder, kind: types.Integer, index: ir.Value, size: ir.Value
) -> ir.Value:
    """Take the place of Numba's function for an index of an array: nothing is added to negative ones."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def find_linker() -> str:
    """Return the path of the linker; raise NoLinker."""
    found = shutil.which("wasm-ld")
    if not found:
        raise NoLinker("wasm-ld", Reason("NO_LINKER", "", _NO_LINKER, {"command": "apt install lld"}))
    return found


def compile_module(source: str, names: Mapping[str, object], computed: Sequence[Array]) -> bytes:
    """Return a module with the exports `choose(base, nodes)`, `check(base, games)` and `prepare()`.

    source: of a function `entry(how, base, count, *tables)`; how: CHOOSE, CHECK or PREPARE.  names: what stands for its
    names.  computed: constant arrays that the module does not hold; `tables` are their addresses.

    Raises NoLinker.
    """
    linker = find_linker()
    scope: dict[str, object] = {**names, "carray": numba.carray}
    exec(source, scope)
    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    kernel = numba.njit(types.int64(*[types.int64] * (3 + len(computed))), **options)(scope["entry"])
    (compiled,) = kernel.overloads.values()
    text, places = _emptied(str(_joined(compiled.library)), computed)
    return _linked(linker, _object(text, compiled.fndesc.mangled_name, places))


def _emptied(text: str, computed: Sequence[Array]) -> tuple[str, list[str]]:
    """Return intermediate code with zeros in place of some constants, and the name of each."""
    places = []
    for array in computed:
        constant = rf'^(@\S+) = [\w ]*constant (\[{array.nbytes} x i8\]) c"(.*?)"(?=[,\n])[^\n]*'
        found = [each for each in re.finditer(constant, text, re.MULTILINE) if _content(each[3]) == array.tobytes()]
        place = found[0][1]
        text = text.replace(found[0][0], f"{place} = internal global {found[0][2]} zeroinitializer, align {ALIGNMENT}")
        for other in found[1:]:  # each kernel that reads an array has a copy
            text = re.sub(rf"{re.escape(other[1])}(?![\w.])", place, text.replace(other[0], ""))
        places.append(place)
    return text, places


def _content(text: str) -> bytes:
    """Return the bytes of a text constant of LLVM."""
    return re.sub(rb"\\(\\|[0-9A-F]{2})", lambda e: b"\\" if e[1] == b"\\" else bytes([int(e[1], 16)]), text.encode())


def _object(text: str, name: str, places: Sequence[str]) -> bytes:
    """Return the object of a native module's intermediate code.

    name: of its function.  places: the names of the constants that it computes.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{_LAYOUT}"', text)
    text = re.sub(r'"target-cpu"="[^"]*"|"target-features"="[^"]*"', "", text)
    # Counters of references, which only exist on this processor: the arrays of a module are counted by nobody.
    text = re.sub(r"(%\S+ = )(?:tail )?call i8 @llvm\.x86\.atomic[^\n]*", r"\1add i8 0, 0", text)
    text = re.sub(r"declare [^\n]*@llvm\.x86[^\n]*", "", text)
    text = re.sub(r"declare void @NRT_MemInfo_call_dtor[^\n]*", "", text)
    # A common symbol, numba's place for an environment, is unknown to WebAssembly.
    text = re.sub(r" common (local_unnamed_addr )?global ", r" weak \1global ", text)
    tables = "".join(f", i64 ptrtoint (ptr {place} to i64)" for place in places)
    text += f"""
define void @NRT_MemInfo_call_dtor(ptr %unused) {{
  ret void
}}

define internal i64 @call(i64 %how, i32 %base, i32 %count) {{
  %result = alloca i64
  %error = alloca ptr
  %from = zext i32 %base to i64
  %most = sext i32 %count to i64
  %status = call i32 @{name}(ptr %result, ptr %error, i64 %how, i64 %from, i64 %most{tables})
  %value = load i64, ptr %result
  ret i64 %value
}}

define i32 @choose(i32 %base, i32 %nodes) {{
  %value = call i64 @call(i64 {CHOOSE}, i32 %base, i32 %nodes)
  %done = trunc i64 %value to i32
  ret i32 %done
}}

define i64 @check(i32 %base, i32 %games) {{
  %value = call i64 @call(i64 {CHECK}, i32 %base, i32 %games)
  ret i64 %value
}}

define void @prepare() {{
  %value = call i64 @call(i64 {PREPARE}, i32 0, i32 0)
  ret void
}}
"""
    module = llvm.parse_assembly(text)
    module.verify()
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in _EXPORTS:
            each.linkage = "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    _optimize(module, machine)
    code: bytes = machine.emit_object(module)
    return code


def _optimize(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Optimize for pointers of 32 bits, twice: what the first time made small enough is inlined.

    Unrolled loops and vectors make modules larger and none faster.
    """
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    for _ in range(2):
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)


def _linked(linker: str, code: bytes) -> bytes:
    """Return the module of an object."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "code.o"), Path(folder, "code.wasm")
        source.write_bytes(code)
        options = ["--no-entry", "--gc-sections", "--strip-all", *(f"--export={each}" for each in _EXPORTS)]
        command = [linker, *options, "-z", f"stack-size={STACK}", "-o", str(target), str(source)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return target.read_bytes()
