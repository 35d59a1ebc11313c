"""The pages from nothing to a running server and back: their commands, executed in an empty root folder."""

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from tests.docs.test_site import DOCS, blocks

REPOSITORY = DOCS.parent
ADDRESS = "http://127.0.0.1:8001"
pytestmark = pytest.mark.compiled_only  # once is enough
NEEDED = ("unshare", "chroot", "ip", "curl")
PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"

STUBS = {
    "apt-get": "exit 0",
    "nginx": "exit 0",
    # The wheel of the page has no network here: a path file stands for what pip would install.
    "python3": f"""
[ "$1 $2" = "-m venv" ] || exit 9
{sys.base_prefix}/bin/{PYTHON} -m venv --without-pip "$3"
cat > "$3/bin/pip" <<PIP
#!/bin/sh
printf '%s\\n' {REPOSITORY / "src"} {sysconfig.get_paths()["purelib"]} > $3/lib/{PYTHON}/site-packages/charkoni.pth
echo "#!$3/bin/python" > $3/bin/charkoni
printf 'from charkoni.cli.main import main\\nif __name__ == "__main__":\\n    main()\\n' >> $3/bin/charkoni
chmod +x $3/bin/charkoni
PIP
chmod +x "$3/bin/pip"
""",
    # Of systemd what the pages use: it starts the unit's command with the unit's environment, and ends it.
    "systemctl": """
unit=/etc/systemd/system/charkoni.service
end() {
    [ -e /run/charkoni ] || return 0
    kill "$(cat /run/charkoni)"
    while kill -0 "$(cat /run/charkoni)" 2>/dev/null; do sleep 0.1; done
    rm /run/charkoni
}
begin() {
    mkdir -p /var/lib/charkoni /var/cache/charkoni
    env -i PATH="$PATH" NUMBA_DISABLE_JIT=1 $(sed -n 's/^Environment=//p' $unit) \
        $(sed -n 's/^ExecStart=//p' $unit) > /log 2>&1 &
    echo $! > /run/charkoni
}
case "$*" in
    "enable --now charkoni" | "start charkoni") begin ;;
    "restart charkoni") end; begin ;;
    "stop charkoni" | "disable --now charkoni") end ;;
esac
""",
}
LOOK = "find /etc /opt /var /root -not -path '/root/.*' -not -type d | sort"
PLAY = f"""
token=$(curl -sf -X POST -H 'content-type: application/json' -d '{{"name": "x"}}' {ADDRESS}/api/v1/tokens |
    sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
game=$(curl -sf -X POST -H "authorization: Bearer $token" -H 'content-type: application/json' \\
    -d '{{"game": "mangala"}}' {ADDRESS}/api/v1/games | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
"""
CHECK = f'curl -sf -H "authorization: Bearer $token" {ADDRESS}/api/v1/games/$game > /dev/null && echo GAME IS THERE'


def commands(page: str) -> list[str]:
    """Return the blocks of shell commands of a page."""
    found = [block for block in blocks(DOCS / page, "sh") if "journalctl" not in block]
    assert len(found) > 3
    return found


def root_folder(root: Path) -> None:
    """Make a root folder of which only programs and what this test runs on are there."""
    for name in ("etc/systemd/system", "etc/nginx/sites-available", "etc/nginx/sites-enabled", "etc/cron.d", "opt",
                 "var/lib", "var/cache", "var/backups", "var/tmp", "root", "run", "tmp", "stubs"):  # fmt: skip
        (root / name).mkdir(parents=True)
    (root / "root" / "charkoni-1.1.0-py3-none-any.whl").touch()
    for name, script in STUBS.items():
        (root / "stubs" / name).write_text(f"#!/bin/bash\nset -eu\n{script}", encoding="utf-8")
        (root / "stubs" / name).chmod(0o755)
    for name in ("bin", "sbin", "lib", "lib64"):
        path = Path("/") / name
        if path.is_symlink():
            (root / name).symlink_to(path.readlink())


def test_the_pages_for_servers_work_from_an_empty_folder_to_an_empty_folder(tmp_path: Path) -> None:
    lacking = [name for name in NEEDED if not shutil.which(name)]
    if lacking or subprocess.run(["unshare", "-mn", "true"], capture_output=True).returncode:
        pytest.skip("needs a name space of its own: root, and " + ", ".join(NEEDED))
    root = tmp_path / "root"
    root_folder(root)
    bound = {Path("/usr"), Path("/dev"), Path("/proc"), REPOSITORY, Path(sys.prefix), Path(sys.base_prefix)}
    mounts = [f"mkdir -p {root}{path} && mount --rbind {path} {root}{path}" for path in sorted(bound)]
    script = "\n".join([LOOK, "echo BEGIN", *commands("debian.md"), PLAY, *commands("moving.md")[:-2], CHECK,
                        *commands("moving.md")[-2:], "echo END", LOOK])  # fmt: skip
    (root / "script").write_text(f"set -euo pipefail\ncd /root\n{script}\n", encoding="utf-8")
    (tmp_path / "begin").write_text(
        "\n".join(["set -e", "ip link set lo up", *mounts, f"exec chroot {root} /usr/bin/env -i HOME=/root "
                   "PATH=/stubs:/usr/sbin:/usr/bin:/sbin:/bin bash /script"]), encoding="utf-8"
    )  # fmt: skip
    done = subprocess.run(
        ["unshare", "-mn", "--propagation", "private", "bash", str(tmp_path / "begin")], capture_output=True, text=True
    )
    log = (root / "log").read_text("utf-8") if (root / "log").exists() else ""
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}\n{log[-2000:]}"
    assert "GAME IS THERE" in done.stdout
    assert len(re.findall(r'"status":"well"', done.stdout)) == 3
    before, after = done.stdout.split("BEGIN\n")[0], done.stdout.split("END\n")[1]
    assert after == before, "nothing stays behind"


def test_the_unit_exposes_little(tmp_path: Path) -> None:
    checker = shutil.which("systemd-analyze")
    if not checker:
        pytest.skip("needs systemd-analyze")
    [unit] = re.findall(r"charkoni.service <<'END'\n(.*?)END\n", (DOCS / "debian.md").read_text("utf-8"), re.DOTALL)
    path = tmp_path / "charkoni.service"
    path.write_text(unit.replace("/opt/charkoni/bin/charkoni", "/bin/true"), encoding="utf-8")
    checked = subprocess.run([checker, "verify", "--man=no", str(path)], capture_output=True, text=True)
    assert (checked.returncode, [line for line in checked.stderr.splitlines() if "charkoni" in line]) == (0, [])
    command = [checker, "security", "--offline=yes", "--no-pager", "--threshold=40", str(path)]
    judged = subprocess.run(command, capture_output=True, text=True)
    assert judged.returncode == 0, judged.stdout[-300:]
    level = re.search(r"Overall exposure level for \S+: (\d+\.\d)", judged.stdout)
    assert level and float(level[1]) < 4
