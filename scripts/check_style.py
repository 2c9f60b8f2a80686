#!/usr/bin/python3
"""Checks of style that are cheap and certain; the rest is for clang-format, clang-tidy and readers.

    check_style.py [ROOT]

Prints one line a violation, exits 1 if any.
"""

import os
import re
import sys

from source_files import CODE_ENDINGS, PROJECT_ROOT, files, read_lines

MAX_COLUMNS = 100
MAX_LINES = 500
TABLE_START, TABLE_END = "clang-format off", "clang-format on"

# (files it applies to, pattern, what to do instead). Patterns are written so that they do not match
# themselves.
RULES = (
    (CODE_ENDINGS + (".md", ".json"), re.compile(r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b"),
     "finish it, or say in words what does not exist"),
    (CODE_ENDINGS + (".md", ".json", "run"), re.compile(r"(?<![\w.])/(?:work|home|root|Users)/"),
     "a path of one machine"),
    (CODE_ENDINGS, re.compile(r"\s$"), "white space at the end of the line"),
    ((".cc", ".h"), re.compile(r"\bstd::\w+_distribution\b|\bstd::random_device\b|\bs?rand\("),
     "differs between libraries or runs; use the project's seeded streams"),
    ((".cc", ".h"), re.compile(r"\busing namespace\b"), "name what is used"),
    ((".cc", ".h"), re.compile(r"(?<![\w_])assert\("), "use the room's CHECK, which stays on"),
    (("CMakeLists.txt", ".cmake", "CMakePresets.json"), re.compile(r"-f(?:fast-math|unsafe)"),
     "breaks the reproducibility of floating point"),
)


def file_errors(path, lines):
    """(line number, message) for each breach in one file."""
    if path.endswith(CODE_ENDINGS):
        if lines and lines[-1] != "":
            yield len(lines), "no newline at the end of the file"
        if len(lines) - 1 > MAX_LINES:
            yield len(lines) - 1, f"longer than {MAX_LINES} lines: split it by concept"
        in_table = False  # data tables, which are laid out by their generator
        for number, line in enumerate(lines, 1):
            in_table = TABLE_START in line or (in_table and TABLE_END not in line)
            if len(line) > MAX_COLUMNS and not in_table and not path.endswith("CMakeLists.txt"):
                yield number, f"{len(line)} columns, {MAX_COLUMNS} are allowed"
    if path.endswith(".h") and "#pragma once" not in lines:
        yield 1, "a header needs #pragma once"
    for endings, pattern, message in RULES:
        if path.endswith(endings):
            for number, line in enumerate(lines, 1):
                match = pattern.search(line)
                if match:
                    yield number, f"{match.group().strip() or 'blank'}: {message}"


def violations(root):
    found = []
    for path in files(root, CODE_ENDINGS + (".md", ".json", "run")):
        if path.startswith("results/"):
            continue
        found += [f"{path}:{number}: {message}"
                  for number, message in file_errors(path, read_lines(root, path))]
    return found


def main(arguments):
    found = violations(arguments[0] if arguments else PROJECT_ROOT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
