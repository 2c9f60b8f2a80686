#!/usr/bin/python3
"""Checks that what the documents name exists: files, links and names in `code`.

    check_docs.py [ROOT]

In every .md file of the root: a link to a file, a `path/with.slash` and a `Name`, `Scope::name` or
`dotted.name` must stand in the tree or in its sources. Prints one line for each that does not and
exits 1 if there is any.
"""

import glob
import os
import re
import sys

from source_files import CODE_ENDINGS, PROJECT_ROOT, files, read_lines

FENCE = re.compile(r"^\s*```")
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
NAME = re.compile(r"[A-Za-z_]\w*(?:(?:::|\.)\w+)*(?:\(\))?")
PATH = re.compile(r"(?:\./)?[\w.*-]+(?:/[\w.*-]*)+")
# Folders that only a run makes.
MADE_BY_RUNS = ("results/scratch", "build/", "figures/", "./build/")


def words_of(root):
    """Every word of the sources and configs, and every file name."""
    words = set()
    for path in files(root, CODE_ENDINGS + (".json", "run")):
        words.add(os.path.basename(path))
        words.update(re.findall(r"\w+", "\n".join(read_lines(root, path))))
    return words


def is_there(root, text, words):
    """Whether a piece of `code` names something that exists; other code is not judged."""
    if PATH.fullmatch(text):
        return text.startswith(MADE_BY_RUNS) or bool(glob.glob(os.path.join(root, text)))
    if NAME.fullmatch(text):
        if os.path.exists(os.path.join(root, text)) or text in words:
            return True
        return all(part in words for part in re.split(r"::|\.", text.removesuffix("()")))
    return True


def violations(root):
    words = words_of(root)
    found = []
    for path in sorted(glob.glob(os.path.join(root, "*.md"))):
        name = os.path.basename(path)
        in_fence = False
        for number, line in enumerate(read_lines(root, name), 1):
            if FENCE.match(line):
                in_fence = not in_fence
                continue
            if in_fence:
                continue
            for text in CODE.findall(line):
                if not is_there(root, text, words):
                    found.append(f"{name}:{number}: `{text}` is nowhere in the sources")
            for target in LINK.findall(line):
                if "://" not in target and not os.path.exists(os.path.join(root, target)):
                    found.append(f"{name}:{number}: the link to {target} leads nowhere")
    return found


def main(arguments):
    found = violations(arguments[0] if arguments else PROJECT_ROOT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
