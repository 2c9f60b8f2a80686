#include "sim/cost/throughput.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/check.h"
#include "sim/range.h"

namespace bitladder::sim {

Result<void> Validate(const Workload& workload) {
  if (auto ok = CheckRange("zero_result", workload.zero_result, 0, 1); !ok) return ok;
  if (auto ok = CheckRange("existing", workload.existing, 0, 1); !ok) return ok;
  if (auto ok = CheckRange("range", workload.range, 0, 1); !ok) return ok;
  if (auto ok = CheckRange("update", workload.update, 0, 1); !ok) return ok;
  const double sum = workload.zero_result + workload.existing + workload.range + workload.update;
  if (std::abs(sum - 1) > 1e-9) {
    return Fail(fmt::format(
        "zero_result, existing, range and update sum to {}: the shares must sum to 1", sum));
  }
  return {};
}

double AverageCost(const Workload& workload, const OperationCosts& costs) {
  return workload.zero_result * costs.zero_result + workload.existing * costs.existing +
         workload.range * costs.range + workload.update * costs.update;
}

double Throughput(double average_cost, double io_seconds) {
  SIM_CHECK(average_cost >= 0 && io_seconds > 0, average_cost, io_seconds);
  return 1 / (average_cost * io_seconds);
}

}  // namespace bitladder::sim
