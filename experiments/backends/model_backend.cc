#include "experiments/backends/model_backend.h"

#include <utility>

#include "experiments/predict/grown_runs.h"

namespace bitladder::experiments {
namespace {

class ModelDataset final : public Dataset {
 public:
  explicit ModelDataset(LoadedTree tree) : tree_(std::move(tree)) {}

  const LoadedTree& tree() const override { return tree_; }

  Result<std::optional<Observation>> Observe(const Point& /*point*/, const FilterPlan& /*filters*/,
                                             std::uint64_t /*lookups*/) override {
    return std::nullopt;
  }

 private:
  LoadedTree tree_;
};

}  // namespace

Result<std::unique_ptr<Dataset>> ModelBackend::Load(const Point& point,
                                                    const std::string& /*directory*/) {
  Result<LoadedTree> tree = GrownRuns(point.config.tree);
  if (!tree) return tl::unexpected(tree.error());
  return std::make_unique<ModelDataset>(*std::move(tree));
}

}  // namespace bitladder::experiments
