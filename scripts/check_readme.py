#!/usr/bin/python3
"""Runs the commands of README.md, so that none of them stops working.

    check_readme.py [--shell] [--skip COMMAND]... [--binaries DIR] [README]

A ```console block holds commands after "$ " and what they print; each is run and its output is
compared. A ```sh block holds commands alone; they are run with --shell, but for those that are
skipped. Commands run in the README's directory. --binaries stands in for build/release. Exits 1 if
a command fails or prints something else.
"""

import argparse
import difflib
import os
import subprocess
import sys

from source_files import PROJECT_ROOT

BINARIES = "build/release/"


def blocks(text):
    """(language, lines) of each fenced block."""
    found, lines, language = [], None, ""
    for line in text.split("\n"):
        if line.startswith("```"):
            if lines is None:
                lines, language = [], line[3:].strip()
            else:
                found.append((language, lines))
                lines = None
        elif lines is not None:
            lines.append(line)
    return found


def console_commands(lines):
    """(command, expected output) of a console block; a command may go on after a backslash."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif found and found[-1][0].endswith("\\") and found[-1][1] == "":
            found[-1] = (found[-1][0] + "\n" + line, "")
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return found


def shell_commands(lines):
    """The commands of a sh block, without comments."""
    joined = "\n".join(lines).replace("\\\n", " ")
    commands = [line.split(" #", 1)[0].strip() for line in joined.split("\n")]
    return [command for command in commands if command and not command.startswith("#")]


def run(command, folder, binaries):
    """(exit status, stdout, stderr)"""
    if binaries:
        command = command.replace(BINARIES, os.path.join(binaries, ""))
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder,
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def failures(text, folder, shell=False, skip=(), binaries=""):
    """One text for each command of the README that fails or prints something else."""
    found = []
    for language, lines in blocks(text):
        if language == "console":
            for command, expected in console_commands(lines):
                status, out, err = run(command, folder, binaries)
                if status != 0:
                    found.append(f"$ {command}\nexit status {status}\n{err}")
                elif out.rstrip() != expected.rstrip():
                    diff = difflib.unified_diff(expected.rstrip().split("\n"),
                                                out.rstrip().split("\n"),
                                                "README", "now", lineterm="")
                    found.append(f"$ {command}\n" + "\n".join(diff))
        elif language == "sh" and shell:
            for command in shell_commands(lines):
                if command in skip:
                    continue
                print(f"$ {command}", flush=True)
                status, out, err = run(command, folder, binaries)
                if status != 0:
                    found.append(f"$ {command}\nexit status {status}\n{out[-2000:]}{err[-2000:]}")
    return found


def main(arguments):
    parser = argparse.ArgumentParser(usage="check_readme.py [options] [README]")
    parser.add_argument("--shell", action="store_true")
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--binaries", default="")
    parser.add_argument("readme", nargs="?", default=os.path.join(PROJECT_ROOT, "README.md"))
    options = parser.parse_args(arguments)
    with open(options.readme, encoding="utf-8") as file:
        text = file.read()
    found = failures(text, os.path.dirname(os.path.abspath(options.readme)), options.shell,
                     options.skip, options.binaries)
    for failure in found:
        print(failure)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
