"""The compiled templates of pages on disk: without them the first pages of a server take a tenth of a second more.

An entry holds a hash of its template's source and the versions of Jinja and Python; the folder is named after the
options of the environment.  As for kernels, folders owned by another user are not used.
"""

import contextlib
import hashlib
from collections.abc import Mapping

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from charkoni.core.compiler import cache_root, own_folder


class TemplateCache(FileSystemBytecodeCache):
    """A cache that a full disk does not keep from its pages."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if that can be done."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache(options: Mapping[str, object]) -> TemplateCache | None:
    """Return the cache of an environment with some options; None where there is no folder for it."""
    # Options change the compiled code: two servers with different ones must not share a folder.
    digest = hashlib.sha256(repr(sorted(options.items())).encode()).hexdigest()[:8]
    folder = cache_root() / f"templates-{digest}"
    return TemplateCache(str(folder)) if own_folder(folder) else None
