"""The parts of a paper config's question: "M17 figure 11A. Question? Set-up: ... Departs: ..."."""

import dataclasses
import json
import os
import re

FORM = re.compile(r"(?P<figure>(?:M17|T18|D18) [^.]+)\. (?P<question>.+?\?) "
                  r"Set-up: (?P<setup>.+)\. Departs: (?P<departs>.+)\.")


@dataclasses.dataclass(frozen=True)
class Question:
    figure: str
    question: str
    setup: str
    departs: str


def parts(text):
    """A Question; ValueError where the text has another form."""
    match = FORM.fullmatch(text)
    if match is None:
        raise ValueError(f"not \"FIGURE. QUESTION? Set-up: ... Departs: ...\": {text}")
    return Question(**match.groupdict())


def of_config(path):
    with open(path, encoding="utf-8") as file:
        return parts(json.load(file)["question"])


def configs(folder):
    """{name: path} of the configs in a folder, without those of its sub-folders."""
    return {name.removesuffix(".json"): os.path.join(folder, name)
            for name in sorted(os.listdir(folder)) if name.endswith(".json")}
