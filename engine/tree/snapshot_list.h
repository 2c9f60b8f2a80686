// The sequence numbers of live snapshots: what merges must keep versions for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace bitladder::engine {

// Thread-safe. Entries share ownership of the list, so they may outlive whoever made it.
class SnapshotList : public std::enable_shared_from_this<SnapshotList> {
 public:
  // Keeps one sequence number in the list as long as it lives.
  class Entry {
   public:
    Entry(std::shared_ptr<SnapshotList> list, std::multiset<std::uint64_t>::iterator place)
        : list_(std::move(list)), place_(place) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() {
      const std::lock_guard lock(list_->mutex_);
      list_->live_.erase(place_);
    }
    std::uint64_t sequence() const { return *place_; }

   private:
    std::shared_ptr<SnapshotList> list_;
    std::multiset<std::uint64_t>::iterator place_;
  };

  // The sequence number is read inside the list's lock: a merge that begins later sees the entry,
  // and one that began earlier works on nothing newer than `last_sequence`, whose newest versions
  // it keeps.
  std::unique_ptr<Entry> Take(const std::atomic<std::uint64_t>& last_sequence) {
    const std::lock_guard lock(mutex_);
    const auto place = live_.insert(last_sequence.load(std::memory_order_acquire));
    return std::make_unique<Entry>(shared_from_this(), place);
  }

  std::vector<std::uint64_t> Live() const {
    const std::lock_guard lock(mutex_);
    return {live_.begin(), live_.end()};
  }

 private:
  mutable std::mutex mutex_;
  std::multiset<std::uint64_t> live_;
};

}  // namespace bitladder::engine
