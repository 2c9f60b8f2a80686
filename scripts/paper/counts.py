"""Whether two runs of the same figures counted the same: everything that is not a time."""

import json

# What a clock or the machine's state decides; everything else in a record repeats exactly.
NOT_COUNTS = {"latency_us", "latency_ratio", "kernel_read_bytes", "calibration", "terms"}


def counts_of(value):
    """A record without its times."""
    if isinstance(value, dict):
        return {k: counts_of(v) for k, v in value.items()
                if not any(k.startswith(name) for name in NOT_COUNTS)}
    if isinstance(value, list):
        return [counts_of(v) for v in value]
    return value


def by_point(records):
    return {(r["point_id"], r["repetition"]): counts_of(r) for r in records}


def differences(first, second):
    """One line for each point that differs or that one side lacks."""
    a, b = by_point(first), by_point(second)
    for key in sorted(set(a) | set(b)):
        if key not in a or key not in b:
            yield f"{_name(a.get(key) or b[key])}: only in the {'second' if key in b else 'first'}"
        elif a[key] != b[key]:
            yield f"{_name(a[key])}: {', '.join(_unequal(a[key], b[key]))}"


def _name(record):
    return " ".join(f"{k}={json.dumps(v)}" for k, v in record["params"].items())


def _unequal(a, b, path=""):
    """Dotted paths of what differs."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            yield from _unequal(a.get(key), b.get(key), f"{path}.{key}" if path else key)
    elif a != b:
        yield path
