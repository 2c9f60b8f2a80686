#include "engine/store/file_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bitladder::engine {
namespace {

TEST(FileNames, AreReadBackAsTheyWereMade) {
  const std::vector<std::pair<StoreFile, std::string>> cases = {
      {{FileKind::kTable, 7}, "000007.ldb"},
      {{FileKind::kHashes, 123456}, "123456.hashes"},
      {{FileKind::kLog, 12345678}, "12345678.log"},
      {{FileKind::kTemporary, 1}, "000001.tmp"},
      {{FileKind::kManifest, 42}, "MANIFEST-000042"},
      {{FileKind::kCurrent, 0}, "CURRENT"},
      {{FileKind::kLock, 0}, "LOCK"}};
  for (const auto& [file, name] : cases) {
    EXPECT_EQ(FileName(file), name);
    EXPECT_EQ(ParseFileName(name), file);
  }
}

TEST(FileNames, WhatAStoreWouldNotCallAFileIsNotItsOwn) {
  for (const char* name :
       {"", "7.ldb", "0000007.ldb", "000007.LDB", "000007", ".ldb", "-00007.ldb", "+00007.ldb",
        "00000x.ldb", "000007.ldb ", "MANIFEST-", "MANIFEST-7", "MANIFEST-000007.ldb", "current",
        "CURRENT.bak", "99999999999999999999.ldb", "1000000000000000001.ldb"}) {
    EXPECT_EQ(ParseFileName(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace bitladder::engine
