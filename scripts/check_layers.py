#!/usr/bin/python3
"""Checks that includes and links point only where the architecture lets them.

    check_layers.py [ROOT]

sim (theory) and engine (practice) never see each other, and neither sees experiments: prediction
and measurement share no code, so their agreement is evidence. Inside a room the folders are
layered. Libraries that are slow to compile stay out of headers. Prints one line a violation and
exits 1 if there is any.
"""

import os
import re
import sys

from source_files import PROJECT_ROOT, files, read_lines

ROOMS = {
    "sim": {"sim"},
    "engine": {"engine"},
    "experiments": {"sim", "engine", "experiments"},
}

# Folder of a room -> the other folders of the room that it may include. Files directly in a room
# (errors, checks) are open to all its folders; tests may include any of them.
FOLDERS = {
    "sim": {
        "tree": set(),
        "filter": set(),
        "device": set(),
        "cost": {"tree", "filter", "device"},
        "allocate": {"tree", "filter", "cost"},
        "simulate": {"tree", "filter", "device", "cost"},
        "tune": {"tree", "filter", "device", "cost", "allocate"},
    },
    "engine": {
        "io": set(),
        "filter": set(),
        "log": {"io"},
        "table": {"io", "filter"},
        "tree": {"io", "filter", "log", "table"},
        "store": {"io", "filter", "log", "table", "tree"},
    },
}

NOT_IN_HEADERS = ("nlohmann/", "Eigen/", "unsupported/Eigen", "boost/math/")
ONLY_IN_EXPERIMENTS = ("CLI/",)
# Theory is pure functions: no files, clocks, threads or printing. Tests may read reference values.
NOT_IN_SIM = ("chrono", "filesystem", "fstream", "future", "iostream", "mutex", "thread",
              "unistd.h", "xxhash.h")

TEST_HELPER = "_for_test.h"  # headers that only tests include; free of the rules about libraries

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]*)"|<([^>]*)>|(\S+))')
LINK = re.compile(r"\bbitladder_(sim|engine|experiments)\w*")


def room_of(path):
    return path.split("/", 1)[0] if "/" in path else ""


def folder_of(path):
    """"io" for "engine/io/x.h", "" for "engine/x.h"."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else ""


def is_test(path):
    return path.endswith(("_test.cc", "_bench.cc", TEST_HELPER))


def folder_errors(room, folder, target_folder):
    """Whether a folder may include another one of its room; a file in the room itself, none."""
    if room not in FOLDERS or target_folder in ("", folder):
        return []
    if target_folder in FOLDERS[room].get(folder, ()):
        return []
    return [f"{room}/{folder} must not include {room}/{target_folder}"]


def include_errors(root, path, quoted, angled, other):
    """What is wrong with one #include of the file `path`; a list of messages."""
    room = room_of(path)
    if other is not None:
        return [f"include of a macro ({other}) cannot be checked"]
    target = quoted if quoted is not None else angled
    target_room = room_of(target)
    errors = []
    if target_room in ROOMS:
        if target_room not in ROOMS[room]:
            errors.append(f"{room} must not include {target_room} ({target})")
        if angled is not None:
            errors.append(f'own headers are included as "{target}"')
        if not os.path.isfile(os.path.join(root, target)):
            errors.append(f"{target} does not exist")
        if target_room == room and not is_test(path):
            errors += folder_errors(room, folder_of(path), folder_of(target))
    elif quoted is not None:
        errors.append(f'"{target}": own headers by their path from the root, others in <>')
    if target.endswith(TEST_HELPER) and not is_test(path):
        errors.append(f"{target} is for tests alone")
    if path.endswith(".h") and not is_test(path) and target.startswith(NOT_IN_HEADERS):
        errors.append(f"<{target}> belongs into .cc files")
    if room != "experiments" and target.startswith(ONLY_IN_EXPERIMENTS):
        errors.append(f"<{target}> belongs to experiments alone")
    if room == "sim" and target in NOT_IN_SIM and not is_test(path):
        errors.append(f"<{target}>: theory has no files, clocks, threads, printing")
    return errors


def violations(root):
    """One line for each include or link that breaks a rule."""
    found = []
    sources = [p for p in files(root, (".cc", ".h")) if room_of(p) in ROOMS]
    for path in sources:
        for number, line in enumerate(read_lines(root, path), 1):
            match = INCLUDE.match(line)
            if match:
                found += [f"{path}:{number}: {error}"
                          for error in include_errors(root, path, *match.groups())]
    for path in files(root, "CMakeLists.txt"):
        if room_of(path) not in ROOMS:
            continue
        for number, line in enumerate(read_lines(root, path), 1):
            for target_room in LINK.findall(line.split("#", 1)[0]):
                if target_room not in ROOMS[room_of(path)]:
                    found.append(f"{path}:{number}: {room_of(path)} must not link {target_room}")
    if not sources:
        found.append(f"{root}: no sources found")
    return found


def main(arguments):
    found = violations(arguments[0] if arguments else PROJECT_ROOT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
