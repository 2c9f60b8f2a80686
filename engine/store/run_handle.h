// One open run: its table, shared by every view that holds the run.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "engine/io/file_system.h"
#include "engine/store/statistics.h"
#include "engine/table/table_reader.h"
#include "engine/tree/version.h"

namespace bitladder::engine {

// Readers keep a run alive by keeping a view. Once a merge has replaced the run it is retired, and
// the last view that lets go of it removes its files: never from under a reader.
class RunHandle {
 public:
  RunHandle(FileSystem& file_system, std::string table_path, std::string hashes_path, RunMeta meta,
            std::unique_ptr<TableReader> table)
      : file_system_(file_system),
        table_path_(std::move(table_path)),
        hashes_path_(std::move(hashes_path)),
        meta_(std::move(meta)),
        table_(std::move(table)) {}
  RunHandle(const RunHandle&) = delete;
  RunHandle& operator=(const RunHandle&) = delete;
  ~RunHandle() {
    if (retired_.load(std::memory_order_acquire)) {
      // What cannot be removed is an orphan, which the next open removes.
      (void)file_system_.Remove(table_path_);
      (void)file_system_.Remove(hashes_path_);
    }
  }

  void Retire() { retired_.store(true, std::memory_order_release); }

  const TableReader& table() const { return *table_; }
  const std::string& table_path() const { return table_path_; }
  const std::string& hashes_path() const { return hashes_path_; }
  const RunMeta& meta() const { return meta_; }  // as written: `assigned` is not kept up to date

  // Lookups of views that are gone; guarded by the store's statistics mutex.
  RunCounters past_lookups;

 private:
  FileSystem& file_system_;
  std::string table_path_;
  std::string hashes_path_;
  RunMeta meta_;
  std::unique_ptr<TableReader> table_;
  std::atomic<bool> retired_{false};
};

}  // namespace bitladder::engine
