#!/usr/bin/python3
"""Prints the golden bytes in the tests of this folder, written from the layouts in the headers.

It shares no code with the filters. Golden bytes may change only together with a layout comment,
because tables on disk carry them. Keys are the wide hashes (i + 1) * 0xd1b54a32d192ed03 mod 2^64;
the 32-bit hash is the upper half of the wide one.

    filter_golden.py                    prints them
    filter_golden.py --corpus FOLDER    writes the corpus of filter_fuzz.cc
    filter_golden.py --check FOLDER     fails if the corpus there is another
"""

import math
import os
import struct
import sys
from fractions import Fraction

import blocked_bloom_probes

M64 = 2**64 - 1


def wide_hashes(count):
    return [(i + 1) * 0xD1B54A32D192ED03 & M64 for i in range(count)]


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & M64
    return x ^ x >> 31


def word(key, i):
    return mix(key + i * 0x9E3779B97F4A7C15 & M64)


def trailer(count, parameter, kind):
    return struct.pack("<QBB", count, parameter, kind)


def bloom(keys, q):
    n = len(keys)
    m = n * q // 1024 // 8 * 8
    k = min(range(1, 31), key=lambda k: k * math.log1p(-math.exp(-k * n / m)))
    bits = sum(1 << p for p in {word(h, i) * m >> 64 for h in keys for i in range(k)})
    return bits.to_bytes(m // 8, "little") + trailer(n, k, 1)


def leveldb_bloom(keys, q):
    bits_per_key = q // 1024
    m = -(-max(64, len(keys) * bits_per_key) // 8) * 8
    k = min(30, max(1, math.floor(Fraction(69, 100) * bits_per_key)))
    bits = 0
    for key in keys:
        h = key >> 32
        delta = h >> 17 | h << 15 & 0xFFFFFFFF
        for _ in range(k):
            bits |= 1 << h % m
            h = h + delta & 0xFFFFFFFF
    return bits.to_bytes(m // 8, "little") + bytes([k])


def blocked_bloom(keys, q):
    n = len(keys)
    lines = n * q // 1024 // 512
    k = min(range(1, 27), key=lambda k: blocked_bloom_probes.rate(512 * lines / n, k))
    bits = 0
    for h in keys:
        for i in range(k):
            field = word(h, 1 + i // 7) >> 9 * (i % 7) & 511
            bits |= 1 << 512 * (h * lines >> 64) + field
    return bits.to_bytes(64 * lines, "little") + trailer(n, k, 3)


def log2_times_256(n):
    exponent = n.bit_length() - 1
    return 256 * exponent + (256 * n >> exponent) - 256


def solve(equations, slots):
    """The values of all slots, 0 where no equation leads; None if the equations contradict."""
    leading = {}
    for coefficients, wanted in equations:
        while coefficients:
            slot = (coefficients & -coefficients).bit_length() - 1
            if slot not in leading:
                leading[slot] = coefficients, wanted
                break
            coefficients ^= leading[slot][0]
            wanted ^= leading[slot][1]
        else:
            if wanted:
                return None
    values = [0] * slots
    for slot in sorted(leading, reverse=True):
        coefficients, values[slot] = leading[slot]
        for later in range(slot + 1, slots):
            if coefficients >> later & 1:
                values[slot] ^= values[later]
    return values


def ribbon(keys, q):
    n = len(keys)
    overhead = max(0, 184 * log2_times_256(n) // 256 - 1045)
    slots = -(-(n + (n * overhead >> 16) + 4) // 8) * 8
    width = min(128, slots)
    whole, tail = slots // 128, slots % 128 // 8
    budget = n * q // 1024 // 8
    columns = budget * 8 // slots
    rest = budget - columns * slots // 8
    wide = (rest - tail) // 16 if rest >= tail + 16 else 0
    for seed in range(256):
        equations = []
        for h in keys:
            start = word(h, 4 * seed) * (slots - width + 1) >> 64
            row = word(h, 4 * seed + 1) | word(h, 4 * seed + 2) << 64
            row = (row | 1) & 2**width - 1
            equations.append((row << start, word(h, 4 * seed + 3) & 2**32 - 1))
        values = solve(equations, slots)
        if values:
            break
    payload = b""
    for block in range(whole + (tail > 0)):
        chunk = values[128 * block : 128 * block + 128]
        is_wide = wide and block >= whole - wide
        for column in range(columns + bool(is_wide)):
            bits = sum((value >> column & 1) << j for j, value in enumerate(chunk))
            payload += bits.to_bytes(len(chunk) // 8, "little")
    return payload + trailer(n, seed, 4)


def fuse_layout(n, m):
    log2 = max(256, log2_times_256(n))
    factor = max(73728, 57344 + 16384 * 5102 // log2)
    segment = 2 ** min(18, (4096 * log2 // 7109 + 448) // 256)
    segments = max(3, ((n * factor >> 16) + 3 * segment // 4) // segment)
    slots = segment * segments
    return segment, segments, m // slots, (m // slots + 1) * slots - m


def peel(places, slots):
    """[(key, own slot)] in peeling order: lowest lonely slot first, then depth first, or None."""
    touching = [set() for _ in range(slots)]
    for key, triple in places.items():
        for slot in triple:
            touching[slot].add(key)
    order = []
    for first in range(slots):
        stack = [first]
        while stack:
            slot = stack.pop()
            if len(touching[slot]) != 1:
                continue
            (key,) = touching[slot]
            order.append((key, slot))
            for other in places[key]:
                touching[other].remove(key)
                if len(touching[other]) == 1:
                    stack.append(other)
    return order if len(order) == len(places) else None


def binary_fuse(keys, q):
    n = len(keys)
    m = n * q // 1024 // 8 * 8
    segment, segments, width, first_wide = fuse_layout(n, m)
    for seed in range(256):
        places = {}
        for h in keys:
            u = word(h, 2 * seed)
            first = u * (segments - 2) * segment >> 64
            places[h] = (first, first + segment ^ (u >> 18) % segment,
                         first + 2 * segment ^ u % segment)
        order = peel(places, segment * segments)
        if order:
            break
    values = [0] * (segment * segments)
    for key, own in reversed(order):
        value = word(key, 2 * seed + 1)
        for slot in places[key]:
            value ^= values[slot]
        values[own] = value & 2 ** (width + (own >= first_wide)) - 1
    bits = sum(value << slot * width + max(0, slot - first_wide)
               for slot, value in enumerate(values))
    return bits.to_bytes(m // 8, "little") + trailer(n, seed, 5)


def leveldb_hash(data):
    h = 0xBC9F1D34 ^ len(data) * 0xC6A4A793 & 0xFFFFFFFF
    whole = len(data) // 4 * 4
    for i in range(0, whole, 4):
        h = (h + int.from_bytes(data[i : i + 4], "little")) * 0xC6A4A793 & 0xFFFFFFFF
        h ^= h >> 16
    if whole < len(data):
        h = (h + int.from_bytes(data[whole:], "little")) * 0xC6A4A793 & 0xFFFFFFFF
        h ^= h >> 24
    return h


GOLDEN = (
    (bloom, 20, 10 * 1024),
    (bloom, 3, 3 * 1024),
    (bloom, 2, 100 * 1024 + 512),
    (leveldb_bloom, 20, 10 * 1024 + 1023),
    (leveldb_bloom, 3, 1024),
    (blocked_bloom, 60, 10 * 1024),
    (blocked_bloom, 600, 2 * 1024),
    (ribbon, 20, 6 * 1024),
    (ribbon, 300, 1536),
    (binary_fuse, 20, 5 * 1024 + 512),
    (binary_fuse, 100, 2 * 1024 + 512),
)
KINDS = (None, bloom, leveldb_bloom, blocked_bloom, ribbon, binary_fuse)


def corpus():
    """Inputs of filter_fuzz.cc by file name: a choice, then a filter or request and hashes."""
    inputs = {}
    for build, count, q in GOLDEN:
        kind = KINDS.index(build)
        name = f"{build.__name__}_{count}_{q}"
        content = build(wide_hashes(count), q)
        inputs[name] = bytes([kind]) + content
        inputs[name + "_prefix"] = bytes([6]) + content + struct.pack("<IB", 8, kind)
        request_and_keys = struct.pack(f"<I{count}Q", q, *wide_hashes(count))
        inputs[name + "_build"] = bytes([132 + kind]) + request_and_keys  # 132 % 6 == 0
    return inputs


def write_corpus(folder):
    for name, content in corpus().items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


def check_corpus(folder):
    """Exits with 1 unless the folder holds just what write_corpus would write there."""
    inputs = corpus()
    wrong = sorted(inputs.keys() ^ set(os.listdir(folder)))
    for name in inputs.keys() - set(wrong):
        with open(os.path.join(folder, name), "rb") as file:
            if file.read() != inputs[name]:
                wrong.append(name)
    sys.exit(f"missing, extra or different: {', '.join(wrong)}" if wrong else 0)


def main(arguments):
    if len(arguments) == 2 and arguments[0] in ("--corpus", "--check"):
        (write_corpus if arguments[0] == "--corpus" else check_corpus)(arguments[1])
        return
    for build, count, q in GOLDEN:
        print(build.__name__, count, q, build(wide_hashes(count), q).hex())
    for text in ["", "b", "key", "user", "user1", "\u00e9\u00ff", "k\u00ff",
                 "a longer key of 30 bytes......"]:
        print("leveldb_hash", repr(text), hex(leveldb_hash(text.encode())))


if __name__ == "__main__":
    main(sys.argv[1:])
