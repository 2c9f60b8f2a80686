// A Bloom filter with a 4-bit counter in place of each bit, so that keys can be removed (Fan, Cao,
// Almeida, Broder 2000).
#pragma once

namespace bitladder::sim {

inline constexpr int kCounterBits = 4;
inline constexpr int kStuckCount = 15;  // a counter that gets there stays there

// A filter sized for `design_keys` >= 1 at `counters_per_key` >= 0 counters each.
struct CountingBloomShape {
  double counters = 8;  // whole bytes of a Bloom filter's bits, at least 8
  int probes = 1;       // the best ones at the design size
  double bits() const { return kCounterBits * counters; }
};
CountingBloomShape CountingBloomFor(double counters_per_key, double design_keys);

// Expected rate while `keys` >= 0 are held, and its deviation over filters: those of a Bloom filter
// of as many bits, whatever was added and removed before, as long as no counter got stuck.
double CountingBloomFpr(const CountingBloomShape& shape, double keys);
double CountingBloomFprSd(const CountingBloomShape& shape, double keys);

// The expected share of counters that `keys` keys bring to 15: P(X >= 15), X binomial of keys *
// probes trials of 1/counters. 1.6e-15 at half fill.
double StuckCounterShare(const CountingBloomShape& shape, double keys);

}  // namespace bitladder::sim
