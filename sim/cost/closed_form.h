// The papers' closed forms of the cost of a zero-result lookup: a full geometric tree, ideal
// filters. Everything here is a function of size ratio, levels, merge policy and bits per key h = M
// / N alone.
//
// Equations 5-8 of Monkey 2017 are the case K = Z = 1 (leveling) and K = Z = T-1 (tiering) of the
// fluid forms below, whose case without unfiltered levels is Dostoevsky 2018 Eq. 10.
#pragma once

#include "sim/result.h"
#include "sim/tree/tree_design.h"

namespace bitladder::sim {

struct ClosedFormTree {
  int size_ratio = 2;        // T, 2..1000
  int levels = 1;            // L, 1..64
  MergePolicy merge_policy;  // K, Z
};

// T, L, K and Z in range; the error names the parameter. Every function below aborts where this
// fails.
Result<void> Validate(const ClosedFormTree& tree);

// R = (K (L-1) + Z) exp(-h beta): the same bits per key everywhere (Monkey 2017 section 4.3,
// R_art).
double UniformClosedForm(const ClosedFormTree& tree, double bits_per_key);

// X, the bits per key from which on the largest level has filters (Dostoevsky 2018 section 4.3):
// X = (1/beta) (ln T/(T-1) + (ln K - ln Z)/T); with K = Z it is M_th / N of Monkey 2017 Eq. 8.
double FilterThreshold(int size_ratio, const MergePolicy& policy);

// L_u, how many of the largest levels get no filters at h bits per key.
// Monkey 2017 Eq. 8 for K = Z: 0 if h >= X, else ceil(log_T(X/h)), at most L.
// For K != Z the levels below the largest all hold K runs, so from the second level on the
// threshold is the one of K = Z, scaled by T a level. Dostoevsky 2018 Eq. 24 uses X for all of them
// (and floors).
int UnfilteredLevels(const ClosedFormTree& tree, double bits_per_key);

// L_u as a function of the cost R in the limit of many levels. Monkey 2017 prints L_f = L - max(0,
// floor(R-1)), which gives rates above 1 for T > 2; right is max(0, ceil(R - T/(T-1))) for
// leveling. Here: 0 if R <= Z T/(T-1), else max(1, ceil((R - Z)/K + 1 - T/(T-1))), at most L.
int UnfilteredLevelsForCost(const ClosedFormTree& tree, double cost);

struct MonkeyClosedForm {
  int unfiltered_levels = 0;   // L_u
  double filtered_cost = 0;    // R_f, wasted I/Os on the L_f filtered levels
  double unfiltered_cost = 0;  // R_u, one for each run of the L_u unfiltered ones
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
// Monkey 2017 Eq. 5/6: p_i = R_f (T-1)/T^(L_f+1-i) over the runs of the level, 1 beyond L_f.
double MonkeyLimitFpr(const ClosedFormTree& tree, const MonkeyClosedForm& form, int level);

}  // namespace bitladder::sim
