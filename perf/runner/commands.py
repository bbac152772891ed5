"""What pgpipe bench does beside sending statements: \\set, and the statistics and logs of -r and -l."""
import pathlib
import tempfile

from runner.contender import outcome
from runner.program import instructions
from runner.scenarios import cpu, scenario
from runner.table import Row, compare, interleave

SETS = 1000  # a script
PROGRAMS = ("bench", "pgbench")


def scripts(folder):
    """SELECT 1 alone, and behind many \\set."""
    alone, behind = folder / "alone.sql", folder / "behind.sql"
    alone.write_text("SELECT 1;\n")
    behind.write_text("\\set x random(1, 100000 * :scale)\n" * SETS + "SELECT 1;\n")
    return alone, behind


def line(contenders, program, script, transactions):
    return contenders.bench_line(getattr(contenders, program), "-D", "scale=10", "-f", script, "-t", transactions)


@scenario("set/instructions")
def set_instructions(contenders, effort):
    with tempfile.TemporaryDirectory(prefix="pgpipe_perf_") as folder:
        alone, behind = scripts(pathlib.Path(folder))

        def count(program):
            few, many = 2, 22
            runs = {script: instructions(line(contenders, program, script, many))
                    - instructions(line(contenders, program, script, few)) for script in (alone, behind)}
            return (runs[behind] - runs[alone]) / (SETS * (many - few))

        ours, theirs = count("bench"), count("pgbench")
        yield Row("\\set x random(1, 100000 * :scale): instructions", ours, theirs, ours / theirs, at_most=15 / 82)


@scenario("set/times")
def set_times(contenders, effort):
    """The CPU time of a run of many \\set less that of one without, by a command."""
    with tempfile.TemporaryDirectory(prefix="pgpipe_perf_") as folder:
        alone, behind = scripts(pathlib.Path(folder))

        def once(program):
            done = outcome(line(contenders, program, behind, effort.scripts))
            without = outcome(line(contenders, program, alone, effort.scripts))
            done.set_ns = (done.cpu_us - without.cpu_us) * 1000 / SETS
            return done

        done = interleave(effort.pairs, {program: lambda program=program: once(program) for program in PROGRAMS})
        yield compare("\\set x random(1, 100000 * :scale): CPU ns", done, "bench", "pgbench",
                      lambda each: each.set_ns, at_most=15 / 82)


@scenario("log")
def log(contenders, effort):
    """What -r and -l cost beside the same run without them, in each program."""
    with tempfile.TemporaryDirectory(prefix="pgpipe_perf_") as folder:
        def once(program, *more):
            def run(each):
                return outcome(contenders.bench_line(getattr(contenders, program), "-S", "-M", "prepared", "-c", 8,
                                                     "-j", 1, "-t", each, *more))
            return run(effort.shared // 8).without_start(run(1))

        logged = ("-r", "-l", "--log-prefix", pathlib.Path(folder) / "log")
        done = interleave(effort.pairs, {
            (program, how): lambda program=program, more=more: once(program, *more)
            for program in PROGRAMS for how, more in (("plain", ()), ("logged", logged))})
        dearer = {program: compare("", done, (program, "logged"), (program, "plain"), cpu).ratio for program in PROGRAMS}
        yield Row("-S -M prepared -c 8: all CPU with -r -l / without, pgpipe bench | pgbench", dearer["bench"],
                  dearer["pgbench"], at_most=1.05)
