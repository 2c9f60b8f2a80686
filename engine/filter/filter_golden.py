#!/usr/bin/python3
"""Prints the golden bytes in this folder's tests, written from the layout comments in the headers.

It shares no code with the filters. Golden bytes may change only together with a layout comment,
because tables on disk carry these bytes. Keys are the wide hashes (i + 1) * 0xd1b54a32d192ed03 mod
2^64; the 32-bit hash is the upper half of the wide one.
"""

import math
import struct
from fractions import Fraction

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
    k = min(range(1, 100), key=lambda k: k * math.log1p(-math.exp(-k * n / m)))
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


def main():
    for build, count, q in [
        (bloom, 20, 10 * 1024),
        (bloom, 3, 3 * 1024),
        (bloom, 2, 100 * 1024 + 512),
        (leveldb_bloom, 20, 10 * 1024 + 1023),
        (leveldb_bloom, 3, 1024),
    ]:
        print(build.__name__, count, q, build(wide_hashes(count), q).hex())
    for text in ["", "b", "key", "user", "user1", "\u00e9\u00ff", "a longer key of 30 bytes......"]:
        print("leveldb_hash", repr(text), hex(leveldb_hash(text.encode())))


if __name__ == "__main__":
    main()
