// What the store's tests share: small stores in memory, keys, and everything that a store shows.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/io/memory_file_system.h"
#include "engine/store/store.h"

namespace bitladder::engine {

inline constexpr char kTestDirectory[] = "/store";

inline std::string TestKey(std::uint64_t number) { return fmt::format("key{:09}", number); }

// An entry of TestKey and TestValue counts 12 + 12 + 16 = 40 bytes.
inline std::string TestValue(std::uint64_t number) { return fmt::format("value{:07}", number); }
inline constexpr std::uint64_t kTestEntryBytes = 40;

// Ten entries a buffer, small blocks, T=3 leveling, Bloom filters of 10 bits a key.
inline StoreOptions SmallOptions(FileSystem& file_system) {
  StoreOptions options;
  options.file_system = &file_system;
  options.buffer_bytes = 10 * kTestEntryBytes;
  options.size_ratio = 3;
  options.table.block_bytes = 256;
  options.filter_at_creation = [](int, std::uint64_t) { return FilterSpec{}; };
  return options;
}

// Opens, failing the test with the error.
inline std::unique_ptr<Store> MustOpen(const StoreOptions& options,
                                       const std::string& path = kTestDirectory) {
  auto store = Store::Open(options, path);
  EXPECT_TRUE(store.has_value()) << store.error().message;
  return store ? *std::move(store) : nullptr;
}

inline void ExpectOk(const Status& status) {
  EXPECT_TRUE(status.has_value()) << status.error().message;
}

using Contents = std::map<std::string, std::string>;

// By a scan; fails the test on an error or on keys out of order.
inline Contents ScanAll(const Store& store, const Snapshot* snapshot = nullptr) {
  Contents contents;
  const auto scan = store.NewScan(snapshot);
  std::string last;
  for (scan->SeekToFirst(); scan->Valid(); scan->Next()) {
    EXPECT_TRUE(contents.empty() || last < scan->key());
    last = scan->key();
    contents.emplace(scan->key(), scan->value());
  }
  ExpectOk(scan->status());
  return contents;
}

inline std::string GetOr(const Store& store, const std::string& key, const std::string& absent,
                         const Snapshot* snapshot = nullptr) {
  std::string value;
  const auto outcome = store.Get(key, &value, nullptr, snapshot);
  if (!outcome) {
    return "error: " + outcome.error().message;
  }
  const bool found = *outcome == LookupOutcome::kFound || *outcome == LookupOutcome::kFoundInBuffer;
  return found ? value : absent;
}

inline std::vector<std::string> ListAll(FileSystem& file_system,
                                        const std::string& directory = kTestDirectory) {
  const auto names = file_system.ListDirectory(directory);
  EXPECT_TRUE(names.has_value()) << names.error().message;
  return names ? *names : std::vector<std::string>();
}

// "level:buffers" of each run, newest first.
inline std::string Shape(const Store& store) {
  std::string shape;
  for (const RunInfo& run : store.runs()) {
    shape += fmt::format("{}{}:{}", shape.empty() ? "" : " ", run.level, run.buffers);
  }
  return shape;
}

}  // namespace bitladder::engine
