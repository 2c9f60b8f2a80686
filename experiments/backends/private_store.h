// A copy of a loaded store that one point may change.
#pragma once

#include <memory>
#include <string>

#include "engine/store/store.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// The files of the store in `directory` are copied, so that the dataset stays as it was loaded and
// is still shared by other points. The copy is gone when this is.
class PrivateStore {
 public:
  // `copy` is a directory that nobody else uses; `options` open the store there.
  static Result<std::unique_ptr<PrivateStore>> Open(const engine::StoreOptions& options,
                                                    const std::string& directory,
                                                    const std::string& copy);
  PrivateStore(const PrivateStore&) = delete;
  PrivateStore& operator=(const PrivateStore&) = delete;
  ~PrivateStore();

  engine::Store& store() { return *store_; }

 private:
  PrivateStore(engine::FileSystem& file_system, std::string copy)
      : file_system_(file_system), copy_(std::move(copy)) {}

  engine::FileSystem& file_system_;
  std::string copy_;
  std::unique_ptr<engine::Store> store_;
};

}  // namespace bitladder::experiments
