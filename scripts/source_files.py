"""Which files of a source tree the checks look at."""

import os

PROJECT_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SKIPPED_FOLDERS = {".git", "build", "out", "scratch", "node_modules", "__pycache__"}
CODE_ENDINGS = (".cc", ".h", ".py", ".sh", ".cmake", ".js", ".mjs", ".css", "CMakeLists.txt")


def files(root, endings):
    """Paths relative to root, sorted, of the files whose names end so; build output left out."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS]
        for name in names:
            if name.endswith(endings):
                found.append(os.path.relpath(os.path.join(folder, name), root))
    return sorted(found)


def read_lines(root, path):
    """The file's lines without their ends; bytes that are not UTF-8 become U+FFFD."""
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read().split("\n")
