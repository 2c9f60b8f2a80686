"""Writes a figure and the table behind it, each file whole or not at all."""

import csv
import os

from plots.records import ResultsError

FORMATS = ("svg", "png", "pdf")


def write(folder, name, figure, rows, formats):
    """Writes folder/name.<format> for each format and folder/name.csv; returns the paths."""
    paths = []
    try:
        os.makedirs(folder, exist_ok=True)
        for ending in formats:
            path = os.path.join(folder, f"{name}.{ending}")
            figure.savefig(path + ".part", format=ending, metadata=_undated(ending))
            os.replace(path + ".part", path)
            paths.append(path)
        path = os.path.join(folder, f"{name}.csv")
        with open(path + ".part", "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        os.replace(path + ".part", path)
        paths.append(path)
    except OSError as error:
        raise ResultsError(f"{error.filename or folder}: {error.strerror}") from None
    return paths


def _undated(ending):
    """Metadata that leaves the date out, so that equal records give equal bytes."""
    return {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending)
