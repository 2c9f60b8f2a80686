#include <fmt/core.h>

#include <cstdint>
#include <string_view>

#include "experiments/selftest/self_test.h"

namespace bitladder::experiments {
namespace {

std::uint64_t Count(const Json& section, std::string_view name) {
  const Json* member = section.Find(name);
  const auto* count = member == nullptr ? nullptr : std::get_if<std::uint64_t>(&member->value);
  return count == nullptr ? 0 : *count;
}

SelfCheck Equal(const std::string& name, std::uint64_t value, std::uint64_t expected) {
  return {"counters: " + name, fmt::format("{}", value), fmt::format("{}", expected),
          value == expected};
}

}  // namespace

std::vector<SelfCheck> CheckCounters(const Json& record) {
  static const Json none;
  const Json* measured_member = record.Find("measured");
  const Json& measured = measured_member == nullptr ? none : *measured_member;
  std::uint64_t lookups = 0;
  std::uint64_t accesses = 0;
  std::uint64_t wasted = 0;
  if (const Json* histogram = measured.Find("ios_per_lookup_histogram")) {
    for (const Json& bin : *histogram->array()) {
      const auto* count = std::get_if<std::uint64_t>(&bin.value);
      const std::uint64_t of_bin = count == nullptr ? 0 : *count;
      lookups += of_bin;
      wasted += of_bin * accesses++;
    }
  }
  std::uint64_t searched = 0;
  std::uint64_t probes = 0;
  std::uint64_t reads = 0;
  const Json* tree = record.Find("tree");
  if (const Json* runs = tree == nullptr ? nullptr : tree->Find("runs")) {
    for (const Json& run : *runs->array()) {
      searched += Count(run, "false_positives") - Count(run, "fence_rejections");
      probes += Count(run, "filter_probes") + Count(run, "true_positives");
      reads += Count(run, "block_reads");
    }
  }
  return {Equal("lookups in the histogram", lookups, Count(measured, "lookups")),
          Equal("wasted I/Os in the histogram", wasted, Count(measured, "wasted_ios")),
          Equal("wasted blocks of the runs", searched, Count(measured, "wasted_block_accesses")),
          Equal("probes of the runs", probes, Count(measured, "filter_probes")),
          Equal("block reads of the runs", reads, Count(measured, "block_reads")),
          Equal("wasted and useful reads",
                Count(measured, "wasted_ios") + Count(measured, "found") -
                    Count(measured, "found_in_buffer"),
                Count(measured, "block_reads"))};
}

}  // namespace bitladder::experiments
