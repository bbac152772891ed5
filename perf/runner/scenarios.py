"""Every figure: how it is measured, and what is wanted of it."""
import tempfile

from runner.contender import longest_latency_ms, outcome, timed
from runner.program import instructions, per_round, run, system_calls, timed_instructions, untraced_system_calls
from runner.table import Row, compare, interleave

STATEMENTS = 100  # a pipeline
SCENARIOS = {}    # name -> function(contenders, effort), which yields rows


def scenario(name):
    def add(function):
        SCENARIOS[name] = function
        return function
    return add


def rate(done):
    return done.per_second


def user(done):
    return done.user_us


def cpu(done):
    return done.cpu_us


def per_statement(done):
    """User CPU of the whole process: a run is so long that its start vanishes."""
    return done.spent.user_s * 1e6 / done.statements


def pipelined_instructions(contenders, name):
    """A statement's, of 100 SELECT 1 a pipeline."""
    if name in ("bench", "pgbench"):
        return per_round(instructions, lambda n: contenders.pipeline(name, n), 10, 500) / STATEMENTS
    return timed_instructions(contenders.pipeline(name, 100)) / (100 * STATEMENTS)


@scenario("pipeline/calls")
def pipeline_calls(contenders, effort):
    calls = {name: per_round(system_calls, lambda n, name=name: contenders.pipeline(name, n), 100, 400)
             for name in ("bench", "pgpipe", "pgbench", "libpq")}
    yield Row("pipeline of 100: system calls, pgpipe bench | pgbench", calls["bench"], calls["pgbench"], at_most=2)
    yield Row("pipeline of 100: system calls, library | libpq", calls["pgpipe"], calls["libpq"], at_most=2)


@scenario("pipeline/instructions")
def pipeline_instructions(contenders, effort):
    count = {name: pipelined_instructions(contenders, name) for name in ("bench", "pgpipe", "pgbench", "libpq")}
    yield Row("pipelined statement: instructions, pgpipe bench | pgbench", count["bench"], count["pgbench"],
              count["bench"] / count["pgbench"])
    yield Row("pipelined statement: instructions, library | libpq", count["pgpipe"], count["libpq"],
              count["pgpipe"] / count["libpq"])


@scenario("pipeline/times")
def pipeline_times(contenders, effort):
    def once(name):
        done = outcome(contenders.pipeline(name, effort.pipelines))
        done.statements = effort.pipelines * STATEMENTS
        if name in ("bench", "pgbench"):
            done.per_second *= STATEMENTS
        return done

    names = ("bench", "pgbench", "pgpipe", "libpq", "limit")
    done = interleave(effort.pairs, {name: lambda name=name: once(name) for name in names})
    cpu_figure = "pipelined statement: user CPU us, "
    yield compare(cpu_figure + "pgpipe bench | pgbench", done, "bench", "pgbench", per_statement, at_most=1 / 4)
    yield compare(cpu_figure + "library | libpq", done, "pgpipe", "libpq", per_statement, at_most=1 / 3)
    rate_figure = "pipelined statements a second, "
    yield compare(rate_figure + "pgpipe bench | limit", done, "bench", "limit", rate, at_least=0.95)
    yield compare(rate_figure + "pgpipe bench | pgbench", done, "bench", "pgbench", rate, at_least=1)
    yield compare(rate_figure + "library | limit", done, "pgpipe", "limit", rate, at_least=0.95)
    yield compare(rate_figure + "library | libpq", done, "pgpipe", "libpq", rate, at_least=1)


def add_select(clients, threads, wanted):
    name = f"select/{clients}" + (f"x{threads}" if threads > 1 else "")

    @scenario(name)
    def select(contenders, effort):
        def once(program):
            def line(*length):
                return contenders.bench_line(program, "-S", "-M", "prepared", "-c", clients, "-j", threads, *length)
            return timed(line, effort.seconds).without_start(outcome(line("-t", 1)))

        def limit():
            return outcome(contenders.own("clients", "limit", 30_000 * effort.seconds // clients, clients))

        programs = {"bench": lambda: once(contenders.bench), "pgbench": lambda: once(contenders.pgbench)}
        if threads == 1:
            programs["limit"] = limit
        done = interleave(effort.pairs, programs)
        figure = f"-S -M prepared -c {clients} -j {threads}: "
        yield compare(figure + "tps", done, "bench", "pgbench", rate, at_least=wanted)
        if threads == 1:
            yield compare(figure + "tps, limit | pgbench", done, "limit", "pgbench", rate)
        yield compare(figure + "user CPU us a transaction", done, "bench", "pgbench", user, at_most=1 / 3)
        yield compare(figure + "all CPU us a transaction", done, "bench", "pgbench", cpu, at_most=0.85)


for shape in ((8, 1, 1.2), (16, 1, 1.25), (64, 1, 1.4), (200, 1, 1.25), (16, 2, 0.97)):
    add_select(*shape)


FEW, MANY = 8, 1000


@scenario("clients")
def clients(contenders, effort):
    """What a transaction costs the client where one thread serves many, beside where it serves few."""
    def bench(count):
        def line(each):
            return contenders.bench_line(contenders.bench, "-S", "-M", "prepared", "-c", count, "-j", 1, "-t", each)
        return outcome(line(effort.shared // count)).without_start(outcome(line(1)))

    def limit(count):
        return outcome(contenders.own("clients", "limit", effort.shared // count, count))

    done = interleave(effort.pairs, {(name, count): lambda run_one=run_one, count=count: run_one(count)
                                     for name, run_one in (("bench", bench), ("limit", limit))
                                     for count in (FEW, MANY)})
    for count in (FEW, MANY):
        yield compare(f"-S -M prepared -c {count} -j 1: all CPU us a transaction, pgpipe bench | limit", done,
                      ("bench", count), ("limit", count), cpu)
    growth = {name: compare("", done, (name, MANY), (name, FEW), cpu).ratio for name in ("bench", "limit")}
    yield Row(f"all CPU a transaction, {MANY} clients / {FEW}, pgpipe bench | limit", growth["bench"], growth["limit"],
              growth["bench"] / growth["limit"], at_most=1.15)


@scenario("select/calls")
def select_calls(contenders, effort):
    def count(counter, program, clients, *more):
        return per_round(counter, lambda n: contenders.bench_line(
            program, "-S", "-M", "prepared", "-c", clients, "-j", 1, "-t", n, *more), 200, 1000) / clients

    untraced = untraced_system_calls(["true"]) is not None
    counter = untraced_system_calls if untraced else system_calls
    note = "" if untraced else "by strace, whose slowness makes more replies arrive at once"
    for loop, clients, wanted in (("epoll", 16, 2.3), ("io_uring", 16, 0.3), ("io_uring", 64, 0.08)):
        ours = count(counter, contenders.bench, clients, "--loop", loop)
        yield Row(f"-S -M prepared -c {clients} --loop {loop}: system calls a transaction", ours, at_most=wanted,
                  note=note)
    yield Row("-S -M prepared -c 16: system calls a transaction, pgbench", count(counter, contenders.pgbench, 16),
              note=note)


@scenario("select/loops")
def select_loops(contenders, effort):
    """io_uring beside epoll: --loop auto takes the former from 8 clients a thread on, where it is to be no worse."""
    for clients in (1, 4, 8, 16, 64, 200):
        wanted = {"at_least": 1} if clients >= 8 else {}
        allowed = {"at_most": 1} if clients >= 8 else {}
        def once(loop, clients=clients):
            def line(*length):
                return contenders.bench_line(contenders.bench, "--loop", loop, "-S", "-M", "prepared", "-c", clients,
                                             "-j", 1, *length)
            return timed(line, effort.seconds).without_start(outcome(line("-t", 1)))

        done = interleave(effort.pairs, {loop: lambda loop=loop, once=once: once(loop)
                                         for loop in ("io_uring", "epoll")})
        figure = f"-S -M prepared -c {clients}, io_uring | epoll: "
        yield compare(figure + "tps", done, "io_uring", "epoll", rate, **wanted)
        yield compare(figure + "all CPU us a transaction", done, "io_uring", "epoll", cpu, **allowed)


@scenario("tcp")
def tcp(contenders, effort):
    def line(program, mode, *length):
        return contenders.bench_line(program, "-M", mode, "-f", contenders.single_script, *length, tcp=True)

    both = {"pgpipe bench": contenders.bench, "pgbench": contenders.pgbench}
    done = interleave(effort.pairs, {
        (name, mode): lambda program=program, mode=mode: timed(
            lambda *length: line(program, mode, *length), effort.seconds)
        for name, program in both.items() for mode in ("prepared", "simple")})
    gains = {name: compare("", done, (name, "prepared"), (name, "simple"), rate).ratio for name in both}
    yield Row("one statement over TCP: tps prepared / simple, pgpipe bench | pgbench", gains["pgpipe bench"],
              gains["pgbench"], gains["pgpipe bench"] / gains["pgbench"], at_least=1)
    with tempfile.TemporaryDirectory(prefix="pgpipe_perf_") as folder:
        for mode in ("simple", "extended", "prepared"):
            longest = {name: min(longest_latency_ms(line(program, mode, "-t", 2000), folder) for _ in range(3))
                       for name, program in both.items()}
            yield Row(f"one statement over TCP, {mode}: longest latency ms", longest["pgpipe bench"],
                      longest["pgbench"], at_most=40, note="least of 3 runs")


def add_sequential(place, wanted):
    @scenario(f"sequential/{place}")
    def sequential(contenders, effort):
        tcp_too = place == "tcp"
        done = interleave(effort.pairs, {
            name: lambda name=name: outcome(contenders.own("sequential", name, effort.singles, tcp=tcp_too))
            for name in ("pgpipe", "libpq", "limit")})
        figure = f"one prepared statement at a time, {place}: "
        yield compare(figure + "a second, library | libpq", done, "pgpipe", "libpq", rate, at_least=wanted)
        yield compare(figure + "a second, library | limit", done, "pgpipe", "limit", rate)
        yield compare(figure + "user CPU us, library | libpq", done, "pgpipe", "libpq", user, at_most=0.5)


add_sequential("unix", 1.2)
add_sequential("tcp", 0.98)


@scenario("sequential/calls")
def sequential_calls(contenders, effort):
    calls = {name: per_round(system_calls, lambda n, name=name: contenders.own("sequential", name, n), 100, 400)
             for name in ("pgpipe", "libpq")}
    yield Row("one prepared statement at a time: system calls, library | libpq", calls["pgpipe"], calls["libpq"],
              at_most=2)


def prepare(contenders, scale):
    run([*contenders.pgbench, "-i", "-q", "-s", scale, *contenders.cluster.options(), "postgres"])
