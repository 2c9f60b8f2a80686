#!/usr/bin/python3
"""Prints the table in bloom_probes.cc: where one probe more becomes better.

A Bloom filter of b bits per key with k probes has rate (1 - exp(-k / b))^k. The switch point s_k is
the b at which k and k + 1 probes give one rate; below it k is better. Found by bisection with 60
decimal digits, printed as ceil(s_k * 2^32) up to s_29 = 42.6 bits per key.
"""

from decimal import Decimal, getcontext

getcontext().prec = 60


def log_rate(k, b):
    return k * (1 - (-Decimal(k) / b).exp()).ln()


def switch_point(k):
    low, high = Decimal(k), Decimal(k) * 3 / 2 + 2  # k is better at low, k + 1 at high
    for _ in range(150):
        middle = (low + high) / 2
        if log_rate(k, middle) < log_rate(k + 1, middle):
            low = middle
        else:
            high = middle
    return high


def main():
    for k in range(1, 30):
        point = (switch_point(k) * 2**32).to_integral_value(rounding="ROUND_CEILING")
        print(f"{int(point)}u,")


if __name__ == "__main__":
    main()
