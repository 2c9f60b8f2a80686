#include "sim/allocate/allocation.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "sim/allocate/explicit.h"
#include "sim/allocate/monkey.h"
#include "sim/allocate/monkey_closed_form.h"
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
