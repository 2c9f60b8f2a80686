// LevelDB and this engine at one table: tests where the other program says what is right.
#pragma once

#include <gtest/gtest.h>
#include <leveldb/comparator.h>
#include <leveldb/db.h>
#include <leveldb/slice.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/table/format.h"

namespace bitladder::engine {

inline std::string_view View(const leveldb::Slice& slice) { return {slice.data(), slice.size()}; }
inline leveldb::Slice SliceOf(std::string_view view) { return {view.data(), view.size()}; }

// The order of internal keys, which LevelDB has and does not export.
class InternalKeyOrder final : public leveldb::Comparator {
 public:
  int Compare(const leveldb::Slice& a, const leveldb::Slice& b) const override {
    return CompareInternalKeys(View(a), View(b));
  }
  const char* Name() const override { return "bitladder.InternalKeyOrder"; }
  void FindShortestSeparator(std::string*, const leveldb::Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}
};

// A directory that goes away with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "bitladder_ldb_XXXXXX").string();
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    path_ = pattern;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

  // Paths of the files with this extension (".ldb"), sorted.
  std::vector<std::string> Files(const std::string& extension) const {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      if (entry.path().extension() == extension) paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }

 private:
  std::string path_;
};

}  // namespace bitladder::engine
