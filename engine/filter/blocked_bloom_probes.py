#!/usr/bin/python3
"""Prints the table in blocked_bloom_probes.cc: where one probe more becomes better in a line.

At b bits per key a line of 512 bits holds a Poisson number of keys with mean 512 / b. The chance
that i given bits are all clear after one key of k probes is (1 - i/512)^k, so that over the
Poisson number of keys it is exp(-512/b (1 - (1 - i/512)^k)). By inclusion and exclusion d
distinct bits are all set with probability sum_i (-1)^i C(d, i) of that, and a lookup's k probes
are d distinct bits with probability C(512, d) d! S(k, d) / 512^k (S: Stirling numbers of the
second kind). The alternating sum needs digits: 60 are carried. The switch point is the b at which
k and k + 1 probes give one rate; printed in 1/1024 bit, rounded up.
"""

from decimal import Decimal, getcontext
from functools import cache
from math import comb, factorial

getcontext().prec = 60
LINE_BITS = 512


@cache
def stirling(k, d):
    if k == d:
        return 1
    if d == 0 or d > k:
        return 0
    return d * stirling(k - 1, d) + stirling(k - 1, d - 1)


@cache
def weight(k, i):
    """Factor of the chance that i given bits are all clear."""
    ways = sum(comb(LINE_BITS, d) * factorial(d) * stirling(k, d) * comb(d, i)
               for d in range(i, k + 1))
    return (-1) ** i * Decimal(ways) / Decimal(LINE_BITS) ** k


def rate(b, k):
    keys = Decimal(LINE_BITS) / Decimal(b)
    clear = [(1 - Decimal(i) / LINE_BITS) ** k for i in range(k + 1)]
    return sum(weight(k, i) * (-keys * (1 - clear[i])).exp() for i in range(k + 1))


def switch_point(k, low):
    high = low * 2 + 2
    for _ in range(24):
        middle = (low + high) / 2
        if rate(middle, k) < rate(middle, k + 1):
            low = middle
        else:
            high = middle
    return high


def main():
    k, point = 1, Decimal(1)
    while (point := switch_point(k, point)) <= 128:
        print(f"{int((point * 1024).to_integral_value(rounding='ROUND_CEILING'))},  # {point:.4f}")
        k += 1


if __name__ == "__main__":
    main()
