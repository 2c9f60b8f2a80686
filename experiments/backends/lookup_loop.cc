#include "experiments/backends/lookup_loop.h"

#include <fmt/core.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "experiments/backends/engine_options.h"

namespace bitladder::experiments {
namespace {

using Clock = std::chrono::steady_clock;

// Whether the answer is the one that the key space proves; an error otherwise.
Status CheckAnswer(const KeySpace& key_space, const Lookup& lookup, engine::LookupOutcome outcome,
                   const std::string& value, std::string* expected) {
  const bool found =
      outcome == engine::LookupOutcome::kFound || outcome == engine::LookupOutcome::kFoundInBuffer;
  if (found != lookup.exists) {
    return Fail(ErrorKind::kRun,
                fmt::format("wrong answer: the key at place {:016x} was {}, and it {}",
                            lookup.place, found ? "found" : "not found",
                            lookup.exists ? "was loaded" : "was never loaded"));
  }
  if (!found) return {};
  key_space.WriteValue(lookup.place, expected);
  if (value == *expected) return {};
  return Fail(ErrorKind::kRun,
              fmt::format("wrong answer: the key at place {:016x} has another value "
                          "than the one that was loaded",
                          lookup.place));
}

void CountInHistogram(std::uint32_t ios, std::vector<std::uint64_t>* histogram) {
  if (histogram->size() <= ios) histogram->resize(ios + 1);
  ++(*histogram)[ios];
}

}  // namespace

Result<LookupLoopResult> RunLookups(const engine::Store& store, const KeySpace& key_space,
                                    LookupStream& stream, std::uint64_t lookups, bool timed,
                                    LookupScratch& scratch) {
  LookupLoopResult result;
  if (timed) result.nanoseconds.reserve(lookups);
  auto& [trace, key, value, expected] = scratch;
  for (std::uint64_t i = 0; i < lookups; ++i) {
    const Lookup lookup = stream.Next();
    key_space.WriteKey(lookup.place, &key);
    const Clock::time_point start = timed ? Clock::now() : Clock::time_point();
    const auto outcome = store.Get(key, &value, &trace);
    if (timed) {
      result.nanoseconds.push_back(static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count()));
    }
    if (!outcome) return FailedInStore(outcome.error());
    const Status right = CheckAnswer(key_space, lookup, *outcome, value, &expected);
    if (!right) return tl::unexpected(right.error());
    result.found += lookup.exists;
    result.found_in_buffer += *outcome == engine::LookupOutcome::kFoundInBuffer;
    result.wasted_block_accesses += trace.wasted_block_accesses;
    result.wasted_ios += trace.wasted_ios;
    result.block_reads += trace.block_reads;
    CountInHistogram(trace.wasted_ios, &result.histogram);
  }
  return result;
}

Result<LookupLoopResult> RunLookups(const engine::Store& store, const KeySpace& key_space,
                                    LookupStream& stream, std::uint64_t lookups, bool timed) {
  LookupScratch scratch;
  return RunLookups(store, key_space, stream, lookups, timed, scratch);
}

std::vector<std::uint64_t> AuditFilters(const engine::Store& store, const KeySpace& key_space,
                                        LookupStream& stream, std::uint64_t probes) {
  std::vector<std::uint64_t> positives(store.runs().size());
  std::vector<std::uint8_t> maybe;
  std::string key;
  for (std::uint64_t i = 0; i < probes; ++i) {
    key_space.WriteKey(stream.Next().place, &key);
    store.ProbeFilters(key, &maybe);
    for (std::size_t run = 0; run < maybe.size(); ++run) positives[run] += maybe[run];
  }
  return positives;
}

}  // namespace bitladder::experiments
