"""The papers' points, read from the graphics of the published PDFs."""

import json
import os

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                    "configs", "paper", "data", "paper_figures.json")


def load(path=DATA):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def points(data, place, key):
    """[(index, value)] of a list of the papers' data; [] where it was not read from the paper.

    place   (figure, panel), e.g. ("SIGMOD17_fig11", "A")
    """
    figure, panel = place
    values = data.get(figure, {}).get(panel, {}).get(key, [])
    return [(i, v) for i, v in enumerate(values) if v is not None]
