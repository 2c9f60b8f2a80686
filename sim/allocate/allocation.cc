#include "sim/allocate/allocation.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "sim/allocate/curve_aware.h"
#include "sim/allocate/explicit.h"
#include "sim/allocate/filters_for_hits.h"
#include "sim/allocate/hill_climb.h"
#include "sim/allocate/monkey.h"
#include "sim/allocate/monkey_asymptotic.h"
#include "sim/allocate/monkey_closed_form.h"
#include "sim/allocate/monkey_general.h"
#include "sim/allocate/problem.h"
#include "sim/allocate/uniform.h"

namespace bitladder::sim {
namespace {

constexpr std::array kPolicies = {
    AllocationPolicy{"uniform", "the same bits per key for every run", "Monkey 2017, section 2",
                     AllocateUniform},
    AllocationPolicy{"monkey", "the exact optimum for ideal filters on the runs as they are",
                     "Monkey 2017, App. B; TODS 2018, section 4.4", AllocateMonkey},
    AllocationPolicy{"monkey_closed_form", "the rates of Eq. 5-8, for a full and infinite tree",
                     "Monkey 2017, section 4.1, Eq. 5-8", AllocateMonkeyClosedForm},
    AllocationPolicy{"monkey_asymptotic", "the textbook ladder, a constant number of bits a step",
                     "Monkey 2017, section 5", AllocateMonkeyAsymptotic},
    AllocationPolicy{"monkey_general", "the exact optimum for a mix of missing and existing keys",
                     "TODS 2018, section 4.4, made exact", AllocateMonkeyGeneral},
    AllocationPolicy{
        "monkey_general_closed_form",
        "the same with every existing key in the largest level, full and infinite tree",
        "TODS 2018, section 4.4", AllocateMonkeyGeneralClosedForm},
    AllocationPolicy{"hill_climb", "moves bits between pairs of runs while that helps",
                     "Monkey 2017, App. C, Algorithm 1", AllocateHillClimb},
    AllocationPolicy{"filters_for_hits", "no filter on the largest level, the usual bits elsewhere",
                     "RocksDB, optimize_filters_for_hits", AllocateFiltersForHits},
    AllocationPolicy{"curve_aware",
                     "the optimum on the filter's own curve instead of the ideal one",
                     "convex hull of each run's rate", AllocateCurveAware},
    AllocationPolicy{"explicit", "bits per key given level by level",
                     "as engines' options state them", AllocateExplicit},
};

}  // namespace

std::span<const AllocationPolicy> AllocationPolicies() { return kPolicies; }

Result<Allocation> Allocate(std::string_view policy, const AllocationProblem& problem) {
  if (auto ok = Validate(problem); !ok) return tl::unexpected(ok.error());
  std::string known;
  for (const AllocationPolicy& candidate : kPolicies) {
    if (candidate.name == policy) return candidate.allocate(problem);
    known += known.empty() ? "" : ", ";
    known += candidate.name;
  }
  return Fail(fmt::format("policy \"{}\" is unknown: must be one of {}", policy, known));
}

}  // namespace bitladder::sim
