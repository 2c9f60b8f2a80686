// A Bloom filter that grows past its design size in stages (Almeida, Baquero, Preguica, Hutchison
// 2007).
#pragma once

#include <vector>

namespace bitladder::sim {

// Stage i = 0, 1, ... is a Bloom filter for initial_keys 2^i keys at bits_per_key + 1478/1024 i
// bits each (a rate half as high as the stage before; at most 128 bits); it begins when the one
// before has all its keys.
struct ScalableBloomDesign {
  double initial_keys = 1000;  // >= 1
  double bits_per_key = 10;    // 1..64; initial_keys * bits_per_key >= 8
};

struct ScalableBloomStage {
  double bits = 8;
  int probes = 1;
  double keys = 0;  // held, at most the stage's size
};

// The stages in use with `keys` >= 0 keys: one for none, for the first stage is there from the
// start.
std::vector<ScalableBloomStage> StagesOf(const ScalableBloomDesign& design, double keys);

// Sum of the stages' bits.
double ScalableBloomBits(const ScalableBloomDesign& design, double keys);

// 1 - prod (1 - p_i) over the stages, which err independently; at most twice the first one's rate
// when full.
double ScalableBloomFpr(const ScalableBloomDesign& design, double keys);
double ScalableBloomFprSd(const ScalableBloomDesign& design, double keys);

}  // namespace bitladder::sim
