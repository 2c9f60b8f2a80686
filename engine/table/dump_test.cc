#include "engine/table/dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

class DumpTableTest : public testing::Test {
 protected:
  DumpTableTest() {
    WriteTable(file_system_, "/t",
               {{"\x01\xff", 9, ValueType::kDeletion, ""},
                {"a", 7, ValueType::kValue, "va\"lue\n"},
                {"b", 8, ValueType::kValue, std::string(100, 'v')}});
  }
  Status Dump(const DumpOptions& options) {
    return DumpTable(file_system_, "/t", options,
                     [&](std::string_view line) { text_.append(line); });
  }
  MemoryFileSystem file_system_;
  std::string text_;
};

TEST_F(DumpTableTest, ShowsEveryPartOfATable) {
  ASSERT_TRUE(Dump({}));
  EXPECT_THAT(text_, HasSubstr("table /t: "));
  EXPECT_THAT(text_, HasSubstr("bitladder.properties at offset "));
  EXPECT_THAT(text_, HasSubstr("fullfilter.bitladder.bloom at offset "));
  EXPECT_THAT(text_, HasSubstr("3 entries, 3 distinct keys, 1 deletions, 159 logical bytes"));
  EXPECT_THAT(text_, HasSubstr("filter requested: bloom, 10.0000 bits per key"));
  EXPECT_THAT(text_, HasSubstr("smallest \"\\x01\\xff\" @ 9 deleted, largest \"b\" @ 8"));
  // 3 entries: 3 bytes of lengths and the key of 10, 9 and 9 bytes each, values of 0, 7 and 100;
  // one restart and their count.
  EXPECT_THAT(text_, HasSubstr("block 0 at offset 0, 152 bytes, not compressed, fence \"b\" @ 8"));
  EXPECT_THAT(text_, HasSubstr("\n  \"\\x01\\xff\" @ 9 deleted: 0 bytes \"\"\n"));
  EXPECT_THAT(text_, HasSubstr("\n  \"a\" @ 7: 7 bytes \"va\\\"lue\\x0a\"\n"));
  EXPECT_THAT(text_, HasSubstr("\n  \"b\" @ 8: 100 bytes \"" + std::string(32, 'v') + "\"...\n"));
}

TEST_F(DumpTableTest, LeavesOutWhatIsNotAskedFor) {
  ASSERT_TRUE(Dump({.blocks = true, .entries = false}));
  EXPECT_THAT(text_, HasSubstr("block 0"));
  EXPECT_THAT(text_, Not(HasSubstr("bytes \"va")));
  text_.clear();
  ASSERT_TRUE(Dump({.blocks = false}));
  EXPECT_THAT(text_, Not(HasSubstr("block 0")));
}

TEST_F(DumpTableTest, SaysWhereATableIsDamaged) {
  std::string bytes = *file_system_.ReadFile("/t");
  bytes[20] ^= 1;
  file_system_.SetContents("/t", bytes);
  const Status status = Dump({});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("/t: at offset 0"));
  EXPECT_THAT(text_, HasSubstr("table /t: "));
}

}  // namespace
}  // namespace bitladder::engine
