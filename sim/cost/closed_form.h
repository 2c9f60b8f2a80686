// The papers' closed forms of the cost of a point lookup: a full geometric tree, ideal filters.
// Everything here is a function of size ratio, levels, level weights and bits per key h alone.
//
// Equations 5-8 of Monkey 2017 are the case K = Z = 1 (leveling) and K = Z = T-1 (tiering) of the
// fluid forms below, whose case without unfiltered levels is Dostoevsky 2018 Eq. 10. K and Z may be
// any weights: what a false positive on every run of a level costs. So TODS 2018 section 4.4, which
// weighs the largest level by its share of lookups that miss it, is a value of Z.
#pragma once

#include "sim/result.h"
#include "sim/tree/tree_design.h"

namespace bitladder::sim {

struct ClosedFormTree {
  int size_ratio = 2;       // T, 2..1000
  int levels = 1;           // L, 1..64
  double inner_weight = 1;  // K, of each level but the largest; 1e-9..1e9
  double last_weight = 1;   // Z, of the largest level; 0..T K, as in any tree
  bool operator==(const ClosedFormTree&) const = default;
};

// The tree as zero-result lookups see it: a level weighs as much as it has runs.
Result<ClosedFormTree> ZeroResultTree(int size_ratio, int levels, const MergePolicy& policy);

// The tree as a mix of lookups sees it, every existing key in the largest level (TODS 2018 section
// 4.4). With x = nu/(nu+1) the share of lookups that find their key, the largest level weighs
// Z - x (Z+1)/2: 1/(nu+1) for leveling, (T-1) - nu T/(2 (nu+1)) for tiering, as a key in one of Z
// equal runs is found after (Z-1)/2 others and its own on average. `existing_share` x in 0..1.
Result<ClosedFormTree> MixedLookupTree(int size_ratio, int levels, const MergePolicy& policy,
                                       double existing_share);

// Every field in range; the error names the parameter. Each function below aborts where this fails.
Result<void> Validate(const ClosedFormTree& tree);

// R = (K (L-1) + Z) exp(-h beta): the same bits per key everywhere (Monkey 2017 section 4.3,
// R_art).
double UniformClosedForm(const ClosedFormTree& tree, double bits_per_key);

// X, the bits per key from which on the largest level has filters (Dostoevsky 2018 section 4.3):
// X = (1/beta) (ln T/(T-1) + (ln K - ln Z)/T); with K = Z it is M_th / N of Monkey 2017 Eq. 8.
// Infinite for Z = 0.
double FilterThreshold(const ClosedFormTree& tree);

// L_u, how many of the largest levels get no filters at h bits per key.
// Monkey 2017 Eq. 8 for K = Z: 0 if h >= X, else ceil(log_T(X/h)), at most L.
// For K != Z the levels below the largest all weigh K, so from the second level on the threshold is
// the one of K = Z, scaled by T a level. Dostoevsky 2018 Eq. 24 uses X for all of them (and
// floors).
int UnfilteredLevels(const ClosedFormTree& tree, double bits_per_key);

// L_u as a function of the cost R in the limit of many levels. Monkey 2017 prints L_f = L - max(0,
// floor(R-1)), which gives rates above 1 for T > 2; right is max(0, ceil(R - T/(T-1))) for
// leveling. Here: 0 if R <= Z T/(T-1), else max(1, ceil((R - Z)/K + 1 - T/(T-1))), at most L.
int UnfilteredLevelsForCost(const ClosedFormTree& tree, double cost);

struct MonkeyClosedForm {
  int unfiltered_levels = 0;   // L_u
  double filtered_cost = 0;    // R_f, weighted wasted I/Os on the L_f filtered levels
  double unfiltered_cost = 0;  // R_u, the weight of the L_u unfiltered ones
  double largest_fpr = 1;      // p_L, the rate of each run at the largest level
  double cost() const { return filtered_cost + unfiltered_cost; }
};

// Monkey 2017 Eq. 7 and Dostoevsky 2018 Eq. 10, the limit of many levels:
//   L_u = 0:  R_f = exp(-h beta) Z^((T-1)/T) K^(1/T) T^(T/(T-1)) / (T-1),           R_u = 0
//   L_u > 0:  R_f = exp(-h beta T^L_u) K T^(T/(T-1)) / (T-1),                 R_u = Z + K (L_u - 1)
//   L_u = L:  R_f = 0.
MonkeyClosedForm MonkeyLimit(const ClosedFormTree& tree, double bits_per_key);

// The same for exactly L levels (Monkey 2017 App. B, Eq. 15-18): the optimum of the finite tree, h
// counted over the entries on disk. With S the entries on the L_f filtered levels over those of the
// largest of them and D = sum_i (L_f - i) n_i / n_Lf,
//   R_f = S T^(D/S) exp(-h beta N / (n_Lf S)) c, where c = K^(1 - 1/S) Z^(1/S) if the largest level
// has filters and K otherwise. L_u is the least for which no rate exceeds 1.
MonkeyClosedForm MonkeyFinite(const ClosedFormTree& tree, double bits_per_key);

// p_i, the rate of each run at `level` 1..L that belongs to `form` in the limit of many levels:
// Monkey 2017 Eq. 5/6: p_i = R_f (T-1)/T^(L_f+1-i) over the level's weight, 1 beyond L_f.
double MonkeyLimitFpr(const ClosedFormTree& tree, const MonkeyClosedForm& form, int level);

// b_i of the limit with every level filtered, in bits per key; negative where that is wrong
// (Monkey 2017 section 5, from Eq. 5-7 with L_u = 0):
//   b_i = h + (ln T/beta)(L - i - 1/(T-1)) + (1/beta)(ln c_i - (ln K)/T - (ln Z)(T-1)/T),
// c_i = Z for i = L, K otherwise. Z > 0.
double AsymptoticBits(const ClosedFormTree& tree, double bits_per_key, int level);

// V = R - p_L + 1, a lookup whose key is in the oldest run (Monkey 2017 Eq. 9). `zero_result` is of
// the tree as zero-result lookups see it.
double ExistingClosedForm(const MonkeyClosedForm& zero_result);

}  // namespace bitladder::sim
