"""Draws the README's pictures from what the kit really shows; run it after `make demo`, with chromium installed.

.venv/bin/python tools/pictures.py
"""

import html
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SLUG, MODULE, STUDENT = "01_decision_trees", "decision_trees", "joan"
TERMINAL = """<!doctype html><meta charset="utf-8"><body style="margin:0;background:#1e1e1e"><pre style="margin:0;
padding:16px 20px;color:#ddd;font:13px/1.45 'DejaVu Sans Mono',monospace;white-space:pre">{}</pre>"""


def main() -> None:
    docs = ROOT / "docs"
    docs.mkdir(exist_ok=True)
    feedback, report = (
        ROOT / "build" / "feedback" / SLUG / f"{STUDENT}.html",
        ROOT / "build" / "report" / f"{SLUG}.html",
    )
    for page in (feedback, report):
        if not page.is_file():
            sys.exit(f"{page} does not exist; run 'make demo' first.")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "work"
        shutil.copytree(ROOT / "build" / "release" / SLUG, folder)
        shutil.copyfile(ROOT / "build" / "demo" / SLUG / STUDENT / f"{MODULE}.py", folder / f"{MODULE}.py")
        command = [sys.executable, "check.py", "entropy", "information_gain", "attribute_score"]
        shown = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
        terminal(f"$ python check.py entropy information_gain attribute_score\n{shown}", docs / "student.png", 980)
    screenshot(feedback, docs / "feedback.png", 820, 1380)
    screenshot(report, docs / "class.png", 1100, 1720)


def terminal(text: str, picture: Path, width: int) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
        file.write(TERMINAL.format(html.escape(text)))
        file.flush()
        screenshot(Path(file.name), picture, width, 32 + round(18.9 * (text.count("\n") + 1)))


def screenshot(page: Path, picture: Path, width: int, height: int) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("chromium is not installed; install it with 'apt-get install chromium'.")
    with tempfile.TemporaryDirectory() as profile:
        flags = "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-sync --no-first-run"
        size = f"--window-size={width},{height}"
        command = [browser, *flags.split(), "--hide-scrollbars", f"--user-data-dir={profile}", size]
        done = subprocess.run([*command, f"--screenshot={picture}", page.as_uri()], capture_output=True, text=True)
    if done.returncode != 0 or not picture.is_file():
        sys.exit(f"{browser} could not draw {picture}.")
    print(f"wrote {picture}")


if __name__ == "__main__":
    main()
