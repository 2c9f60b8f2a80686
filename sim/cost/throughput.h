// From the cost of each operation to that of a workload (Monkey 2017 section 4.4, Eq. 12-13).
#pragma once

#include "sim/result.h"

namespace bitladder::sim {

// Shares of all operations; they sum to 1.
struct Workload {
  double zero_result = 1;  // r
  double existing = 0;     // v
  double range = 0;        // q
  double update = 0;       // w
  bool operator==(const Workload&) const = default;
};

// Each share in 0..1 and their sum within 1e-9 of 1.
Result<void> Validate(const Workload& workload);

// In block I/Os an operation.
struct OperationCosts {
  double zero_result = 0;  // R
  double existing = 0;     // V
  double range = 0;        // Q
  double update = 0;       // W
  bool operator==(const OperationCosts&) const = default;
};

// theta = r R + v V + q Q + w W, I/Os an operation on average (Monkey 2017 Eq. 12).
double AverageCost(const Workload& workload, const OperationCosts& costs);

// tau = 1 / (theta Omega), operations a second on a device that takes `io_seconds` Omega > 0 for an
// I/O (Monkey 2017 Eq. 13). Infinite where no operation costs anything.
double Throughput(double average_cost, double io_seconds);

}  // namespace bitladder::sim
