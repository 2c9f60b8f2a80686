// Reads of table files, told apart by what they cost: "no reads in iostat" usually means that the
// page cache served them. Three numbers are needed: what the engine asked for (here), what it
// called the kernel for (here), and what the kernel fetched from the device (kernel_reads.h).
#pragma once

#include <atomic>
#include <cstdint>

namespace bitladder::engine {

// A copy of the counters at one moment. Differences of two copies count what lies between them.
struct ReadCounts {
  std::uint64_t reads = 0;        // calls of RandomAccessFile::Read
  std::uint64_t read_bytes = 0;   // that they asked for
  std::uint64_t pread_calls = 0;  // system calls made for them; 0 for mapped files
  std::uint64_t pread_bytes = 0;  // that those returned; for O_DIRECT whole pages
  bool operator==(const ReadCounts&) const = default;
};

// Thread-safe; each counter is exact, a snapshot taken while readers run may cut between them.
class ReadCounters {
 public:
  void CountRead(std::uint64_t bytes) {
    reads_.fetch_add(1, std::memory_order_relaxed);
    read_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  }
  void CountPread(std::uint64_t bytes) {
    pread_calls_.fetch_add(1, std::memory_order_relaxed);
    pread_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  }
  ReadCounts Snapshot() const {
    return {reads_.load(std::memory_order_relaxed), read_bytes_.load(std::memory_order_relaxed),
            pread_calls_.load(std::memory_order_relaxed),
            pread_bytes_.load(std::memory_order_relaxed)};
  }

 private:
  std::atomic<std::uint64_t> reads_ = 0;
  std::atomic<std::uint64_t> read_bytes_ = 0;
  std::atomic<std::uint64_t> pread_calls_ = 0;
  std::atomic<std::uint64_t> pread_bytes_ = 0;
};

}  // namespace bitladder::engine
