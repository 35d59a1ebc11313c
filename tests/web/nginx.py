"""nginx for the tests: Debian's program unpacked into a folder of its own, with the settings of the documents."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx2
from markdown_it import MarkdownIt
from tests.installation import alone

DOCUMENT = Path(__file__).parents[2] / "docs" / "serving.md"
START_S = 20
FRAME = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {block}
}}
"""


def install() -> Path | None:
    """Return the program; as root Debian's package is unpacked, not installed, if it is missing."""
    if found := shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin"):
        return Path(found)
    folder = Path(tempfile.gettempdir()) / f"charkoni-{os.geteuid()}-nginx"
    program = folder / "usr" / "sbin" / "nginx"
    with alone("nginx"):
        if not program.exists() and os.geteuid() == 0 and shutil.which("apt-get"):
            folder.mkdir(exist_ok=True)
            quiet = {"cwd": folder, "check": False, "capture_output": True, "timeout": 300}
            for command in (["apt-get", "update", "-qq"], ["apt-get", "download", "-qq", "nginx"]):
                subprocess.run(command, **quiet)  # type: ignore[call-overload]
            for package in folder.glob("nginx_*.deb"):
                subprocess.run(["dpkg", "-x", package, folder], **quiet)  # type: ignore[call-overload]
    return program if program.exists() else None


def settings(folder: Path, port: int, ports: Sequence[int]) -> str:
    """Return the settings of the documents for the servers at some ports, at a port of this machine without https."""
    fences = MarkdownIt("commonmark").parse(DOCUMENT.read_text(encoding="utf-8"))
    (block,) = [each.content for each in fences if each.type == "fence" and each.info.strip() == "nginx"]
    named = [f"127.0.0.1:{each}" for each in (8001, 8002)]
    assert all(name in block for name in named) and len(ports) == len(named)
    for name, each in zip(named, ports, strict=True):
        block = block.replace(name, f"127.0.0.1:{each}")
    block, count = re.subn(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", block)
    assert count == 1
    block = re.sub(r"^ *ssl_certificate\w* .*\n", "", block, flags=re.MULTILINE)
    return FRAME.format(folder=folder, user="user root;" if os.geteuid() == 0 else "", block=block)


@contextlib.contextmanager
def running(program: Path, folder: Path, port: int, ports: Sequence[int]) -> Iterator[str]:
    """Run nginx before the servers at some ports; yield its address."""
    folder.mkdir()
    (folder / "nginx.conf").write_text(settings(folder, port, ports))
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]) as process:
        try:
            end = time.monotonic() + START_S
            while process.poll() is None and time.monotonic() < end:
                with contextlib.suppress(httpx2.HTTPError):
                    httpx2.get(f"{address}/health", timeout=5)
                    break
                time.sleep(0.05)
            yield address
        finally:
            process.terminate()
