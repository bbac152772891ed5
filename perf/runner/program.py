"""Runs a program to its end and says what it spent, under nothing, strace, perf or valgrind."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time


class Failure(Exception):
    """A contender failed or gave a wrong answer, or a tool is missing."""


@dataclasses.dataclass
class Spent:
    text: str       # what the program wrote to its standard output
    wall_s: float
    user_s: float
    system_s: float


def run(line):
    """The CPU times are those of the whole process, start-up included."""
    words = [str(word) for word in line]
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as complaints:
        start = time.monotonic()
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=complaints)
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            child.kill()
            raise
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        output.seek(0)
        complaints.seek(0)
        if child.returncode != 0:
            raise Failure(f"exit status {child.returncode} from: {' '.join(words)}\n{complaints.read().strip()}")
        return Spent(output.read(), wall, usage.ru_utime, usage.ru_stime)


def need(tool):
    if not shutil.which(tool):
        raise Failure(f"{tool} is not installed: see tools/setup")
    return tool


def _report_of(line_for):
    """What the tool started by line_for(file) leaves in that file."""
    with tempfile.TemporaryDirectory(prefix="pgpipe_perf_") as folder:
        file = pathlib.Path(folder) / "report"
        run(line_for(file))
        return file.read_text(encoding="utf-8", errors="replace")


def system_calls(line):
    report = _report_of(lambda file: [need("strace"), "-f", "-c", "-U", "calls,name", "-o", file, *line])
    return sum(int(calls) for calls, name in re.findall(r"^\s*(\d+) (\w+)\s*$", report, re.M) if name != "total")


def sends(line):
    report = _report_of(lambda file: [need("strace"), "-f", "-e", "trace=sendto,sendmsg,write,writev", "-o", file, *line])
    return len(re.findall(r"\b(?:sendto|sendmsg|writev?)\(", report))


def received_bytes(line):
    report = _report_of(lambda file: [need("strace"), "-f", "-e", "trace=recvfrom,recvmsg", "-o", file, *line])
    return sum(int(size) for size in re.findall(r"recv\w+\(.* = (\d+)$", report, re.M))


def instructions(line, *options):
    tool = [need("valgrind"), "-q", "--tool=callgrind", *options]
    report = _report_of(lambda file: [*tool, f"--callgrind-out-file={file}", *line])
    found = re.search(r"^(?:summary|totals): (\d+)", report, re.M)
    if not found:
        raise Failure(f"callgrind counted nothing for: {' '.join(str(word) for word in line)}")
    return int(found[1])


def timed_instructions(line):
    """Those of a program of perf/ between the beginning and the end of its clock: it switches callgrind on and off."""
    return instructions(line, "--collect-atstart=no")


def untraced_system_calls(line):
    """The same counted by the kernel, which slows the program less; None where it does not let us."""
    if not shutil.which("perf"):
        return None
    try:
        report = _report_of(lambda file: ["perf", "stat", "-x", ",", "-e", "raw_syscalls:sys_enter", "-o", file, *line])
    except Failure:
        return None
    found = re.search(r"^(\d+),,raw_syscalls:sys_enter", report, re.M)
    return int(found[1]) if found else None


def per_round(count, line_for, rounds, more):
    """What a further round adds: start-up falls out by counting a short and a longer run."""
    return (count(line_for(rounds + more)) - count(line_for(rounds))) / more
