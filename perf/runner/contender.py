"""The programs that are measured, all on one server."""
import pathlib
import re

from runner.program import Failure, run


class Contenders:
    def __init__(self, cluster, build, scratch):
        self.cluster = cluster
        self.pgbench = [cluster.bin / "pgbench"]
        self.bench = [build / "bin" / "pgpipe", "bench"]
        self.build = build
        self.pipeline_script = scratch / "pipeline.sql"
        self.pipeline_script.write_text("\\startpipeline\n" + "SELECT 1;\n" * 100 + "\\endpipeline\n")
        self.single_script = scratch / "single.sql"
        self.single_script.write_text("SELECT 1;\n")
        if not self.bench[0].exists():
            raise Failure(f"{self.bench[0]} is not there: run tools/build release first")

    def make_tables(self, rows):
        """What perf/common/typed_rows.hpp describes: perf_rows with `rows` rows, perf_target without any."""
        run([self.cluster.bin / "psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.cluster.conninfo(), "-c", f"""
            DROP TABLE IF EXISTS perf_rows, perf_target;
            CREATE UNLOGGED TABLE perf_rows AS SELECT i::int8 AS id, 'customer ' || i AS name,
                i / 100.0::float8 AS amount FROM generate_series(1, {rows}) i;
            CREATE TABLE perf_target (id int8, name text, amount float8);""",
             "-c", "VACUUM ANALYZE perf_rows"])

    def own(self, scenario, name, rounds, *more, tcp=False):
        """The command line of a program of perf/<scenario>/."""
        return [self.build / "bin" / f"perf_{scenario}_{name}", self.cluster.conninfo(tcp), rounds, *more]

    def bench_line(self, program, *options, tcp=False):
        """pgbench or `pgpipe bench`, by the same options."""
        return [*program, "-n", *self.cluster.options(tcp), *options, "postgres"]

    def pipeline(self, name, pipelines):
        """100 prepared SELECT 1 a pipeline, one client."""
        if name in ("pgbench", "bench"):
            return self.bench_line(getattr(self, name), "-M", "prepared", "-f", self.pipeline_script, "-t", pipelines)
        return self.own("pipeline", name, pipelines)


class NothingDone(Failure):
    """The time was over before the first transaction: the machine was busy."""


class Outcome:
    """What one run of a contender did. `rounds` are its transactions, pipelines or statements."""

    def __init__(self, spent):
        self.spent = spent
        own = re.search(r"statements=(\d+) wall_us=(\d+) user_us=(\d+) sys_us=(\d+) grown_kb=(-?\d+)", spent.text)
        if own:
            self.rounds, wall_us, user_us, system_us, self.grown_kb = (int(word) for word in own.groups())
            self.per_second = self.rounds * 1e6 / max(wall_us, 1)
            self.user_us = user_us / self.rounds
            self.cpu_us = (user_us + system_us) / self.rounds
            return
        done = re.search(r"^number of transactions actually processed: (\d+)(?:/(\d+))?$", spent.text, re.M)
        failed = re.search(r"^number of failed transactions: (\d+)", spent.text, re.M)
        rate = re.search(r"^tps = ([\d.]+)", spent.text, re.M)
        if done and int(done[1]) == 0:
            raise NothingDone(f"no transaction in:\n{spent.text}")
        if not done or not rate:
            raise Failure(f"no result in:\n{spent.text}")
        if (done[2] and done[1] != done[2]) or (failed and int(failed[1])):
            raise Failure(f"not every transaction was processed:\n{spent.text}")
        self.rounds = int(done[1])
        self.per_second = float(rate[1])
        self.user_us = spent.user_s * 1e6 / self.rounds
        self.cpu_us = (spent.user_s + spent.system_s) * 1e6 / self.rounds

    def without_start(self, start):
        """The CPU times without those of a run that only connects and does one transaction a client."""
        user_s = self.spent.user_s - start.spent.user_s
        system_s = self.spent.system_s - start.spent.system_s
        if self.rounds < 10 * start.rounds or user_s <= 0 or system_s <= 0:
            return self  # too short a run for the kernel's ticks to tell the two apart
        rounds = self.rounds - start.rounds
        self.user_us = user_s * 1e6 / rounds
        self.cpu_us = (user_s + system_s) * 1e6 / rounds
        return self


def outcome(line):
    return Outcome(run(line))


def timed(line_for, seconds):
    """A run of line_for("-T", seconds), longer where nothing came of it. Connecting is part of the time."""
    for longer in (1, 2, 4, 8):
        try:
            return outcome(line_for("-T", seconds * longer))
        except NothingDone as failure:
            last = failure
    raise last


def longest_latency_ms(line, folder):
    """The longest transaction in the logs that this run writes to `folder`."""
    prefix = pathlib.Path(folder) / "latency"
    at = line.index("-n")
    run([*line[:at], "-l", "--log-prefix", prefix, *line[at:]])
    longest = 0
    for log in pathlib.Path(folder).glob("latency.*"):
        longest = max(longest, *(int(entry.split()[2]) for entry in log.read_text().splitlines()))
        log.unlink()
    if not longest:
        raise Failure("no latencies were logged")
    return longest / 1000
