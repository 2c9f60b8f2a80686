#include "experiments/run/schedule.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "experiments/config/identity.h"

namespace bitladder::experiments {
namespace {

// The same for points that differ in their allocation alone.
std::string ComparisonId(const Point& point) {
  ExperimentConfig config = point.config;
  config.filters.allocation = FiltersConfig().allocation;
  config.filters.explicit_bits.clear();
  return PointId(config);
}

// Sorts by (place of the comparison's first point, repetition, place in the sweep).
std::vector<const Point*> Interleave(const std::vector<const Point*>& points) {
  std::map<std::string, std::size_t> first_place;
  std::vector<std::tuple<std::size_t, int, std::size_t>> order;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto first = first_place.emplace(ComparisonId(*points[i]), i).first;
    order.emplace_back(first->second, points[i]->repetition, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<const Point*> sorted;
  for (const auto& place : order) sorted.push_back(points[std::get<2>(place)]);
  return sorted;
}

}  // namespace

std::vector<DatasetJob> Schedule(const Plan& plan,
                                 const std::function<bool(const Point&)>& outstanding) {
  std::vector<DatasetJob> jobs;
  std::map<std::string, std::size_t> job_of;
  for (const Point& point : plan.points) {
    if (!outstanding(point)) continue;
    const auto [job, is_new] = job_of.emplace(point.dataset_id, jobs.size());
    if (is_new) jobs.push_back({point.dataset_id, {}});
    jobs[job->second].points.push_back(&point);
  }
  for (DatasetJob& job : jobs) job.points = Interleave(job.points);
  return jobs;
}

bool MayRunBesideOthers(const Point& point) {
  const std::string& backend = point.config.backend;
  return backend == "model" || backend == "simulation" || point.config.workload.timing == "none";
}

std::vector<int> LanesFor(std::size_t datasets, int threads) {
  if (datasets == 0) return {};
  const int lanes =
      datasets < static_cast<std::size_t>(threads) ? static_cast<int>(datasets) : threads;
  std::vector<int> threads_of(static_cast<std::size_t>(lanes), threads / lanes);
  for (int i = 0; i < threads % lanes; ++i) ++threads_of[static_cast<std::size_t>(i)];
  return threads_of;
}

}  // namespace bitladder::experiments
