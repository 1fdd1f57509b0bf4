"""Charts as inline SVG that take their colours from the page, light or dark, and are the same bytes every time."""

import io
import re
from collections.abc import Callable
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from autograder.report.items import ExerciseItem

# matplotlib knows no CSS, so it draws in these colours, and the page's own are put in their place afterwards
INK, ACCENT, FAINT = "#010101", "#020202", "#030303"
CSS = {INK: "var(--ink)", ACCENT: "var(--accent)", FAINT: "var(--line)"}
STYLE: Any = {
    "svg.fonttype": "none",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
METADATA = ("Creator", "Date", "Format", "Type")  # left out: the date would differ each time, the others say nothing
WIDTH = 5.2  # inches: narrow enough that its text can still be read on a phone


def score_histogram(shares: list[float], name: str) -> str:
    """How many students reached which share of the points, in steps of a tenth."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        counts = [0] * 10
        for share in shares:
            counts[min(9, max(0, int(10 * share + 1e-9)))] += 1
        bars = axes.bar([10 * step + 5 for step in range(10)], counts, width=9, color=ACCENT)
        axes.bar_label(bars, [str(count) if count else "" for count in counts], padding=2)
        axes.set(xlabel="score (% of the points)", xlim=(0, 100), xticks=range(0, 101, 10), yticks=[])
        axes.spines["left"].set_visible(False)
        axes.margins(y=0.12)

    return _svg(draw, 2.4, name)


def exercise_chart(items: list[ExerciseItem], name: str) -> str:
    """Difficulty and discrimination side by side, one row per exercise."""

    def draw(figure: Figure) -> None:
        share, discrimination = figure.subplots(1, 2, sharey=True, width_ratios=[3, 2], gridspec_kw={"wspace": 0.12})
        rows = range(len(items))
        bars = share.barh(rows, [100 * item.share for item in items], color=ACCENT, height=0.62)
        share.bar_label(bars, [f"{100 * item.share:.0f}" for item in items], padding=3)
        share.set(title="mean share of the points (%)", xlim=(0, 112), xticks=[0, 50, 100], yticks=rows)
        share.set_yticklabels([item.name for item in items])
        known = [(row, item.discrimination) for row, item in enumerate(items) if item.discrimination is not None]
        discrimination.axvline(0, color=INK, linewidth=0.8)
        discrimination.axvline(0.3, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        for row, value in known:
            discrimination.plot([0, value], [row, row], color=ACCENT, linewidth=1.5)
        discrimination.plot([value for _, value in known], [row for row, _ in known], "o", color=ACCENT, markersize=6)
        discrimination.set(title="discrimination", xlim=(-1.1, 1.1), xticks=[-1, 0, 1])
        for axes in (share, discrimination):
            _quiet(axes)
        share.invert_yaxis()

    return _svg(draw, 1.0 + 0.3 * len(items), name)


def course_chart(shares: dict[str, list[float]], name: str) -> str:
    """The spread of the scores of each assignment: the box holds the middle half, the line is the median."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        lines = {"color": ACCENT, "linewidth": 1.6}
        axes.boxplot(
            [[100 * share for share in values] for values in shares.values()],
            orientation="horizontal",
            widths=0.55,
            boxprops=lines,
            whiskerprops=lines,
            capprops=lines,
            medianprops={"color": INK, "linewidth": 2.2},
            flierprops={"marker": "o", "markersize": 4, "markeredgecolor": ACCENT},
        )
        axes.set(xlabel="score (% of the points)", xlim=(-3, 103), yticklabels=list(shares))
        axes.invert_yaxis()
        _quiet(axes)

    return _svg(draw, 1.0 + 0.38 * len(shares), name)


def _quiet(axes: Axes) -> None:
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.title.set_fontsize(10)


def _svg(draw: Callable[[Figure], None], height: float, name: str) -> str:
    """The drawing as an <svg> element. Its ids start with `name`, so that several can stand on one page."""
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata=dict.fromkeys(METADATA))
    text = file.getvalue()
    text = text[text.index("<svg") :]
    for colour, variable in CSS.items():
        text = text.replace(colour, variable)
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
