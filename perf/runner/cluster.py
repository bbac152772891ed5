"""A private PostgreSQL that is gone, with its folder, when the `with` block ends."""
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from runner.program import Failure, need

SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",  # its work would fall on one contender's run and not on the other's
    "shared_buffers": "256MB",
    "max_connections": "1050",
    "listen_addresses": "127.0.0.1",
}
PATIENCE_S = 60


def server_folder():
    """Where the server's programs and pgbench are: PGPIPE_PG_BINDIR, or Debian's PostgreSQL 15."""
    folder = pathlib.Path(os.environ.get("PGPIPE_PG_BINDIR", "/usr/lib/postgresql/15/bin"))
    if not (folder / "initdb").exists():
        raise Failure(f"no PostgreSQL server in {folder}: install the package postgresql, or set PGPIPE_PG_BINDIR")
    return folder


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    def __enter__(self):
        self.bin = server_folder()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pgpipe_perf_"))
        self.port = free_port()
        self.server = None
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGQUIT)
            self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self):
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        log = self.folder / "log"
        data = self.folder / "data"
        with open(log, "w", encoding="utf-8") as output:
            made = subprocess.run(self._as_owner("initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-D", data),
                                  stdout=output, stderr=output, check=False)
            if made.returncode != 0:
                raise Failure(f"initdb failed:\n{log.read_text()}")
            settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
            # A session of its own: Ctrl-C is for the measuring program alone, which then stops the server.
            self.server = subprocess.Popen(
                self._as_owner("postgres", "-D", data, "-k", self.folder, "-p", str(self.port), *settings),
                stdout=output, stderr=output, start_new_session=True)
        deadline = time.monotonic() + PATIENCE_S
        ready = [self.bin / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode != 0:
            if self.server.poll() is not None or time.monotonic() > deadline:
                raise Failure(f"the server does not start:\n{log.read_text()}")
            time.sleep(0.05)

    def _as_owner(self, program, *arguments):
        """The server refuses to run as root; it ends with this process, however that ends."""
        line = [need("setpriv"), "--pdeathsig", "QUIT"]
        if os.geteuid() == 0:
            line += ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return [*line, self.bin / program, *arguments]

    def host(self, tcp):
        return "127.0.0.1" if tcp else str(self.folder)

    def conninfo(self, tcp=False):
        return f"host={self.host(tcp)} port={self.port} user=postgres dbname=postgres"

    def options(self, tcp=False):
        """The same for pgbench and `pgpipe bench`."""
        return ["-h", self.host(tcp), "-p", str(self.port), "-U", "postgres"]
