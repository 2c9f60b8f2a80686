// A store that is loaded and frozen, and the lookups that points do on it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/file_system.h"
#include "engine/io/read_counters.h"
#include "engine/store/store.h"
#include "experiments/backends/backend.h"
#include "experiments/workload/lookup_stream.h"
#include "experiments/workload/operation_mix.h"

namespace bitladder::experiments {

class EngineDataset final : public Dataset {
 public:
  // The store in `directory` is complete and no one else has it open. `counters` are those of
  // `file_system`, null where it has none; both must outlive the dataset.
  static Result<std::unique_ptr<EngineDataset>> Open(const ExperimentConfig& config,
                                                     engine::FileSystem& file_system,
                                                     const engine::ReadCounters* counters,
                                                     const std::string& directory);

  const LoadedTree& tree() const override { return tree_; }

  // Opens the store anew where the point reads it another way than the point before.
  Result<std::optional<Observation>> Observe(const Point& point, const FilterPlan& filters,
                                             std::uint64_t lookups) override;

  // Opens the files once more, to be read only. Reads are counted apart.
  Result<std::unique_ptr<Dataset>> Share() const override;

 private:
  EngineDataset(engine::FileSystem& file_system, const engine::ReadCounters* counters,
                std::string directory)
      : file_system_(file_system), counters_(counters), directory_(std::move(directory)) {}

  // `config` also opens the handles that are shared later.
  Status OpenStore(const ExperimentConfig& config);
  Status Assign(const FilterPlan& filters);
  // The stream of that name for this point and repetition. Absent keys lie where they lie for the
  // store's runs and for runs of the `later` ranges.
  Result<LookupStream> StreamOf(const Point& point, std::string_view name, const LookupMix& mix,
                                const KeySpace& key_space,
                                const std::vector<PlaceRange>& later = {}) const;
  // Everything that the store's own counters tell.
  void AddRuns(Observation* seen) const;
  // Observes a point whose updates change the tree: on a copy, so that the dataset stays as it is.
  Result<Observation> ObserveGrowth(const Point& point, const FilterPlan& filters,
                                    const OperationMix& mix) const;
  Status AddAudit(const Point& point, const KeySpace& key_space, Observation* seen) const;

  std::unique_ptr<engine::ReadCounters> own_counters_;   // of a shared handle, as is
  std::unique_ptr<engine::FileSystem> own_file_system_;  // the file system that counts in them
  engine::FileSystem& file_system_;
  const engine::ReadCounters* counters_;
  std::string directory_;
  std::unique_ptr<engine::Store> store_;
  ExperimentConfig opened_;                   // how the store is open
  std::vector<engine::FilterSpec> assigned_;  // empty after opening
  LoadedTree tree_;
};

}  // namespace bitladder::experiments
