"""What the tests of the bitladder command share: the program, how it is run, the configs.

A test file is called with the program and the source directory; `main` reads both.
"""

import glob
import os
import subprocess
import sys
import unittest

BITLADDER = ""
SOURCE_DIR = ""

WORKED_EXAMPLE = ["allocate", "--entries-per-level", "9000,90000,900000,9000000", "--policy",
                  "uniform,monkey"]


def main():
    global BITLADDER, SOURCE_DIR
    BITLADDER, SOURCE_DIR = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=1)


def run(*arguments, directory=None):
    return subprocess.run([BITLADDER, *arguments], capture_output=True, cwd=directory, timeout=60,
                          check=False)


def answer(*arguments):
    """stdout of a command that must succeed and leave stderr empty."""
    result = run(*arguments)
    assert result.returncode == 0, result.stderr
    assert result.stderr == b"", result.stderr
    return result.stdout.decode()


def source(*parts):
    return os.path.join(SOURCE_DIR, *parts)


def configs():
    """Every experiment in configs/; folders named data hold what figures are compared with."""
    everything = glob.glob(source("configs", "*", "**", "*.json"), recursive=True)
    found = sorted(path for path in everything
                   if os.path.basename(os.path.dirname(path)) != "data")
    assert len(found) >= 5, found
    return found
