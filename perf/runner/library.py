"""What the library's own users do: wide rows, many rows, bulk loads, isolated groups; beside libpq, libpqxx and the limit."""
from runner.contender import outcome
from runner.program import per_round, received_bytes, sends, timed_instructions
from runner.scenarios import STATEMENTS, cpu, rate, scenario, user
from runner.table import Row, compare, interleave

NAMES = ("pgpipe", "libpq", "libpqxx", "limit")


def counted_instructions(contenders, scenario_name, name, rounds, *way, per=1):
    return timed_instructions(contenders.own(scenario_name, name, rounds, *way)) / (rounds * per)


@scenario("wide_rows/bytes")
def wide_rows_bytes(contenders, effort):
    received = {name: per_round(received_bytes, lambda n, name=name: contenders.own("wide_rows", name, n), 5, 20)
                / STATEMENTS for name in NAMES}
    yield Row("31 text columns: bytes received a statement, library | libpq", received["pgpipe"], received["libpq"],
              received["pgpipe"] / received["libpq"], at_most=1 / 3)


@scenario("wide_rows/instructions")
def wide_rows_instructions(contenders, effort):
    count = {name: counted_instructions(contenders, "wide_rows", name, 50, per=STATEMENTS) for name in NAMES}
    for peer in ("libpq", "libpqxx"):
        yield Row(f"31 text columns: instructions a statement, library | {peer}", count["pgpipe"], count[peer],
                  count["pgpipe"] / count[peer])


@scenario("wide_rows/times")
def wide_rows_times(contenders, effort):
    pipelines = effort.pipelines // 3
    done = interleave(effort.pairs, {
        name: lambda name=name: outcome(contenders.own("wide_rows", name, pipelines)) for name in NAMES})
    figure = "31 text columns, 100 a pipeline: "
    yield compare(figure + "a second, library | limit", done, "pgpipe", "limit", rate, at_least=0.9)
    yield compare(figure + "a second, library | libpq", done, "pgpipe", "libpq", rate, at_least=1)
    yield compare(figure + "a second, library | libpqxx", done, "pgpipe", "libpqxx", rate, at_least=1)
    yield compare(figure + "user CPU us, library | libpq", done, "pgpipe", "libpq", user, at_most=1 / 8)
    yield compare(figure + "all CPU us, library | libpq", done, "pgpipe", "libpq", cpu, at_most=1 / 2)
    yield compare(figure + "user CPU us, library | libpqxx", done, "pgpipe", "libpqxx", user)


MODES = ("streamed", "stored")


def read(name, mode, encoding):
    """A contender's name and way of reading."""
    return name, f"{mode}-{encoding}"


def add_read_rows(encoding, wanted):
    readers = [read(name, mode, encoding) for name in ("pgpipe", "libpq") for mode in MODES]
    if encoding == "text":
        readers += [read("libpqxx", mode, encoding) for mode in MODES]

    @scenario(f"read_rows/{encoding}")
    def read_rows(contenders, effort):
        contenders.make_tables(effort.table)
        done = interleave(effort.pairs, {
            reader: lambda reader=reader: outcome(contenders.own("read_rows", reader[0], effort.rows, reader[1]))
            for reader in [*readers, read("limit", "streamed", encoding)]})
        for mode in MODES:
            ours = read("pgpipe", mode, encoding)
            figure = f"reading rows, {encoding}, {mode}: "
            for peer in ("libpq", "libpqxx") if encoding == "text" else ("libpq",):
                yield compare(figure + f"user CPU us a row, library | {peer}", done, ours, read(peer, mode, encoding),
                              user, at_most=wanted)
            yield compare(figure + "rows a second, library | limit", done, ours, read("limit", "streamed", encoding),
                          rate)
        yield compare(f"reading rows, {encoding}: user CPU us a row, library streamed | libpq stored", done,
                      read("pgpipe", "streamed", encoding), read("libpq", "stored", encoding), user)

    @scenario(f"read_rows/{encoding}_instructions")
    def read_rows_instructions(contenders, effort):
        rows = 20_000
        contenders.make_tables(rows)
        for mode in MODES:
            count = {reader: counted_instructions(contenders, "read_rows", reader[0], rows, reader[1])
                     for reader in readers if reader[1].startswith(mode)}
            ours = count.pop(read("pgpipe", mode, encoding))
            for (peer, _), theirs in count.items():
                yield Row(f"reading rows, {encoding}, {mode}: instructions a row, library | {peer}", ours, theirs,
                          ours / theirs, at_most=wanted)


add_read_rows("binary", 1 / 3)
add_read_rows("text", 1 / 2)


@scenario("read_rows/memory")
def read_rows_memory(contenders, effort):
    contenders.make_tables(effort.table)
    grown = {name: outcome(contenders.own("read_rows", name, effort.table, "streamed-binary")).grown_kb
             for name in ("pgpipe", "libpq")}
    yield Row(f"streaming {effort.table:,} rows: growth of memory kB, library | libpq", grown["pgpipe"], grown["libpq"],
              at_most=8192)


@scenario("bulk_load/times")
def bulk_load_times(contenders, effort):
    contenders.make_tables(effort.table)

    def load(name, way=""):
        rows = effort.inserts if way == "inserts" else effort.table
        return outcome(contenders.own("bulk_load", name, rows, way))

    done = interleave(effort.pairs, {
        **{name: lambda name=name: load(name) for name in NAMES},
        "text": lambda: load("pgpipe", "text"),
        "inserts": lambda: load("pgpipe", "inserts"),
    })
    figure = f"loading {effort.table:,} rows: "
    yield compare(figure + "a second, binary COPY by the library | libpq, snprintf", done, "pgpipe", "libpq", rate,
                  at_least=1.5)
    yield compare(figure + "a second, text COPY by the library | libpq, snprintf", done, "text", "libpq", rate)
    yield compare(figure + "a second, binary COPY by the library | libpqxx", done, "pgpipe", "libpqxx", rate)
    yield compare(figure + "a second, binary COPY | pipelined INSERTs, by the library", done, "pgpipe", "inserts", rate,
                  at_least=10)
    yield compare(figure + "a second, binary COPY by the library | limit", done, "pgpipe", "limit", rate)
    yield compare(figure + "user CPU us a row, binary COPY by the library | libpq", done, "pgpipe", "libpq", user)


@scenario("bulk_load/instructions")
def bulk_load_instructions(contenders, effort):
    contenders.make_tables(1)
    rows = 10_000
    count = {name: counted_instructions(contenders, "bulk_load", name, rows) for name in ("pgpipe", "libpq", "libpqxx")}
    for peer in ("libpq", "libpqxx"):
        yield Row(f"loading rows: instructions a row, binary COPY by the library | {peer}", count["pgpipe"],
                  count[peer], count["pgpipe"] / count[peer])


@scenario("isolated/calls")
def isolated_calls(contenders, effort):
    """How often the server's answers make the client read depends on who runs when: only writes are counted."""
    calls = {name: per_round(sends, lambda n, name=name: contenders.own("isolated", name, n), 20, 100)
             for name in ("pgpipe", "libpq")}
    yield Row("100 isolated groups: writes, library | libpq", calls["pgpipe"], calls["libpq"], at_most=1)


@scenario("isolated/times")
def isolated_times(contenders, effort):
    done = interleave(effort.pairs, {
        name: lambda name=name: outcome(contenders.own(
            "isolated", name, effort.pipelines // (100 if name == "libpqxx" else 6))) for name in NAMES})
    figure = "isolated groups, 100 a write: "
    yield compare(figure + "a second, library | limit", done, "pgpipe", "limit", rate, at_least=0.95)
    yield compare(figure + "a second, library | libpq", done, "pgpipe", "libpq", rate, at_least=1)
    yield compare(figure + "a second, library | libpqxx, one at a time", done, "pgpipe", "libpqxx", rate, at_least=1)
    yield compare(figure + "user CPU us, library | libpq", done, "pgpipe", "libpq", user)


# 100 coroutines' requests over a round trip of 100 ms take as long as one's; a busy machine takes some of that.
ASKED_TOGETHER, ASKED_IN_TURN = 2000, 20


@scenario("asio/concurrency")
def asio_concurrency(contenders, effort):
    done = interleave(min(effort.pairs, 3), {
        "together": lambda: outcome(contenders.own("asio", "pgpipe", ASKED_TOGETHER, "together")),
        "in_turn": lambda: outcome(contenders.own("asio", "pgpipe", ASKED_IN_TURN, "in_turn"))})
    yield compare("requests a second at 100 ms, 100 coroutines on one connection | one", done, "together", "in_turn",
                  rate, at_least=90)


@scenario("asio/calls")
def asio_calls(contenders, effort):
    yield Row("100 requests on one Asio connection: writes",
              per_round(sends, lambda n: contenders.own("asio", "pgpipe", n, "bursts"), 50, 200), at_most=1)
