"""Proxies for the tests: Debian's nginx and Caddy, in folders of their own, with the settings of the documents."""

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
PROXIES = {"nginx": "proxy_pass", "caddy": "reverse_proxy"}
"""The proxies by the names of their packages and programs, with a word of their settings."""

NGINX = """
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


def install(name: str) -> Path | None:
    """Return the program of a proxy; as root Debian's package is unpacked, not installed, if it is missing."""
    if found := shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin"):
        return Path(found)
    folder = Path(tempfile.gettempdir()) / f"charkoni-{os.geteuid()}-{name}"
    programs = [folder / "usr" / place / name for place in ("sbin", "bin")]
    with alone(name):
        if not any(map(Path.exists, programs)) and os.geteuid() == 0 and shutil.which("apt-get"):
            folder.mkdir(exist_ok=True)
            quiet = {"cwd": folder, "check": False, "capture_output": True, "timeout": 300}
            for command in (["apt-get", "update", "-qq"], ["apt-get", "download", "-qq", name]):
                subprocess.run(command, **quiet)  # type: ignore[call-overload]
            for package in folder.glob(f"{name}_*.deb"):
                subprocess.run(["dpkg", "-x", package, folder], **quiet)  # type: ignore[call-overload]
    return next((program for program in programs if program.exists()), None)


def settings(name: str, folder: Path, port: int, ports: Sequence[int]) -> str:
    """Return the settings of the documents for the servers at some ports, at a port of this machine without https."""
    fences = MarkdownIt("commonmark").parse(DOCUMENT.read_text(encoding="utf-8"))
    (block,) = [each.content for each in fences if each.type == "fence" and PROXIES[name] in each.content]
    named = [f"127.0.0.1:{each}" for each in (8001, 8002)]
    assert all(name in block for name in named) and len(ports) == len(named)
    for known, each in zip(named, ports, strict=True):
        block = block.replace(known, f"127.0.0.1:{each}")
    if name == "caddy":
        assert block.startswith("play.example.org {")
        return "{\n    admin off\n}\n" + block.replace("play.example.org", f"http://127.0.0.1:{port}", 1)
    block, count = re.subn(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", block)
    assert count == 1
    block = re.sub(r"^ *ssl_certificate\w* .*\n", "", block, flags=re.MULTILINE)
    return NGINX.format(folder=folder, user="user root;" if os.geteuid() == 0 else "", block=block)


@contextlib.contextmanager
def running(name: str, program: Path, folder: Path, port: int, ports: Sequence[int]) -> Iterator[str]:
    """Run a proxy before the servers at some ports; yield its address."""
    folder.mkdir()
    file = folder / f"{name}.conf"
    file.write_text(settings(name, folder, port, ports))
    address = f"http://127.0.0.1:{port}"
    command = {
        "nginx": [program, "-p", folder, "-c", file, "-e", folder / "error.log"],
        "caddy": [program, "run", "--config", file, "--adapter", "caddyfile"],
    }[name]
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        (folder / "output.log").open("wb") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log) as process,
    ):
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
