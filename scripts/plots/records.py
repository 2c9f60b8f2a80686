"""Reads records from points.jsonl, results.json or a directory that holds them."""

import contextlib
import gc
import json
import os

SCHEMA_VERSION = 1  # the newest record schema that this code understands
REQUIRED = {"schema_version": int, "experiment": str, "status": str, "params": dict}


class ResultsError(Exception):
    """Something about the results or the request is wrong; the message is one clear line."""


class Results:
    """Every record of one or more runs, with what describes them.

    records  list of dicts, in the order of the files; the last of equal (point_id, repetition) wins
    notes    lines that the user should see, e.g. about a torn last line
    sources  for each file: its path, its manifest and its config, None where it has none
    """

    def __init__(self, records, notes, sources=()):
        self.records = records
        self.notes = notes
        self.sources = list(sources)

    def question(self):
        """The experiment's question, "" where the records are of several experiments."""
        questions = {field(r, "config.question") or "" for r in self.records}
        return questions.pop() if len(questions) == 1 else ""


def field(record, path):
    """The value at a dotted path, None where any part is absent or null."""
    if "." not in path:
        return record.get(path) if isinstance(record, dict) else None
    for name in path.split("."):
        if not isinstance(record, dict):
            return None
        record = record.get(name)
    return record


def number(record, path):
    """The number at a dotted path, None where it is absent or null; anything else is an error."""
    value = field(record, path)
    if value is None or type(value) is float:
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ResultsError(f"{path} should be a number, not {json.dumps(value)} "
                           f"(point {record.get('point_id', 'without id')})")
    return float(value)


def read_results(paths):
    """Reads every path; ResultsError where one cannot be read or nothing is in them."""
    by_point = {}
    notes = []
    sources = []
    for path in paths:
        file = _records_file(path)
        with _no_collection():
            records, source = _read_file(file, notes)
        sources.append({"path": file, **source})
        for record in records:
            key = (record["experiment"], record.get("point_id"), record.get("repetition", 0))
            if record.get("point_id") is None:
                key += (len(by_point),)
            by_point[key] = record
    if not by_point:
        raise ResultsError(f"{', '.join(paths)}: no records; the sweep is empty or has not run yet")
    return Results(list(by_point.values()), notes, sources)


@contextlib.contextmanager
def _no_collection():
    """Keeps the collector from searching records for cycles, now and later: they have none, and
    there may be millions of their parts."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _records_file(path):
    """The file to read for a path: of a directory, what was written last."""
    if not os.path.isdir(path):
        return path
    names = [os.path.join(path, name) for name in ("results.json", "points.jsonl")]
    found = [name for name in names if os.path.isfile(name)]
    if not found:
        raise ResultsError(f"{path}: holds neither results.json nor points.jsonl")
    return max(found, key=os.path.getmtime)


def _read_file(path, notes):
    """(records, {"manifest": ..., "config": ...})"""
    if not path.endswith(".jsonl"):
        return _read_document(path)
    manifest = os.path.join(os.path.dirname(path), "manifest.json")
    known = _parse(_read_bytes(manifest), manifest) if os.path.isfile(manifest) else None
    return _read_lines(path, notes), {"manifest": known, "config": None}


def _read_bytes(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None


def _read_lines(path, notes):
    records = []
    try:
        with open(path, "rb") as file:
            for count, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    notes.append(f"{path}:{count}: the last line is torn (an interrupted run) and "
                                 f"is left out; run again to resume")
                elif line.strip():
                    where = f"{path}:{count}"
                    records.append(_checked(_parse(line, where), where))
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
    return records


def _read_document(path):
    document = _parse(_read_bytes(path), path)
    if isinstance(document, dict):
        _check_version(document, path)
    records = document.get("records") if isinstance(document, dict) else None
    if not isinstance(records, list):
        raise ResultsError(f"{path}: has no list of records; is it a results.json?")
    checked = [_checked(record, f"{path}: record {i}") for i, record in enumerate(records, 1)]
    return checked, {"manifest": document.get("manifest"), "config": document.get("config")}


def _refuse(constant):
    raise ValueError(f"{constant} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_refuse)


def _parse(data, where):
    try:
        return DECODER.decode(data.decode())
    except UnicodeDecodeError:
        raise ResultsError(f"{where}: is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{where}: not valid JSON ({error})") from None


def _check_version(document, where):
    version = document.get("schema_version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise ResultsError(f"{where}: written with schema_version {version}, this program reads up "
                           f"to {SCHEMA_VERSION}; use the plot.py that came with it")


def _checked(record, where):
    if not isinstance(record, dict):
        raise ResultsError(f"{where}: a record should be an object")
    _check_version(record, where)
    for name, kind in REQUIRED.items():
        if not isinstance(record.get(name), kind):
            state = "has no" if record.get(name) is None else "has a mistyped"
            raise ResultsError(f"{where}: the record {state} {name}")
    return record
