#!/usr/bin/python3
"""What a run shows on a terminal, and what it writes where there is none.

    terminal_test.py BITLADDER SOURCE_DIR
"""

import fcntl
import os
import pty
import struct
import subprocess
import tempfile
import termios
import unittest

import cli_runner

from cli_runner import main, run, source

COLUMNS = 60


def on_a_terminal(arguments, **environment):
    """Everything that the command writes on a terminal of COLUMNS columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    env.update({"TERM": "xterm", **environment})
    with subprocess.Popen([cli_runner.BITLADDER, *arguments], stdout=theirs, stderr=theirs,
                          stdin=theirs, env=env) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            written += part
        status = process.wait(timeout=60)
    os.close(ours)
    return status, written.decode()


def failing_sweep(directory):
    """One point of two fails: its last run has a single key, which leaves no room for absent
    ones."""
    path = os.path.join(directory, "sweep.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"tree": {"value_bytes": 8, "buffer_bytes": 2560, "size_ratio": 4}, '
                   '"workload": {"lookups": 100}, "sweep": {"tree.entries": [257, 320]}}')
    return ["run", path, "-o", os.path.join(directory, "out")]


class Progress(unittest.TestCase):
    def test_is_drawn_over_on_a_terminal_within_its_width(self):
        with tempfile.TemporaryDirectory() as directory:
            status, text = on_a_terminal(["run", source("configs", "smoke", "engine.json"), "-o",
                                          directory])
        self.assertEqual(status, 0, text)
        progress = text[:text.index("Wasted I/Os a lookup")]
        drawings = progress.split("\r\x1b[K")[1:]
        self.assertGreaterEqual(len(drawings), 12)
        for drawing in drawings:
            self.assertNotIn("\n", drawing)
            self.assertLess(len(drawing), COLUMNS, drawing)
        self.assertTrue(any(drawing.startswith("[3/6] 50 %, ") and " left: " in drawing
                            for drawing in drawings), drawings)
        self.assertEqual(drawings[-1], "", "nothing of it stays")

    def test_is_plain_lines_in_a_pipe_and_on_a_dumb_terminal(self):
        with tempfile.TemporaryDirectory() as directory:
            piped = run(*failing_sweep(directory)).stderr.decode()
            _, dumb = on_a_terminal([*failing_sweep(directory), "--fresh"], TERM="dumb")
        for text in (piped, dumb[:dumb.index("Wasted")]):
            self.assertNotIn("\x1b[K", text)
            self.assertIn("tree.entries=320: ", text)

    def test_shows_failures_red_unless_colours_are_unwanted(self):
        with tempfile.TemporaryDirectory() as directory:
            status, coloured = on_a_terminal(failing_sweep(directory))
            self.assertEqual(status, 1, coloured)
            self.assertRegex(coloured, r"\x1b\[31m\[\d/2\] .*tree.entries=257: failed")
            _, plain = on_a_terminal([*failing_sweep(directory), "--fresh"], NO_COLOR="1")
            self.assertIn("tree.entries=257: failed", plain)
            self.assertNotIn("\x1b[3", plain)
            _, empty = on_a_terminal([*failing_sweep(directory), "--fresh"], NO_COLOR="")
            self.assertIn("\x1b[31m", empty)


if __name__ == "__main__":
    main()
