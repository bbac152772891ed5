"""Medians of interleaved runs, and the table of figures."""
import dataclasses
import statistics


@dataclasses.dataclass
class Row:
    figure: str
    ours: float
    peer: float | None = None
    ratio: float | None = None
    at_least: float | None = None  # bounds of the ratio, or of `ours` where there is no peer to compare with
    at_most: float | None = None
    note: str = ""

    @property
    def bounded(self):
        return self.ours if self.ratio is None else self.ratio

    @property
    def wanted(self):
        if self.at_least is not None:
            return f">= {self.at_least:g}"
        return f"<= {self.at_most:.3g}" if self.at_most is not None else ""

    @property
    def met(self):
        if not self.wanted:
            return ""
        # Rounded as printed: 2.0004 system calls are 2, the end of the run being counted too.
        value = round(self.bounded, 2)
        good = value >= round(self.at_least, 2) if self.at_least is not None else value <= round(self.at_most, 2)
        return "yes" if good else "NO"


def interleave(pairs, runs):
    """Runs every contender of {name: function} in turn, `pairs` times, each time the other way round."""
    outcomes = {name: [] for name in runs}
    for turn in range(pairs):
        for name in list(runs)[:: 1 if turn % 2 == 0 else -1]:
            outcomes[name].append(runs[name]())
    return outcomes


def compare(figure, outcomes, ours, peer, measure, **bounds):
    """One row: medians of both sides, and the median of the ratios of the pairs."""
    a = [measure(outcome) for outcome in outcomes[ours]]
    b = [measure(outcome) for outcome in outcomes[peer]]
    ratio = statistics.median(x / y if y else float("inf") for x, y in zip(a, b))
    return Row(figure, statistics.median(a), statistics.median(b), ratio, **bounds)


def _number(value):
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.2f}"


HEADER = ("figure", "ours", "peer", "ratio", "wanted", "met", "")
WIDTHS = (68, 10, 10, 7, 8, 4, 0)


def format_line(cells):
    first, *numbers, met, note = cells
    parts = [f"{first:<{WIDTHS[0]}}"] + [f"{cell:>{width}}" for cell, width in zip(numbers, WIDTHS[1:5])]
    return "  ".join([*parts, f"{met:<{WIDTHS[5]}}", note]).rstrip()


def format_row(row):
    return format_line((row.figure, _number(row.ours), _number(row.peer), _number(row.ratio), row.wanted, row.met,
                        row.note))
